import { Injectable } from '@nestjs/common';
import type { MarkedFan } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { Conflict, InvalidInput, NotFound } from '../common/errors/coded-errors.js';
import type { Position } from '../common/http/cursors.js';
import { Clock } from '../common/time/clock.js';
import { UsersService } from '../users/users.service.js';
import type { MarkKind } from './fan-mark.schema.js';
import { FanMarksRepository } from './fan-marks.repository.js';
import { FollowsService } from './follows.service.js';
import { KeptMarks } from './kept-marks.js';
import { PeopleNews } from './people-news.js';

const KINDS = ['block', 'mute', 'dismissal'] as const satisfies readonly MarkKind[];
const BATCH = 500;

const TO_MYSELF: Record<MarkKind, string> = {
  block: 'You cannot block yourself',
  mute: 'You cannot mute yourself',
  dismissal: 'You are not suggested to yourself',
};

/** Of each kind a fan has. */
const MOST_MARKS = 10_000;

const TOO_MANY: Record<MarkKind, string> = {
  block: 'You can block at most 10,000 fans',
  mute: 'You can mute at most 10,000 fans',
  dismissal: 'You can dismiss at most 10,000 suggestions',
};

/**
 * Owns how fans keep each other away: a block hides both from each other and
 * ends their follows, a mute hides the other from me alone, a dismissal only
 * keeps the other out of my suggestions.
 */
@Injectable()
export class BlocksService {
  constructor(
    private readonly repository: FanMarksRepository,
    private readonly marks: KeptMarks,
    private readonly users: UsersService,
    private readonly follows: FollowsService,
    private readonly news: PeopleNews,
    private readonly clock: Clock,
  ) {}

  /** Ids of all fans whose content this one must not see: blocked by either side, or muted. */
  async hiddenFrom(fanId: string): Promise<ReadonlySet<string>> {
    return (await this.marks.of(fanId)).hidden;
  }

  /** The same for each of these fans, as it is at this moment. */
  async hiddenFromEach(fanIds: readonly string[]): Promise<ReadonlySet<string>[]> {
    return (await this.marks.fresh(fanIds)).map(({ hidden }) => hidden);
  }

  /** Whether a block stands between two fans, whoever made it. */
  async separates(oneId: string, otherId: string): Promise<boolean> {
    return (await this.marks.of(oneId)).separated.has(otherId);
  }

  /** Whether a block stands between a fan and anyone at all. */
  async separatesFromSome(fanId: string): Promise<boolean> {
    return (await this.marks.of(fanId)).separated.size > 0;
  }

  /** Which of these fans do not see this one. */
  hiding(actorId: string, fanIds: readonly string[]): Promise<ReadonlySet<string>> {
    return this.repository.findHiding(actorId, fanIds);
  }

  async block(fan: Fan, otherId: string): Promise<void> {
    await this.mark(fan, otherId, 'block');
    // Also where the block was there already: an earlier try may have ended here.
    await Promise.all([
      this.follows.unfollow(fan.id, otherId),
      this.follows.unfollow(otherId, fan.id),
    ]);
    this.news.emit('hidden', fan.id, otherId);
    this.news.emit('hidden', otherId, fan.id);
  }

  async mute(fan: Fan, otherId: string): Promise<void> {
    await this.mark(fan, otherId, 'mute');
    this.news.emit('hidden', fan.id, otherId);
  }

  /** Keeps a fan out of the suggestions for good. */
  dismiss(fan: Fan, otherId: string): Promise<void> {
    return this.mark(fan, otherId, 'dismissal');
  }

  async unblock(fan: Fan, otherId: string): Promise<void> {
    await this.repository.remove(fan.id, otherId, 'block');
    await this.marks.changed(fan.id, otherId);
  }

  async unmute(fan: Fan, otherId: string): Promise<void> {
    await this.repository.remove(fan.id, otherId, 'mute');
    await this.marks.changed(fan.id, otherId);
  }

  /** All whom a fan blocks, mutes or wants no more suggested, for the fan's own copy. */
  async *exportOf(fanId: string): AsyncIterable<MarkedFan> {
    for (const kind of KINDS) {
      let after: Position | undefined;
      for (;;) {
        const rows = await this.repository.findPage(fanId, kind, BATCH, after);
        const last = rows.at(-1);
        if (!last) break;
        const fans = await this.users.summaries(rows.map((row) => row.otherId));
        for (const row of rows) {
          const fan = fans.get(row.otherId.toString());
          if (fan) yield { ...fan, kind };
        }
        after = { at: last.createdAt, id: last.otherId.toString() };
      }
    }
  }

  /** Forgets all that a fan who goes kept away, and all who kept this fan away, in batches. */
  async removeAllOf(fanId: string): Promise<void> {
    for (const side of ['fanId', 'otherId'] as const) {
      for (;;) {
        const removed = await this.repository.removeSome(side, fanId, BATCH);
        if (removed.length === 0) break;
        const ids = removed.flatMap((row) => [row.fanId.toString(), row.otherId.toString()]);
        await this.marks.changed(...new Set(ids));
      }
    }
    await this.marks.removeVersion(fanId);
  }

  private async mark(fan: Fan, otherId: string, kind: MarkKind): Promise<void> {
    if (otherId === fan.id) throw new InvalidInput(TO_MYSELF[kind]);
    if (!(await this.users.exists(otherId))) throw new NotFound('fan');
    const isNew = await this.repository.insert(fan.id, otherId, kind, this.clock.now());
    // After the write and not before it: of parallel ones none comes through beyond the bound.
    if (isNew && (await this.repository.hasMoreThan(MOST_MARKS, fan.id, kind))) {
      await this.repository.remove(fan.id, otherId, kind);
      throw new Conflict(TOO_MANY[kind]);
    }
    await this.marks.changed(fan.id, otherId);
  }
}
