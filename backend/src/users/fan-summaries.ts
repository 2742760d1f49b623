import { Injectable } from '@nestjs/common';
import type { FanSummary } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import { Clock } from '../common/time/clock.js';
import { toFanSummary } from './user.view.js';
import { UsersRepository } from './users.repository.js';

/** A change made by another instance is seen after this time at the latest. */
const KEPT_MS = 30_000;
/** Beyond it the longest kept are asked for again. */
const MOST_KEPT = 20_000;

/**
 * Keeps names and pictures for a moment: the people named, not the posts, are
 * what a page of the feed costs (docs/decisions/0003). A change made here is
 * seen at once.
 */
@Injectable()
export class FanSummaries {
  /** In order of asking, oldest first; without a summary, a fan who is gone. */
  private readonly kept = new Map<string, { summary: FanSummary | undefined; until: number }>();
  /** Grows when something is forgotten: what was asked before it may be out of date. */
  private changes = 0;

  constructor(
    private readonly repository: UsersRepository,
    private readonly clock: Clock,
  ) {}

  /** Names and pictures by id; a fan who is gone is not in the answer. */
  async of(ids: readonly Types.ObjectId[]): Promise<Map<string, FanSummary>> {
    const now = this.clock.now().getTime();
    const found = new Map<string, FanSummary>();
    const missing = new Map<string, Types.ObjectId>();
    for (const id of ids) {
      const key = id.toString();
      if (found.has(key)) continue;
      const known = this.kept.get(key);
      if (!known || known.until <= now) missing.set(key, id);
      else if (known.summary) found.set(key, known.summary);
    }
    if (missing.size > 0) await this.load(missing, found, now + KEPT_MS);
    return found;
  }

  /** Has a fan's name and picture asked for again. */
  forget(id: string): void {
    this.changes += 1;
    this.kept.delete(id);
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
      this.kept.delete(key);
      this.kept.set(key, { summary: found.get(key), until });
    }
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MOST_KEPT) return;
      this.kept.delete(oldest);
    }
  }
}
