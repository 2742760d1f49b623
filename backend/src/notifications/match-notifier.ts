import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Match, MatchTeam } from '@kickoff/contracts';

import { isDatabaseAway } from '../common/mongo/database-away.js';
import { Clock } from '../common/time/clock.js';
import { MatchChangeDetector } from '../football/match-change-detector.js';
import { NotificationFanoutJob } from './notification-fanout.job.js';
import { MatchNotificationStatesRepository } from './match-notification-states.repository.js';

/**
 * Changes of matches that kicked off longer ago are not notified. After downtime a server detects
 * hundreds of them at once.
 */
const MAX_AGE_MS = 12 * 60 * 60 * 1000;

/** Notifies the fans of both clubs of kick-off, goals, corrections and full time. */
@Injectable()
export class MatchNotifier implements OnModuleInit {
  private readonly logger = new Logger(MatchNotifier.name);

  constructor(
    private readonly matches: MatchChangeDetector,
    private readonly fanouts: NotificationFanoutJob,
    private readonly states: MatchNotificationStatesRepository,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.matches.changes.on('changed', (before, after) => void this.notify(before, after));
  }

  private async notify(before: Match, after: Match): Promise<void> {
    const text = formatChange(before, after);
    const { id, utcDate, homeTeam, awayTeam } = after;
    const isRecent = this.clock.now().getTime() - Date.parse(utcDate) < MAX_AGE_MS;
    if (text === undefined || !isRecent) return;
    // The date is part of the group: a replay on another day is notified separately.
    const group = `team:${id}:${utcDate.slice(0, 10)}`;
    const teams = [homeTeam, awayTeam].flatMap(teamNames);
    try {
      const number = await this.states.advance(group, text, this.clock.now());
      if (number === undefined) return;
      const dedupKey = `${number}:${text}`;
      const target = { type: 'match', id } as const;
      const request = { kind: 'team', group, target, dedupKey, text } as const;
      await this.fanouts.start(`${group}:${dedupKey}`, { teams }, request);
    } catch (error) {
      if (!isDatabaseAway(error))
        this.logger.error({ event: 'match_notification_failed' }, String(error));
    }
  }
}

/** All values that a fan's `fav_team` may have for this team. */
function teamNames({ id, name, shortName, tla }: MatchTeam): string[] {
  return [id, name, shortName, tla];
}

/** Formats the change between two states of a match, or returns undefined if it needs no notification. */
function formatChange(before: Match, after: Match): string | undefined {
  const { homeTeam, awayTeam, status } = after;
  const goals = toGoals(after);
  const line = `${homeTeam.shortName} ${goals.join('–')} ${awayTeam.shortName}`;
  if (status === 'FINISHED' && before.status !== 'FINISHED') return `Full time: ${line}`;
  const change = sum(goals) - sum(toGoals(before));
  if (change > 0) return `Goal: ${line}`;
  if (change < 0) return `Corrected: ${line}`;
  if (status === 'IN_PLAY' && !hasBegun(before)) {
    return `Kick-off: ${homeTeam.shortName} – ${awayTeam.shortName}`;
  }
  return undefined;
}

function toGoals({ score: { fullTime } }: Match): [number, number] {
  return [fullTime.homeTeam ?? 0, fullTime.awayTeam ?? 0];
}

const sum = ([home, away]: [number, number]) => home + away;

function hasBegun({ status }: Match): boolean {
  return status === 'IN_PLAY' || status === 'PAUSED' || status === 'FINISHED';
}
