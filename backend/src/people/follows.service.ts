import { Injectable } from '@nestjs/common';
import type { FanSummary } from '@kickoff/contracts';
import { Types } from 'mongoose';

import type { Fan } from '../common/auth/audience.js';
import { InvalidInput, NotFound } from '../common/errors/coded-errors.js';
import type { Position } from '../common/http/cursors.js';
import { Clock } from '../common/time/clock.js';
import { Batches } from '../common/work/batches.js';
import { FanCountsService } from '../users/fan-counts.service.js';
import { UsersService } from '../users/users.service.js';
import {
  type FollowChange,
  type FollowResult,
  FollowsRepository,
  type Side,
} from './follows.repository.js';
import { KeptMarks } from './kept-marks.js';
import { PeopleNews } from './people-news.js';

/** Whose posts and stories a fan follows: the newest so many. */
const MOST_FOLLOWED = 2_000;
const BATCH = 500;
/** Follows of one fan that wait for each other are changed in one go, so many at the most. */
const AT_ONCE = 100;
/** Follows of a leaving fan ended in one transaction: it holds the counts of as many others. */
const ENDED_AT_ONCE = 100;

/**
 * Owns who follows whom. A follow and the counts on both sides change together.
 * Who keeps whom away is the business of blocks.
 */
@Injectable()
export class FollowsService {
  /** Many come to follow the same fan, and meet in that fan's count. */
  private readonly changes = new Batches<FollowChange, FollowResult>(
    (followedId, changes) => this.changeSome(followedId, changes),
    AT_ONCE,
  );

  constructor(
    private readonly repository: FollowsRepository,
    private readonly counts: FanCountsService,
    private readonly marks: KeptMarks,
    private readonly users: UsersService,
    private readonly news: PeopleNews,
    private readonly clock: Clock,
  ) {}

  /** Makes the fan follow another one; once, however often it is asked. */
  async follow(fan: Fan, otherId: string): Promise<void> {
    if (otherId === fan.id) throw new InvalidInput('You cannot follow yourself');
    const { separated } = await this.marks.of(fan.id);
    if (separated.has(otherId)) throw new NotFound('fan');

    const result = await this.change(fan.id, otherId, true);
    if (result === 'nobody') throw new NotFound('fan');
    if (result === 'as it was') {
      // The follows of a fan who has left go behind the answer.
      if (!(await this.users.exists(otherId))) throw new NotFound('fan');
      return;
    }
    // Asked after the row is there: a block made meanwhile has ended the follow, or is seen now.
    if (await this.marks.isBlockBetween(fan.id, otherId)) {
      await this.unfollow(fan.id, otherId);
      throw new NotFound('fan');
    }
    await this.marks.followsChanged(fan.id);
    this.news.emit('followed', fan.id, otherId);
  }

  /** Ends a follow where there is one. */
  async unfollow(followerId: string, followedId: string): Promise<void> {
    const result = await this.change(followerId, followedId, false);
    if (result === 'changed') await this.marks.followsChanged(followerId);
  }

  /** Ids of those whom a fan follows, newest first: the newest 2,000 at most. */
  async followedBy(fanId: string): Promise<string[]> {
    const rows = await this.repository.findFollowed(fanId, MOST_FOLLOWED);
    return rows.map((row) => row.followedId.toString());
  }

  /** How many `followedBy` tells of each of these fans, as it is kept beside them. */
  async countsFollowedBy(fanIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const counts = await this.users.friendsCounts(fanIds);
    return new Map([...counts].map(([fanId, count]) => [fanId, Math.min(MOST_FOLLOWED, count)]));
  }

  /** Ids of all who follow a fan, batch by batch. */
  followersOf(fanId: string): AsyncIterable<string[]> {
    return this.repository.findFollowers(fanId, BATCH);
  }

  /** All whom a fan follows, newest first, for the fan's own copy. */
  async *exportOf(fanId: string): AsyncIterable<FanSummary> {
    let after: Position | undefined;
    for (;;) {
      const rows = await this.repository.findFollowed(fanId, BATCH, after);
      const last = rows.at(-1);
      if (!last) return;
      const fans = await this.users.summaries(rows.map((row) => row.followedId));
      for (const row of rows) {
        const fan = fans.get(row.followedId.toString());
        if (fan) yield fan;
      }
      after = { at: last.createdAt, id: last.followedId.toString() };
    }
  }

  /** Ends all follows by and of a fan who goes, in batches; the others' counts stay right. */
  async removeAllOf(fanId: string): Promise<void> {
    await this.removeSide('followerId', fanId);
    await this.removeSide('followedId', fanId);
  }

  private async removeSide(side: Side, fanId: string): Promise<void> {
    const count = side === 'followerId' ? 'followers' : 'friends';
    let removed;
    do {
      removed = await this.repository.removeSome(
        side,
        fanId,
        ENDED_AT_ONCE,
        async (others, transaction) => {
          await this.counts.countFollows(count, others, -1, transaction);
        },
      );
    } while (removed > 0);
  }

  private change(followerId: string, followedId: string, isWanted: boolean): Promise<FollowResult> {
    const change = { followerId: new Types.ObjectId(followerId), isWanted, at: this.clock.now() };
    return this.changes.add(followedId, change);
  }

  private changeSome(id: string, changes: readonly FollowChange[]): Promise<FollowResult[]> {
    const followed = new Types.ObjectId(id);
    return this.repository.change(followed, changes, async (followers, change, transaction) => {
      const all = followers.length * change;
      const found = await this.counts.countFollows('followers', [followed], all, transaction);
      // Also where the followed one is gone: those who end a follow are not.
      if (found === 1 || change === -1) {
        await this.counts.countFollows('friends', followers, change, transaction);
      }
      return found === 1;
    });
  }
}
