import { Injectable } from '@nestjs/common';
import type { FanSummary } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { InvalidInput, NotFound } from '../common/errors/coded-errors.js';
import type { Position } from '../common/http/cursors.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { Clock } from '../common/time/clock.js';
import { Batches } from '../common/work/batches.js';
import { FanCountsService } from '../users/fan-counts.service.js';
import { UsersService } from '../users/users.service.js';
import { type FollowChange, FollowsRepository, type Side } from './follows.repository.js';
import { BlockCache } from './block-cache.js';
import { PeopleEvents } from './people-events.js';

/** `notFound` if the followed fan does not exist. */
type FollowResult = 'changed' | 'unchanged' | 'notFound';

/** The newest follows of a fan; `last` is the oldest of them if there may be more. */
interface NewestFollows {
  ids: string[];
  last: Position | undefined;
}

/** The feed and stories use this many newest follows. */
const MAX_FOLLOWED = 2_000;
const BATCH = 500;
/** Queued changes of one fan's followers per transaction. */
const CHANGE_BATCH = 100;
/** Follows of a deleted fan removed per transaction: it locks the counts of as many others. */
const REMOVE_BATCH = 100;

/**
 * Follows. A follow and the counts of both fans change in one transaction. Blocks are in
 * BlocksService.
 */
@Injectable()
export class FollowsService {
  /** Batched by followed fan: concurrent follows conflict in that fan's count. */
  private readonly changes = new Batches<FollowChange, FollowResult>(
    (followedId, changes) => this.changeBatch(followedId, changes),
    CHANGE_BATCH,
  );

  constructor(
    private readonly repository: FollowsRepository,
    private readonly counts: FanCountsService,
    private readonly blocks: BlockCache,
    private readonly users: UsersService,
    private readonly events: PeopleEvents,
    private readonly clock: Clock,
  ) {}

  /** Follows a fan; idempotent. */
  async follow(fan: Fan, otherId: string): Promise<void> {
    if (otherId === fan.id) throw new InvalidInput('You cannot follow yourself');
    const { blocked } = await this.blocks.get(fan.id);
    if (blocked.has(otherId)) throw new NotFound('fan');

    const result = await this.change(fan.id, otherId, true);
    if (result === 'notFound') throw new NotFound('fan');
    if (result === 'unchanged') {
      // Follows of a deleted fan are removed in the background.
      if (!(await this.users.exists(otherId))) throw new NotFound('fan');
      return;
    }
    // Checked after the insert: a concurrent block has removed the follow or is visible now.
    if (await this.blocks.isBlockBetween(fan.id, otherId)) {
      await this.unfollow(fan.id, otherId);
      throw new NotFound('fan');
    }
    await this.blocks.publishFollowsChanged(fan.id);
    this.events.emit('followed', fan.id, otherId);
  }

  /** Ends a follow if it exists. */
  async unfollow(followerId: string, followedId: string): Promise<void> {
    const result = await this.change(followerId, followedId, false);
    if (result === 'changed') await this.blocks.publishFollowsChanged(followerId);
  }

  /** Returns ids of followed fans, newest first, at most 2,000. */
  async followedBy(fanId: string): Promise<string[]> {
    return (await this.newestFollows(fanId)).ids;
  }

  /** Returns the newest follows of a fan; by default as many as `followedBy`. */
  async newestFollows(fanId: string, size = MAX_FOLLOWED): Promise<NewestFollows> {
    const rows = await this.repository.findFollowed(fanId, size);
    const last = rows.length < size ? undefined : rows.at(-1);
    return {
      ids: rows.map((row) => row.followedId),
      last: last && { at: last.createdAt, id: last.followedId },
    };
  }

  /** Returns those of `ids` that the fan follows; with `last`, without older follows than that. */
  followedAmong(
    fanId: string,
    ids: readonly string[],
    last: Position | undefined,
  ): Promise<ReadonlySet<string>> {
    return this.repository.findFollowedAmong(fanId, ids, last);
  }

  /** Returns a text that differs after each change of the fan's follows. */
  versionOf(fanId: string): Promise<string> {
    return this.users.followsVersionOf(fanId);
  }

  /** Returns the length of `followedBy` per fan, from the stored counts. */
  async countsFollowedBy(fanIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const counts = await this.users.friendsCounts(fanIds);
    return new Map([...counts].map(([fanId, count]) => [fanId, Math.min(MAX_FOLLOWED, count)]));
  }

  /** Yields batches of follower ids. */
  followersOf(fanId: string): AsyncIterable<string[]> {
    return this.repository.findFollowers(fanId, BATCH);
  }

  /** Yields followed fans, newest first, for the data export. */
  async *exportOf(fanId: string): AsyncIterable<FanSummary> {
    let after: Position | undefined;
    for (;;) {
      const rows = await this.repository.findFollowed(fanId, BATCH, after);
      const last = rows.at(-1);
      if (!last) return;
      const fans = await this.users.summaries(rows.map((row) => row.followedId));
      for (const row of rows) {
        const fan = fans.get(row.followedId);
        if (fan) yield fan;
      }
      after = { at: last.createdAt, id: last.followedId };
    }
  }

  /** Removes all follows by and of a fan in batches and updates the others' counts. */
  async removeAllOf(fanId: string): Promise<void> {
    await this.removeSide('followerId', fanId);
    await this.removeSide('followedId', fanId);
  }

  private async removeSide(side: Side, fanId: string): Promise<void> {
    const count = side === 'followerId' ? 'followers' : 'friends';
    let removed: string[] | null;
    do {
      removed = await inTransaction(async () => {
        const others = await this.repository.removeSome(side, fanId, REMOVE_BATCH);
        if (others.length === 0) return null;
        await this.counts.countFollows(count, others, -1);
        return others;
      });
    } while (removed);
  }

  private change(followerId: string, followedId: string, isWanted: boolean): Promise<FollowResult> {
    const change = { followerId, isWanted, at: this.clock.now() };
    return this.changes.add(followedId, change);
  }

  private changeBatch(id: string, changes: readonly FollowChange[]): Promise<FollowResult[]> {
    return inTransaction(async () => {
      const { inserted, removed } = await this.repository.change(id, changes);
      const isFound = await this.countInserted(id, toFollowerIds(inserted));
      await this.countRemoved(id, toFollowerIds(removed));
      return changes.map((change) => {
        if (inserted.includes(change)) return isFound ? 'changed' : 'notFound';
        return isFound && removed.includes(change) ? 'changed' : 'unchanged';
      });
    });
  }

  /** Counts new followers, or removes their follows and returns false if the fan does not exist. */
  private async countInserted(id: string, followerIds: readonly string[]): Promise<boolean> {
    if (followerIds.length === 0) return true;
    if ((await this.counts.countFollows('followers', [id], followerIds.length)) === 1) {
      await this.counts.countFollows('friends', followerIds, 1);
      return true;
    }
    await this.repository.remove(id, followerIds);
    return false;
  }

  /** Also if the followed fan is deleted: the followers still exist. */
  private async countRemoved(id: string, followerIds: readonly string[]): Promise<void> {
    if (followerIds.length === 0) return;
    await this.counts.countFollows('followers', [id], -followerIds.length);
    await this.counts.countFollows('friends', followerIds, -1);
  }
}

function toFollowerIds(changes: readonly FollowChange[]): string[] {
  return changes.map(({ followerId }) => followerId);
}
