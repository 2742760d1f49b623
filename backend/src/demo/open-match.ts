import type { INestApplicationContext } from '@nestjs/common';
import { type LatestMatch, LEAGUES } from '@kickoff/contracts';

import { Clock } from '../common/time/clock.js';
import { FootballService } from '../football/football.service.js';

const HOUR_MS = 3_600_000;
/** After its kick-off a match is in play or its thread is open still. */
const OPEN_MS = 20 * HOUR_MS;

/** Returns the id of the match of the demo season that kicked off last; empty where it was too long ago. */
export async function findOpenMatch(app: INestApplicationContext): Promise<string> {
  const football = app.get(FootballService);
  const now = app.get(Clock).now().getTime();
  const matches: LatestMatch[] = [];
  for (const league of LEAGUES) {
    const data = await football.dataOf(league);
    if (data.source !== 'demo') continue;
    matches.push(...data.matches.map((match) => ({ ...match, league })));
  }
  const ageOf = ({ utcDate }: LatestMatch) => now - Date.parse(utcDate);
  const [last] = matches
    .filter((match) => ageOf(match) >= 0 && ageOf(match) < OPEN_MS)
    .sort((one, other) => ageOf(one) - ageOf(other) || one.id.localeCompare(other.id));
  return last?.id ?? '';
}
