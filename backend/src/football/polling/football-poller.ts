import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import { Chance } from '../../common/chance/chance.js';
import { SETTINGS } from '../../common/config/config.module.js';
import type { Settings } from '../../common/config/env.js';
import { isDatabaseAway } from '../../common/mongo/database-away.js';
import { Clock } from '../../common/time/clock.js';
import { SingleFlight } from '../../common/work/single-flight.js';
import { correctedMatches } from '../corrections/corrected-matches.js';
import { CorrectionsRepository } from '../corrections/corrections.repository.js';
import { Coverage } from '../providers/coverage.js';
import type { LeagueSnapshot } from '../snapshots/league-snapshot.js';
import { SnapshotSource } from '../snapshots/snapshot-source.js';
import { SnapshotsRepository } from '../snapshots/snapshots.repository.js';
import { RefreshesRepository } from './refreshes.repository.js';
import { PollerLeaseRepository } from './poller-lease.repository.js';
import { ProviderQueue } from './provider-queue.js';

const TICK_MS = 1_000;
/** A third of the lease: two renewals may fail before another instance takes over. */
const RENEW_MS = 30_000;

/**
 * Owns when providers are asked: one instance of all asks, one call at a time
 * for each provider, whatever fans do. Without a key there is nobody to ask.
 */
@Injectable()
export class FootballPoller implements BeforeApplicationShutdown {
  private readonly logger = new Logger(FootballPoller.name);
  private readonly queues: readonly ProviderQueue[];
  private readonly flight = new SingleFlight(() => this.turn());
  private closing = false;
  private lease: { fence: number; takenMs: number } | undefined;

  constructor(
    coverage: Coverage,
    @Inject(SETTINGS) settings: Settings,
    private readonly source: SnapshotSource,
    private readonly snapshots: SnapshotsRepository,
    private readonly leases: PollerLeaseRepository,
    private readonly refreshes: RefreshesRepository,
    private readonly corrections: CorrectionsRepository,
    private readonly clock: Clock,
    chance: Chance,
  ) {
    this.queues = coverage.providers.map(
      (provider) =>
        new ProviderQueue(
          provider,
          coverage.leaguesOf(provider),
          {
            snapshotOf: (league) => this.source.snapshotOf(league),
            store: (snapshot) => this.store(snapshot),
          },
          settings.footballLivePollMs ?? provider.livePollMs,
          () => chance.next(),
        ),
    );
  }

  /** Does what is due; never two turns at once. */
  @Interval(TICK_MS)
  async tick(): Promise<void> {
    if (this.queues.length === 0) return;
    await this.flight.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    await this.flight.running;
    if (this.lease) await this.leases.release().catch(ignoreDatabaseAway);
  }

  private async turn(): Promise<void> {
    if (this.closing) return;
    try {
      if (!(await this.holdLease())) return;
      await this.source.prepare();
      const now = this.clock.now();
      for (const league of await this.refreshes.take()) {
        for (const queue of this.queues) queue.want(league, now);
      }
      await Promise.all(this.queues.map((queue) => queue.step(now)));
    } catch (error) {
      ignoreDatabaseAway(error);
    }
  }

  private async holdLease(): Promise<boolean> {
    const now = this.clock.now().getTime();
    if (this.lease && Math.abs(now - this.lease.takenMs) < RENEW_MS) return true;
    const fence = await this.leases.take();
    this.lease = fence === undefined ? undefined : { fence, takenMs: now };
    return this.lease !== undefined;
  }

  private async store(snapshot: LeagueSnapshot): Promise<void> {
    if (!this.lease) return;
    const before = this.source.snapshotOf(snapshot._id)?.matches.data ?? [];
    const next = { ...snapshot, revision: snapshot.revision + 1, fence: this.lease.fence };
    if (await this.snapshots.replace(next)) {
      this.source.keep(next);
      const corrected = correctedMatches(before, next.matches.data ?? []);
      await this.corrections.add(next._id, corrected, this.clock.now());
      return;
    }
    this.logger.warn({ event: 'footballLeaseLost', league: snapshot._id });
    this.lease = undefined;
  }
}

/** While the database is away nothing is fetched, for it could not be kept; its own log says so. */
function ignoreDatabaseAway(error: unknown): void {
  if (!isDatabaseAway(error)) throw error;
}
