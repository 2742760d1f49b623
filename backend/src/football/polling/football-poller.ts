import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type League, LEAGUES } from '@kickoff/contracts';

import { Chance } from '../../common/chance/chance.js';
import { SETTINGS } from '../../common/config/config.module.js';
import type { Settings } from '../../common/config/env.js';
import { isDatabaseAway } from '../../common/mongo/database-away.js';
import { inTransaction } from '../../common/mongo/transaction.js';
import { Clock } from '../../common/time/clock.js';
import { CoalescingRunner } from '../../common/work/coalescing-runner.js';
import { correctedMatches } from '../corrections/corrected-matches.js';
import { CorrectionsRepository } from '../corrections/corrections.repository.js';
import { Coverage } from '../providers/coverage.js';
import type { ProviderFault } from '../providers/league-data-provider.js';
import { endedSeason } from '../snapshots/former-season.schema.js';
import type { LeagueSnapshot } from '../snapshots/league-snapshot.schema.js';
import { SnapshotSource } from '../snapshots/snapshot-source.js';
import { SnapshotsRepository } from '../snapshots/snapshots.repository.js';
import { lostMatches } from '../snapshots/staleness.js';
import { TimelineRecorder } from '../timelines/timeline-recorder.js';
import type { RefreshRequest } from './refresh-request.schema.js';
import { RefreshesRepository } from './refreshes.repository.js';
import { PollerLeaseRepository } from './poller-lease.repository.js';
import { PollScheduler } from './poll-scheduler.js';

const TICK_MS = 1_000;
/** A third of the lease: two renewals may fail before another instance takes over. */
const RENEW_MS = 30_000;

/**
 * Polls providers: one instance holds the lease, one call at a time per provider, independent of
 * fans' requests. Without a key there are no providers.
 */
@Injectable()
export class FootballPoller implements BeforeApplicationShutdown {
  private readonly logger = new Logger(FootballPoller.name);
  private readonly schedulers: readonly PollScheduler[];
  private readonly runner = new CoalescingRunner(() => this.turn());
  private closing = false;
  private lease: { fence: number; takenMs: number } | undefined;

  constructor(
    coverage: Coverage,
    @Inject(SETTINGS) settings: Settings,
    private readonly source: SnapshotSource,
    private readonly snapshots: SnapshotsRepository,
    private readonly timelines: TimelineRecorder,
    private readonly leases: PollerLeaseRepository,
    private readonly refreshes: RefreshesRepository,
    private readonly corrections: CorrectionsRepository,
    private readonly clock: Clock,
    chance: Chance,
  ) {
    this.schedulers = coverage.providers.map(
      (provider) =>
        new PollScheduler(
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

  /** Runs due calls; ticks never overlap. */
  @Interval(FootballPoller.name, TICK_MS)
  async tick(): Promise<void> {
    if (this.schedulers.length === 0) return;
    await this.runner.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing = true;
    await this.runner.running;
    if (this.lease) await this.leases.release().catch(ignoreDatabaseAway);
  }

  private async turn(): Promise<void> {
    if (this.closing) return;
    try {
      if (!(await this.holdLease())) return;
      await this.source.prepare();
      const now = this.clock.now();
      const requests = await this.refreshes.find();
      for (const { _id: league } of requests) {
        for (const queue of this.schedulers) queue.requestRefresh(league, now);
      }
      await Promise.all(this.schedulers.map((queue) => queue.step(now)));
      await this.removeFinished(requests);
      await this.recordSilence(now);
      await this.recordRefusals();
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

  /** A request outlives this instance until then: the next one continues it. */
  private async removeFinished(requests: readonly RefreshRequest[]): Promise<void> {
    for (const request of requests) {
      const isRunning = this.schedulers.some((queue) => queue.isRefreshing(request._id));
      if (!isRunning) await this.refreshes.remove(request);
    }
  }

  /** Stores matches about which the provider has become silent; its next response ends that. */
  private async recordSilence(now: Date): Promise<void> {
    for (const league of LEAGUES) {
      const snapshot = this.source.snapshotOf(league);
      if (!snapshot) continue;
      const { length } = lostMatches(snapshot, now.getTime());
      if (length > (snapshot.lost?.length ?? 0)) await this.store(snapshot);
    }
  }

  /** Stores the refusals again under a lease that was lost and taken back. */
  private async recordRefusals(): Promise<void> {
    for (const league of LEAGUES) {
      const snapshot = this.source.snapshotOf(league);
      const isStored = snapshot?.fence === this.lease?.fence;
      if (snapshot && !isStored && this.refusalOf(league)) await this.store(snapshot);
    }
  }

  private refusalOf(league: League): ProviderFault | undefined {
    return this.schedulers.flatMap((queue) => queue.refusalOf(league) ?? [])[0];
  }

  /** Replaces what an instance before this one stored. */
  private withRefusal(snapshot: LeagueSnapshot): LeagueSnapshot {
    const refusal = this.refusalOf(snapshot._id);
    const next = { ...snapshot };
    delete next.refusal;
    return refusal ? { ...next, refusal } : next;
  }

  /** Stores a snapshot, its timeline entries and the season that it ends in one transaction. */
  private async store(snapshot: LeagueSnapshot): Promise<void> {
    if (!this.lease) return;
    const { fence } = this.lease;
    const now = this.clock.now();
    const before = this.source.storedOf(snapshot._id);
    const shown = this.source.snapshotOf(snapshot._id)?.matches.data ?? [];
    const revision = (before?.revision ?? 0) + 1;
    const hasAnswer =
      snapshot.matches.fetchedAt?.getTime() !== before?.matches.fetchedAt?.getTime();
    // Silence ends with the provider's next response about matches, not when they must be over.
    const known = { ...snapshot, lost: hasAnswer ? [] : (before?.lost ?? []) };
    const next = this.withRefusal({
      ...known,
      revision,
      fence,
      lost: lostMatches(known, now.getTime()),
    });
    const ended = endedSeason(before, next);
    const isStored = await inTransaction(async () => {
      if (!(await this.snapshots.replace(next))) return null;
      if (ended) await this.snapshots.replaceFormerSeason(ended);
      await this.timelines.record(before, next, now);
      return true;
    });
    if (isStored) {
      this.source.cache(next);
      const corrected = correctedMatches(shown, next.matches.data ?? []);
      await this.corrections.add(next._id, corrected, now);
      return;
    }
    this.logger.warn({ event: 'football_lease_lost', league: snapshot._id });
    this.lease = undefined;
  }
}

/** Nothing is fetched while the database is unavailable, which is logged elsewhere. */
function ignoreDatabaseAway(error: unknown): void {
  if (!isDatabaseAway(error)) throw error;
}
