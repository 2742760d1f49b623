import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Types } from 'mongoose';

import { isDatabaseAway } from '../common/mongo/database-away.js';
import { FanCountsService } from '../users/fan-counts.service.js';
import { UsersService } from '../users/users.service.js';
import { FollowsRepository } from './follows.repository.js';

/** How many fans are recounted in one go. */
const BATCH = 500;

/**
 * Keeps the counts of friends and followers in line with the follows there are.
 * A follow and its counts are two writes; what a crash between them left
 * uncounted is put right at the next start.
 */
@Injectable()
export class FollowCountsService implements OnApplicationBootstrap {
  private readonly logger = new Logger(FollowCountsService.name);

  constructor(
    private readonly follows: FollowsRepository,
    private readonly users: UsersService,
    private readonly counts: FanCountsService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    try {
      await this.heal();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      this.logger.warn({ event: 'followCountsNotHealed' });
    }
  }

  /**
   * Counts a follow made (1) or ended (-1) on both sides.
   *
   * @returns whether both fans exist
   */
  count(followerId: string, followedId: string, change: 1 | -1): Promise<boolean> {
    return this.counts.countFollow(followerId, followedId, change);
  }

  /** The counts that are kept beside these fans. */
  kept(ids: readonly Types.ObjectId[]) {
    return this.counts.followCountsOf(ids);
  }

  /** Counts one follow less for each of these fans. */
  countEnded(count: 'friends' | 'followers', ids: readonly Types.ObjectId[]): Promise<void> {
    return this.counts.countEndedFollows(count, ids);
  }

  /** Recounts these fans. */
  async recount(ids: readonly Types.ObjectId[]): Promise<void> {
    const [kept, friends, followers] = await Promise.all([
      this.counts.followCountsOf(ids),
      this.follows.countBy('followerId', ids),
      this.follows.countBy('followedId', ids),
    ]);
    for (const { _id, counts } of kept) {
      const id = _id.toString();
      const real = { friends: friends.get(id) ?? 0, followers: followers.get(id) ?? 0 };
      if (counts.friends === real.friends && counts.followers === real.followers) continue;
      this.logger.warn({ event: 'followCountsHealed', fanId: id });
      await this.counts.correctFollowCounts(_id, counts, real);
    }
  }

  private async heal(): Promise<void> {
    let last: Types.ObjectId | undefined;
    for (;;) {
      const ids = await this.users.idsAfter(last, BATCH);
      last = ids.at(-1);
      if (!last) return;
      await this.recount(ids);
    }
  }
}
