import type { Match, StandingRow } from '@kickoff/contracts';

import type { LeagueRules } from '../leagues.js';
import { placesOf } from './provided-table.js';
import { resultsOf } from './results.js';
import { standingsOf, zoneAt } from './standings.js';

type Rules = Pick<LeagueRules, 'tieBreak' | 'zones'>;

/**
 * Recomputes a table from other states of its matches. Deducted or awarded points are preserved.
 *
 * @param shown the table of the source
 * @param seen the matches that it counts, in the states to count
 */
export function seenTable(
  shown: readonly StandingRow[],
  seen: readonly Match[],
  rules: Rules,
): StandingRow[] {
  const teams = shown.map(({ team }) => team);
  const awarded = new Map(shown.map((row) => [row.team.id, awardedPoints(row)] as const));
  const rows = standingsOf(teams, seen, rules);
  if ([...awarded.values()].every((points) => points === 0)) return rows;
  return ranked(
    rows.map((row) => ({ ...row, points: row.points + (awarded.get(row.team.id) ?? 0) })),
    seen,
    rules,
  );
}

/** Returns what a row has beyond the points of its results, whichever results the source counts. */
function awardedPoints({ points, won, draw }: StandingRow): number {
  return points - (3 * won + draw);
}

function ranked(rows: readonly StandingRow[], seen: readonly Match[], rules: Rules) {
  const places = placesOf(rows, resultsOf(seen), rules.tieBreak);
  return rows
    .map((row): StandingRow => {
      const position = places.get(row.team.id) ?? row.position;
      const placed = { ...row, position };
      delete placed.zone;
      return { ...placed, ...zoneAt(position, rules.zones) };
    })
    .sort((one, other) => one.position - other.position);
}
