import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Match } from '@kickoff/contracts';

import type { Job } from '../common/jobs/job.js';
import { Jobs } from '../common/jobs/jobs.js';
import { isDatabaseAway } from '../common/mongo/database-away.js';
import { Clock } from '../common/time/clock.js';
import { MatchChangeDetector } from '../football/match-change-detector.js';
import { MatchFinder } from '../football/match-finder.js';
import { isOver } from '../football/match-state.js';
import { MatchAlertsRepository } from './match-alerts.repository.js';

const DAY_MS = 24 * 60 * 60_000;
const INTERVAL_MS = 10 * 60_000;

/**
 * Expires alerts a day after full time, unless the match is played after all. The job also covers
 * changes that no instance detected, and unknown matches.
 */
@Injectable()
export class MatchAlertExpiryJob implements OnModuleInit {
  private readonly logger = new Logger(MatchAlertExpiryJob.name);
  private readonly job: Job;

  constructor(
    private readonly repository: MatchAlertsRepository,
    private readonly matches: MatchFinder,
    private readonly detector: MatchChangeDetector,
    private readonly clock: Clock,
    jobs: Jobs,
  ) {
    this.job = jobs.create('match-alert-expiry', () => this.applyAll());
  }

  onModuleInit(): void {
    this.detector.changes.on('changed', (before, after) => {
      if (isOver(before) || isOver(after)) void this.applyDetected(after);
    });
  }

  @Interval(INTERVAL_MS)
  run(): Promise<void> {
    return this.job.run();
  }

  private async applyAll(): Promise<void> {
    for (const matchId of await this.repository.findMatchIds()) {
      if (this.job.isClosing) return;
      const match = await this.matches.find(matchId);
      if (!match || isOver(match)) await this.expire(matchId);
    }
    for (const matchId of await this.repository.findExpiringMatchIds()) {
      if (this.job.isClosing) return;
      const match = await this.matches.find(matchId);
      if (match && !isOver(match)) await this.repository.cancelExpiry(matchId);
    }
  }

  private async applyDetected(match: Match): Promise<void> {
    try {
      if (isOver(match)) await this.expire(match.id);
      else await this.repository.cancelExpiry(match.id);
    } catch (error) {
      // The job does it later.
      if (!isDatabaseAway(error)) {
        this.logger.error({ event: 'match_alert_expiry_failed' }, String(error));
      }
    }
  }

  private expire(matchId: string): Promise<void> {
    return this.repository.expire(matchId, new Date(this.clock.now().getTime() + DAY_MS));
  }
}
