import type { FanSummary, Notification as NotificationAnswer } from '@kickoff/contracts';

import type { Excerpt } from './notification-excerpts.js';
import type { Notification } from './notification.schema.js';

/** Data beside the row that a notification's response depends on. */
export interface NotificationContext {
  fans: ReadonlyMap<string, FanSummary>;
  /** By id of the notification. */
  excerpts: ReadonlyMap<string, Excerpt>;
  /** Ids of fans who are hidden from the reader. */
  hidden: ReadonlySet<string>;
}

/** Maps a row to the contract, without hidden actors. Returns undefined if no actor is left. */
export function toNotificationAnswer(
  row: Notification,
  { fans, excerpts, hidden }: NotificationContext,
): NotificationAnswer | undefined {
  const actors = row.actors.flatMap((id) => (hidden.has(id) ? [] : (fans.get(id) ?? [])));
  if (row.actors.length > 0 && actors.length === 0) return undefined;
  const excerpt = excerpts.get(row._id);
  const isHidden =
    excerpt?.isMuted || excerpt?.isUnseen || excerpt?.authorIds.some((id) => hidden.has(id));
  return {
    _id: row._id,
    kind: row.kind,
    actors,
    count: row.count,
    target: row.target,
    ...(row.afterMine ? { afterMine: true } : {}),
    ...(row.text === undefined ? {} : { text: row.text }),
    ...(excerpt && !isHidden ? { excerpt: excerpt.text } : {}),
    ...(row.commentId === undefined ? {} : { commentId: row.commentId }),
    read: row.read,
    createdAt: row.at.toISOString(),
  };
}
