import type { League } from '@kickoff/contracts';

import { type Fixture, roundsOf } from './fixtures.js';
import { planned, type PlannedMatch } from './planned-match.js';

const WEEK_MS = 7 * 86_400_000;
/** Seasons end in the last days of May. */
const LAST_MONTH = 4;
const LAST_DAY = 30;
const KICK_OFF_HOUR = 15;

/**
 * The season before `year`, one round a week. The events of a match are computed on request only,
 * because that is slow.
 */
export function formerSeason(league: League, year: number) {
  const rounds = roundsOf(league, year - 1);
  const lastMs = Date.UTC(year, LAST_MONTH, LAST_DAY, KICK_OFF_HOUR);
  return (isWanted: (fixture: Fixture) => boolean): PlannedMatch[] =>
    rounds.flatMap((round, index) =>
      round
        .filter(isWanted)
        .map((fixture) => planned(fixture, lastMs - (rounds.length - 1 - index) * WEEK_MS)),
    );
}
