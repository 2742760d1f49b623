import type { Notification } from './live.js';
import { fillPath, PAGES } from './pages.js';

/** How many notifications are unread stands in this header of their list; it counts up to 1,000. */
export const UNREAD_HEADER = 'X-Unread-Count';

/** The target of a notification: a post, match or fan. */
export function notificationAddress({ actors: [actor], target }: Notification): string {
  if (target.type === 'post') return fillPath(PAGES.Post.paths[0], { postId: target.id });
  if (target.type === 'match') return fillPath(PAGES.Match.paths[0], { matchId: target.id });
  return actor
    ? fillPath(PAGES.FriendProfile.paths[0], { username: actor.username })
    : PAGES.Notifications.paths[0];
}
