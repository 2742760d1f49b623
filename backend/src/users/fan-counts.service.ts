import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';

import { FanCountsRepository, type FollowCounts } from './fan-counts.repository.js';

/** Owns the counts that are kept beside each fan; whoever makes what is counted tells it here. */
@Injectable()
export class FanCountsService {
  constructor(private readonly repository: FanCountsRepository) {}

  /**
   * Counts a follow made (1) or ended (-1) on both sides.
   *
   * @returns whether both fans exist
   */
  countFollow(followerId: string, followedId: string, change: 1 | -1): Promise<boolean> {
    return this.repository.addToFollowCounts(followerId, followedId, change);
  }

  /** Counts one follow less for each of these fans. */
  countEndedFollows(count: 'friends' | 'followers', ids: readonly Types.ObjectId[]): Promise<void> {
    return this.repository.subtractFollow(count, ids);
  }

  /** The counts that the follows decide, as they are kept. */
  followCountsOf(ids: readonly Types.ObjectId[]) {
    return this.repository.findFollowCounts(ids);
  }

  /** Puts recounted follows in place unless they changed since they were seen. */
  correctFollowCounts(id: Types.ObjectId, seen: FollowCounts, real: FollowCounts): Promise<void> {
    return this.repository.replaceFollowCounts(id, seen, real);
  }

  /** Counts a post made (1) or gone (-1) beside its author. */
  countPost(authorId: Types.ObjectId, change: 1 | -1): Promise<void> {
    return this.repository.addToPostsCount(authorId, change);
  }
}
