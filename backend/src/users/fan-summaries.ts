import { Injectable } from '@nestjs/common';
import type { FanSummary } from '@kickoff/contracts';

import type { ByteBoundedCache } from '../common/cache/byte-bounded-cache.js';
import { Caches } from '../common/cache/caches.js';
import { Clock } from '../common/time/clock.js';
import { toFanSummary } from './user.view.js';
import { UsersRepository } from './users.repository.js';

/** Maximum time until a change by another instance is visible. */
const TTL_MS = 30_000;
const MAX_BYTES = 8 * 1024 * 1024;
/** Of a summary with its strings and its entry: 20,000 fans fit. */
const SUMMARY_BYTES = 400;

interface CachedSummary {
  /** Undefined for a deleted fan. */
  summary: FanSummary | undefined;
  until: number;
}

/**
 * Caches names and pictures, which dominate the cost of a feed page (docs/decisions/0003). A change
 * by this instance is visible immediately.
 */
@Injectable()
export class FanSummaries {
  private readonly cache: ByteBoundedCache<CachedSummary>;
  /** Grows with each invalidation: an earlier load may be stale, and so may what was made of one. */
  changes = 0;

  constructor(
    private readonly repository: UsersRepository,
    private readonly clock: Clock,
    caches: Caches,
  ) {
    this.cache = caches.create('fan_summaries', MAX_BYTES);
  }

  /** Returns summaries by id, without deleted fans. */
  async of(ids: readonly string[]): Promise<Map<string, FanSummary>> {
    const now = this.clock.now().getTime();
    const found = new Map<string, FanSummary>();
    const missing = new Set<string>();
    for (const id of ids) {
      if (found.has(id)) continue;
      const known = this.cache.get(id, ({ until }) => now < until);
      if (!known) missing.add(id);
      else if (known.summary) found.set(id, known.summary);
    }
    if (missing.size > 0) await this.load(missing, found, now + TTL_MS);
    return found;
  }

  /**
   * Returns until when the cached summaries of all these fans may be shown, by the clock; undefined if
   * one is not cached.
   */
  validUntil(ids: readonly string[]): number | undefined {
    let until = Infinity;
    for (const id of ids) {
      const known = this.cache.peek(id);
      if (!known) return undefined;
      until = Math.min(until, known.until);
    }
    return until;
  }

  /** Invalidates a fan. */
  invalidate(id: string): void {
    this.changes += 1;
    this.cache.delete(id);
  }

  private async load(
    missing: ReadonlySet<string>,
    found: Map<string, FanSummary>,
    until: number,
  ): Promise<void> {
    const { changes } = this;
    const users = await this.repository.findSummaries([...missing]);
    for (const user of users) found.set(user._id, toFanSummary(user));
    if (changes !== this.changes) return;
    for (const id of missing) {
      this.cache.set(id, { summary: found.get(id), until }, SUMMARY_BYTES);
    }
  }
}
