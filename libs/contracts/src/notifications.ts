import { ADDRESSES } from './addresses.js';
import type { Notification } from './live.js';
import { fillPath } from './page-table.js';

/** How many notifications are unread stands in this header of their list; it counts up to 1,000. */
export const UNREAD_HEADER = 'X-Unread-Count';

/** The target of a notification: a post, match or fan. */
export function notificationAddress({ actors: [actor], target }: Notification): string {
  if (target.type === 'post') return fillPath(ADDRESSES.Post, { postId: target.id });
  if (target.type === 'match') return fillPath(ADDRESSES.Match, { matchId: target.id });
  return actor
    ? fillPath(ADDRESSES.FriendProfile, { username: actor.username })
    : ADDRESSES.Notifications;
}
