import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { isInPlay, type Match, type MatchTeam } from '@kickoff/contracts';

import { isDatabaseAway } from '../common/mongo/database-away.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { Clock } from '../common/time/clock.js';
import { MatchChangeDetector } from '../football/match-change-detector.js';
import { RehearsalChangeDetector } from '../football/rehearsals/rehearsal-change-detector.js';
import { MatchChangeTimes, type MatchDetection } from './match-change-times.js';
import { toMoments } from './match-moments.js';
import { NotificationFanoutJob } from './notification-fanout.job.js';
import { matchGroup } from './notification-request.js';
import { MatchNotificationStatesRepository } from './match-notification-states.repository.js';

/**
 * Changes of matches that kicked off, or were resumed, longer ago are not notified. After downtime a
 * server detects hundreds of them at once.
 */
const MAX_AGE_MS = 12 * 60 * 60 * 1000;

/** A change between two states of a match. */
interface MatchChange {
  before: Match;
  after: Match;
  findDetection: () => Promise<MatchDetection>;
  /** The only fans who see the match; absent for all. */
  among?: string[];
}

/**
 * Notifies the fans of both clubs, and those with an alert for the match, of kick-off, goals,
 * corrections and full time.
 */
@Injectable()
export class MatchNotifier implements OnModuleInit {
  private readonly logger = new Logger(MatchNotifier.name);

  constructor(
    private readonly matches: MatchChangeDetector,
    private readonly rehearsals: RehearsalChangeDetector,
    private readonly times: MatchChangeTimes,
    private readonly fanouts: NotificationFanoutJob,
    private readonly states: MatchNotificationStatesRepository,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.matches.changes.on('changed', (before, after) => {
      void this.notify({ before, after, findDetection: () => this.times.find(after) });
    });
    this.rehearsals.changes.on('changed', (before, after, { at, fanIds }) => {
      const findDetection = () => Promise.resolve({ at, isCorrection: false });
      void this.notify({ before, after, findDetection, among: fanIds });
    });
  }

  private async notify({ before, after, findDetection, among }: MatchChange): Promise<void> {
    const { id, utcDate, homeTeam, awayTeam } = after;
    const isRecent = this.isRecent(utcDate);
    if (!(isRecent || isUnfinished(before)) || toMoments(before, after).length === 0) return;
    const group = matchGroup(id, utcDate);
    const teams = [homeTeam, awayTeam].flatMap(teamNames);
    const only = among ? { among } : {};
    try {
      const { at, isCorrection, resumedAt } = await findDetection();
      if (!isRecent && !(resumedAt && this.isRecent(resumedAt))) return;
      const moments = toMoments(before, after, isCorrection);
      const text = moments.at(-1)?.text;
      if (text === undefined) return;
      const match = { id, at };
      const shared = { group, target: { type: 'match', id }, match } as const;
      // After an interruption another instance that detects the change notifies it.
      await inTransaction(async () => {
        const number = await this.states.advance(group, text, this.clock.now());
        if (number === undefined) return;
        // In the same group as the team's: a fan who is in both audiences is notified once.
        for (const { moment, text: line } of moments) {
          const dedupKey = `${number}:${line}`;
          const request = { ...shared, kind: 'match', dedupKey, text: line } as const;
          const audience = { alertsOf: id, moment, exceptTeams: teams, ...only };
          await this.fanouts.start(`alert:${group}:${dedupKey}`, audience, request);
        }
        const dedupKey = `${number}:${text}`;
        const request = { ...shared, kind: 'team', dedupKey, text } as const;
        await this.fanouts.start(`${group}:${dedupKey}`, { teams, ...only }, request);
      });
    } catch (error) {
      if (!isDatabaseAway(error))
        this.logger.error({ event: 'match_notification_failed' }, String(error));
    }
  }

  private isRecent(start: Date | string): boolean {
    return this.clock.now().getTime() - new Date(start).getTime() < MAX_AGE_MS;
  }
}

function isUnfinished(match: Match): boolean {
  return isInPlay(match) || match.status === 'SUSPENDED';
}

/** All values that a fan's `fav_team` may have for this team. */
function teamNames({ id, name, shortName, tla }: MatchTeam): string[] {
  return [id, name, shortName, tla];
}
