import { Injectable } from '@nestjs/common';
import type { FanSummary } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import { Clock } from '../common/time/clock.js';
import { toFanSummary } from './user.view.js';
import { UsersRepository } from './users.repository.js';

/** A change made by another instance is seen after this time at the latest. */
const TTL_MS = 30_000;
/** Beyond this the oldest entries are evicted. */
const MAX_FANS = 20_000;

/**
 * Caches names and pictures: they, not the posts, are the cost of a feed page
 * (docs/decisions/0003). A change by this instance is visible at once.
 */
@Injectable()
export class FanSummaries {
  /** Oldest first; without a summary for a deleted fan. */
  private readonly cache = new Map<string, { summary: FanSummary | undefined; until: number }>();
  /** Grows with each invalidation: an earlier load may be stale. */
  private changes = 0;

  constructor(
    private readonly repository: UsersRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns summaries by id, without deleted fans. */
  async of(ids: readonly Types.ObjectId[]): Promise<Map<string, FanSummary>> {
    const now = this.clock.now().getTime();
    const found = new Map<string, FanSummary>();
    const missing = new Map<string, Types.ObjectId>();
    for (const id of ids) {
      const key = id.toString();
      if (found.has(key)) continue;
      const known = this.cache.get(key);
      if (!known || known.until <= now) missing.set(key, id);
      else if (known.summary) found.set(key, known.summary);
    }
    if (missing.size > 0) await this.load(missing, found, now + TTL_MS);
    return found;
  }

  /** Invalidates a fan. */
  invalidate(id: string): void {
    this.changes += 1;
    this.cache.delete(id);
  }

  private async load(
    missing: ReadonlyMap<string, Types.ObjectId>,
    found: Map<string, FanSummary>,
    until: number,
  ): Promise<void> {
    const { changes } = this;
    const users = await this.repository.findSummaries([...missing.values()]);
    for (const user of users) found.set(user._id.toString(), toFanSummary(user));
    if (changes !== this.changes) return;
    for (const key of missing.keys()) {
      this.cache.delete(key);
      this.cache.set(key, { summary: found.get(key), until });
    }
    for (const oldest of this.cache.keys()) {
      if (this.cache.size <= MAX_FANS) return;
      this.cache.delete(oldest);
    }
  }
}
