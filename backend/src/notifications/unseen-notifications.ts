import { Injectable } from '@nestjs/common';

import { SeenMatches } from '../football/viewpoints/seen-matches.js';
import { isOfMatch, toDeliveryMoment } from './delivery-moment.js';
import type { Notification } from './notification.schema.js';
import { NotificationsRepository } from './notifications.repository.js';

type AboutMatch = Pick<Notification, 'kind' | 'target' | 'match' | 'at'>;
type FilterSeen = <Row extends AboutMatch>(rows: readonly Row[]) => Promise<Row[]>;

/**
 * Filters notifications about events of a match after the moment that their fan sees: the fan may
 * have hidden the match, or started a replay, after they were written.
 */
@Injectable()
export class UnseenNotifications {
  constructor(
    private readonly seen: SeenMatches,
    private readonly repository: NotificationsRepository,
  ) {}

  /**
   * Returns a filter of the rows that the fan may see; undefined for a fan who sees every match
   * live.
   */
  async filterOf(fanId: string): Promise<FilterSeen | undefined> {
    const findLimit = await this.seen.of(fanId);
    if (!findLimit) return undefined;
    return async (rows) => {
      const areSeen = await Promise.all(
        rows.map(async ({ kind, target, at, match = { id: target.id, at } }) => {
          if (!isOfMatch(kind)) return true;
          return 'now' in toDeliveryMoment({ kind, match }, await findLimit(match.id));
        }),
      );
      return rows.filter((_, index) => areSeen[index]);
    };
  }

  /** Counts the unread notifications that the fan may not see, of at most `most`. */
  async countUnread(fanId: string, most: number): Promise<number> {
    const filterSeen = await this.filterOf(fanId);
    if (!filterSeen) return 0;
    const rows = await this.repository.findUnreadOfMatches(fanId, most);
    return rows.length - (await filterSeen(rows)).length;
  }
}
