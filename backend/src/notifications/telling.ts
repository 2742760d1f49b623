import type { Notification } from '@kickoff/contracts';

/** Something that fans should know, before it is anyone's notification. */
export interface Telling {
  kind: Notification['kind'];
  /** What comes to one notification of a fan, such as all likes of a post. */
  group: string;
  target: Notification['target'];
  /** Who did it; nobody shot a goal that a provider tells of. */
  actorId?: string;
  /** What of its group is told once, however often it happens: by default that this actor did it. */
  once?: string;
  /** Told anew each time it happens, and counted once. */
  isNewEachTime?: boolean;
  afterMine?: boolean;
  text?: string;
}

/** All notifications of a post have one of these groups and go with it. */
export const groupsOfPost = (postId: string) => ({
  likes: `like:${postId}`,
  comments: `comment:${postId}`,
});

/** A fan's stories come to one notification for each follower. */
export const groupOfStories = (authorId: string) => `story:${authorId}`;
