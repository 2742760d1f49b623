import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Match, MatchTeam } from '@kickoff/contracts';

import { isDatabaseAway } from '../common/mongo/database-away.js';
import { Clock } from '../common/time/clock.js';
import { MatchNews } from '../football/match-news.js';
import { NotificationRounds } from './notification-rounds.js';
import { ToldMatchesRepository } from './told-matches.repository.js';

/**
 * What happened in a match that kicked off longer ago is no news. A server that has slept finds
 * hundreds of them at once.
 */
const NEWS_MS = 12 * 60 * 60 * 1000;

/** Tells the fans of both clubs of a kick-off, a goal and the end of their match. */
@Injectable()
export class MatchTellings implements OnModuleInit {
  private readonly logger = new Logger(MatchTellings.name);

  constructor(
    private readonly matches: MatchNews,
    private readonly rounds: NotificationRounds,
    private readonly told: ToldMatchesRepository,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.matches.changes.on('changed', (before, after) => void this.tell(before, after));
  }

  private async tell(before: Match, after: Match): Promise<void> {
    const text = inWords(before, after);
    const { id, utcDate, homeTeam, awayTeam } = after;
    const isNews = this.clock.now().getTime() - Date.parse(utcDate) < NEWS_MS;
    if (text === undefined || !isNews) return;
    // A match that is played again another day is another match to its fans.
    const group = `team:${id}:${utcDate.slice(0, 10)}`;
    const teams = [homeTeam, awayTeam].flatMap(namesOf);
    try {
      const number = await this.told.next(group, text, this.clock.now());
      if (number === undefined) return;
      const once = `${number}:${text}`;
      const telling = { kind: 'team', group, target: { type: 'match', id }, once, text } as const;
      await this.rounds.begin(`${group}:${once}`, { teams }, telling);
    } catch (error) {
      if (!isDatabaseAway(error)) this.logger.error({ event: 'tellingFailed' }, String(error));
    }
  }
}

/** All by which a fan may name a favorite team. */
function namesOf({ id, name, shortName, tla }: MatchTeam): string[] {
  return [id, name, shortName, tla];
}

/** What has happened between two looks at a match; undefined where it is nothing to call a fan for. */
export function inWords(before: Match, after: Match): string | undefined {
  const { homeTeam, awayTeam, status } = after;
  const goals = goalsOf(after);
  const line = `${homeTeam.shortName} ${goals.join('–')} ${awayTeam.shortName}`;
  if (status === 'FINISHED' && before.status !== 'FINISHED') return `Full time: ${line}`;
  const change = sum(goals) - sum(goalsOf(before));
  if (change > 0) return `Goal: ${line}`;
  if (change < 0) return `Corrected: ${line}`;
  if (status === 'IN_PLAY' && !hasBegun(before)) {
    return `Kick-off: ${homeTeam.shortName} – ${awayTeam.shortName}`;
  }
  return undefined;
}

function goalsOf({ score: { fullTime } }: Match): [number, number] {
  return [fullTime.homeTeam ?? 0, fullTime.awayTeam ?? 0];
}

const sum = ([home, away]: [number, number]) => home + away;

function hasBegun({ status }: Match): boolean {
  return status === 'IN_PLAY' || status === 'PAUSED' || status === 'FINISHED';
}
