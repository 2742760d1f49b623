import { ADDRESSES } from './addresses.js';
import type { Notification } from './live.js';
import { fillPath } from './page-table.js';

/** How many notifications are unread stands in this header of their list; it counts up to 1,000. */
export const UNREAD_HEADER = 'X-Unread-Count';

/** What a notification is about: a post and the newest comment on it, a story, a match or a fan. */
export function notificationAddress({ kind, actors, target, commentId }: Notification): string {
  if (target.type === 'post') {
    const post = fillPath(ADDRESSES.Post, { postId: target.id });
    return commentId === undefined ? post : `${post}#c-${commentId}`;
  }
  if (target.type === 'match') return fillPath(ADDRESSES.Match, { matchId: target.id });
  if (kind === 'story' || kind === 'reply') return `${ADDRESSES.Home}?story=${target.id}`;
  const [actor] = actors;
  return actor
    ? fillPath(ADDRESSES.FriendProfile, { username: actor.username })
    : ADDRESSES.Notifications;
}
