import type { Notification } from '@kickoff/contracts';

import { REHEARSED_MATCH_PREFIX } from '../football/rehearsals/rehearsal.view.js';

/** A notification before its recipients are known. */
export interface NotificationRequest {
  kind: Notification['kind'];
  /** Requests with one group share one notification per fan, such as all likes of a post. */
  group: string;
  target: Notification['target'];
  /** The fan who did it; absent for match events and moderation. */
  actorId?: string;
  /** Dedup key within the group; the actor's id by default. */
  dedupKey?: string;
  /** Marks the notification unread again if its dedup key exists; the count is unchanged. */
  renotify?: boolean;
  /** The author of the target, if not the actor: fans who do not see them are not notified. */
  ownerId?: string;
  afterMine?: boolean;
  /** The moment of a match that it is about: fans who see it later are notified then. */
  match?: { id: string; at: Date };
  text?: string;
  /** The comment that it is about. */
  commentId?: string;
  /** The text of a reply to a story; other excerpts are read when a notification is presented. */
  excerpt?: string;
}

/** The groups of all notifications of a post; removed with the post. */
export const postGroups = (postId: string) => ({
  likes: `like:${postId}`,
  comments: `comment:${postId}`,
  quotes: `quote:${postId}`,
});

/** The group of a match; by date, so that a replay on another day is notified separately. */
export const matchGroup = (matchId: string, utcDate: string) =>
  `team:${matchId}:${utcDate.slice(0, 10)}`;

/** Groups of the matches of rehearsals. */
export const REHEARSED_GROUPS = new RegExp(`^team:${REHEARSED_MATCH_PREFIX}`);

/** Returns the id of the rehearsal from a match group. */
export const rehearsalOfGroup = (group: string) => group.split(':')[2] ?? '';

/** The group of an author's stories: one notification per follower. */
export const storiesGroup = (authorId: string) => `story:${authorId}`;
