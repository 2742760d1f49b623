import { Injectable } from '@nestjs/common';
import type { FanSummary } from '@kickoff/contracts';
import { Types } from 'mongoose';

import type { Fan } from '../common/auth/audience.js';
import { InvalidInput, NotFound } from '../common/errors/coded-errors.js';
import type { Position } from '../common/http/cursors.js';
import { Clock } from '../common/time/clock.js';
import { UsersService } from '../users/users.service.js';
import { FollowCountsService } from './follow-counts.service.js';
import { FollowsRepository } from './follows.repository.js';
import { KeptMarks } from './kept-marks.js';
import { PeopleNews } from './people-news.js';

/** Whose posts and stories a fan follows: the newest so many. */
const MOST_FOLLOWED = 2_000;
const BATCH = 500;

/**
 * Owns who follows whom. The row decides and counts follow it. Who keeps whom
 * away is the business of blocks.
 */
@Injectable()
export class FollowsService {
  constructor(
    private readonly repository: FollowsRepository,
    private readonly counts: FollowCountsService,
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

    if (!(await this.repository.insert(fan.id, otherId, this.clock.now()))) {
      // A parallel call may just be finding out that there is no such fan.
      if (!(await this.users.exists(otherId))) throw new NotFound('fan');
      return;
    }
    // The count tells too whether there is such a fan.
    const isThere = await this.counts.count(fan.id, otherId, 1);
    // Asked after the row is there: a block made meanwhile has ended the follow, or is seen now.
    if (isThere && !(await this.marks.isBlockBetween(fan.id, otherId))) {
      await this.marks.changed(fan.id);
      this.news.emit('followed', fan.id, otherId);
      return;
    }
    await this.unfollow(fan.id, otherId);
    throw new NotFound('fan');
  }

  /** Ends a follow where there is one. */
  async unfollow(followerId: string, followedId: string): Promise<void> {
    if (!(await this.repository.remove(followerId, followedId))) return;
    await this.counts.count(followerId, followedId, -1);
    await this.marks.changed(followerId);
  }

  /** Ids of those whom a fan follows, newest first: the newest 2,000 at most. */
  async followedBy(fanId: string): Promise<string[]> {
    const rows = await this.repository.findFollowed(fanId, MOST_FOLLOWED);
    return rows.map((row) => row.followedId.toString());
  }

  /** How many `followedBy` tells of each of these fans, as it is kept beside them. */
  async countsFollowedBy(fanIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const kept = await this.counts.kept(fanIds.map((id) => new Types.ObjectId(id)));
    return new Map(
      kept.map(({ _id, counts }) => [_id.toString(), Math.min(MOST_FOLLOWED, counts.friends)]),
    );
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
    for (const side of ['followerId', 'followedId'] as const) {
      for (;;) {
        const others = await this.repository.findOthers(side, fanId, BATCH);
        if (others.length === 0) break;
        const ended = await this.repository.removeSome(side, fanId, others);
        if (ended === others.length) {
          await this.counts.countEnded(side === 'followerId' ? 'followers' : 'friends', others);
        } else {
          // Some ended by themselves meanwhile and are counted already.
          await this.counts.recount(others);
        }
      }
    }
  }
}
