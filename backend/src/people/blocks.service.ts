import { Injectable } from '@nestjs/common';
import type { MarkedFan } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { Conflict, InvalidInput, NotFound } from '../common/errors/coded-errors.js';
import type { Position } from '../common/http/cursors.js';
import { Clock } from '../common/time/clock.js';
import { UsersService } from '../users/users.service.js';
import type { RelationKind } from './fan-relation.schema.js';
import { FanRelationsRepository } from './fan-relations.repository.js';
import { FollowsService } from './follows.service.js';
import { BlockCache } from './block-cache.js';
import { PeopleEvents } from './people-events.js';

const KINDS = ['block', 'mute', 'dismissal'] as const satisfies readonly RelationKind[];
const BATCH = 500;
const DAY_MS = 24 * 60 * 60_000;

const SELF_ERRORS: Record<RelationKind, string> = {
  block: 'You cannot block yourself',
  mute: 'You cannot mute yourself',
  dismissal: 'You are not suggested to yourself',
};

/** Per fan and kind. */
const MAX_RELATIONS = 10_000;

const LIMIT_ERRORS: Record<RelationKind, string> = {
  block: 'You can block at most 10,000 fans',
  mute: 'You can mute at most 10,000 fans',
  dismissal: 'You can dismiss at most 10,000 suggestions',
};

/**
 * Blocks, mutes and dismissals. A block hides both fans from each other and ends their follows, a
 * mute hides the other only from its owner, a dismissal only removes the other from suggestions.
 */
@Injectable()
export class BlocksService {
  constructor(
    private readonly repository: FanRelationsRepository,
    private readonly cache: BlockCache,
    private readonly users: UsersService,
    private readonly follows: FollowsService,
    private readonly events: PeopleEvents,
    private readonly clock: Clock,
  ) {}

  /** Returns ids of fans whose content this fan must not see: blocked by either side, or muted. */
  async hiddenFrom(fanId: string): Promise<ReadonlySet<string>> {
    return (await this.cache.get(fanId)).hidden;
  }

  /** Returns the same for each of these fans, past the cache. */
  async hiddenFromEach(fanIds: readonly string[]): Promise<ReadonlySet<string>[]> {
    return (await this.cache.getFresh(fanIds)).map(({ hidden }) => hidden);
  }

  /** Returns ids of fans that this fan blocks or that block this fan. */
  async blockedAround(fanId: string): Promise<ReadonlySet<string>> {
    return (await this.cache.get(fanId)).blocked;
  }

  /** Returns whether either fan blocks the other. */
  async areBlocked(oneId: string, otherId: string): Promise<boolean> {
    return (await this.cache.get(oneId)).blocked.has(otherId);
  }

  /** Returns whether a fan blocks anyone or is blocked. */
  async hasBlocks(fanId: string): Promise<boolean> {
    return (await this.cache.get(fanId)).blocked.size > 0;
  }

  /** Returns those of `fanIds` that cannot see the actor. */
  findFansHiding(actorId: string, fanIds: readonly string[]): Promise<ReadonlySet<string>> {
    return this.repository.findHiding(actorId, fanIds);
  }

  async block(fan: Fan, otherId: string): Promise<void> {
    await this.hide(fan, otherId, 'block');
    // Also if the block existed: an earlier attempt may have failed at this point.
    await Promise.all([
      this.follows.unfollow(fan.id, otherId),
      this.follows.unfollow(otherId, fan.id),
    ]);
    this.events.emit('hidden', fan.id, otherId);
    this.events.emit('hidden', otherId, fan.id);
  }

  async mute(fan: Fan, otherId: string): Promise<void> {
    await this.hide(fan, otherId, 'mute');
    this.events.emit('hidden', fan.id, otherId);
  }

  /** Removes a fan from the suggestions, for some days or permanently. */
  async dismiss(fan: Fan, otherId: string, days?: number): Promise<void> {
    const createdAt = this.clock.now();
    const until =
      days === undefined ? {} : { until: new Date(createdAt.getTime() + days * DAY_MS) };
    await this.addRelation(fan, otherId, 'dismissal', () =>
      this.repository.dismiss(fan.id, otherId, { createdAt, ...until }),
    );
  }

  async unblock(fan: Fan, otherId: string): Promise<void> {
    await this.removeRelation(fan, otherId, 'block');
  }

  async unmute(fan: Fan, otherId: string): Promise<void> {
    await this.removeRelation(fan, otherId, 'mute');
  }

  /** Yields a fan's blocks, mutes and dismissals that have not ended for the data export. */
  async *exportOf(fanId: string): AsyncIterable<MarkedFan> {
    const now = this.clock.now();
    for (const kind of KINDS) {
      let after: Position | undefined;
      for (;;) {
        const rows = await this.repository.findPage(fanId, kind, BATCH, after);
        const last = rows.at(-1);
        if (!last) break;
        const fans = await this.users.summaries(rows.map((row) => row.otherId));
        for (const { otherId, until } of rows) {
          const fan = fans.get(otherId);
          if (!fan || (until && until <= now)) continue;
          yield { ...fan, kind, ...(until ? { until: until.toISOString() } : {}) };
        }
        after = { at: last.createdAt, id: last.otherId };
      }
    }
  }

  /** Removes all relations of and to a fan, in batches. */
  async removeAllOf(fanId: string): Promise<void> {
    for (const side of ['fanId', 'otherId'] as const) {
      for (;;) {
        const removed = await this.repository.removeSome(side, fanId, BATCH);
        if (removed.length === 0) break;
        const ids = removed.flatMap((row) => [row.fanId, row.otherId]);
        await this.cache.invalidate(...new Set(ids));
      }
    }
    await this.cache.removeVersion(fanId);
  }

  private hide(fan: Fan, otherId: string, kind: 'block' | 'mute'): Promise<void> {
    return this.addRelation(fan, otherId, kind, () =>
      this.repository.insert(fan.id, otherId, kind, this.clock.now()),
    );
  }

  /** @param insert returns whether the relation is new */
  private async addRelation(
    fan: Fan,
    otherId: string,
    kind: RelationKind,
    insert: () => Promise<boolean>,
  ): Promise<void> {
    if (otherId === fan.id) throw new InvalidInput(SELF_ERRORS[kind]);
    if (!(await this.users.exists(otherId))) throw new NotFound('fan');
    const isNew = await insert();
    // Checked after the write, so that concurrent calls cannot exceed the limit.
    if (isNew && (await this.repository.hasMoreThan(MAX_RELATIONS, fan.id, kind))) {
      await this.repository.remove(fan.id, otherId, kind);
      throw new Conflict(LIMIT_ERRORS[kind]);
    }
    await this.cache.invalidate(fan.id, otherId);
  }

  private async removeRelation(fan: Fan, otherId: string, kind: 'block' | 'mute'): Promise<void> {
    await this.repository.remove(fan.id, otherId, kind);
    // A version is stored for existing fans only.
    const others = (await this.users.exists(otherId)) ? [otherId] : [];
    await this.cache.invalidate(fan.id, ...others);
  }
}
