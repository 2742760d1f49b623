import type { FanSummary, Notification as NotificationAnswer } from '@kickoff/contracts';

import type { Notification } from './notification.schema.js';

/** Maps a row to the contract, without hidden actors. Returns undefined if no actor is left. */
export function toNotificationAnswer(
  row: Notification,
  fans: ReadonlyMap<string, FanSummary>,
  hidden: ReadonlySet<string>,
): NotificationAnswer | undefined {
  const actors = row.actors.flatMap((id) => {
    const key = id.toString();
    return hidden.has(key) ? [] : (fans.get(key) ?? []);
  });
  if (row.actors.length > 0 && actors.length === 0) return undefined;
  return {
    _id: row._id.toString(),
    kind: row.kind,
    actors,
    count: row.count,
    target: row.target,
    ...(row.afterMine ? { afterMine: true } : {}),
    ...(row.text === undefined ? {} : { text: row.text }),
    read: row.read,
    createdAt: row.at.toISOString(),
  };
}
