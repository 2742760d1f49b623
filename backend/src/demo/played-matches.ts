import type { INestApplicationContext } from '@nestjs/common';
import { type LatestMatch, LEAGUES } from '@kickoff/contracts';

import { Clock } from '../common/time/clock.js';
import { FootballService } from '../football/football.service.js';

const HOUR_MS = 3_600_000;
/** Within this time after kick-off a match is in play or its thread is still open. */
const OPEN_MS = 20 * HOUR_MS;

/** Returns all matches of the demo season that have kicked off, the latest first. */
export async function findPlayedMatches(app: INestApplicationContext): Promise<LatestMatch[]> {
  const football = app.get(FootballService);
  const matches: LatestMatch[] = [];
  for (const league of LEAGUES) {
    const data = await football.dataOf(league);
    if (data.source !== 'demo') continue;
    matches.push(...data.matches.map((match) => ({ ...match, league })));
  }
  const now = app.get(Clock).now().toISOString();
  return matches
    .filter(({ utcDate }) => utcDate <= now)
    .sort(
      (one, other) => other.utcDate.localeCompare(one.utcDate) || one.id.localeCompare(other.id),
    );
}

/** Returns the id of the match that kicked off last; empty if its thread is closed. */
export async function findOpenMatch(app: INestApplicationContext): Promise<string> {
  const [last] = await findPlayedMatches(app);
  const openSince = app.get(Clock).now().getTime() - OPEN_MS;
  return last && Date.parse(last.utcDate) > openSince ? last.id : '';
}
