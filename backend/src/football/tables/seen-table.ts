import type { Match, StandingRow } from '@kickoff/contracts';

import type { LeagueRules } from '../leagues.js';
import { placesOf } from './provided-table.js';
import { resultsOf } from './results.js';
import { standingsOf, zoneAt } from './standings.js';

type Rules = Pick<LeagueRules, 'tieBreak' | 'zones'>;

/**
 * Recomputes a table from other states of its matches. Deducted or awarded points are preserved:
 * they are the difference of a row that otherwise counts the same results.
 *
 * @param shown the table of the source
 * @param matches those that it counts
 * @param seen the same ones in the states to count
 */
export function seenTable(
  shown: readonly StandingRow[],
  matches: readonly Match[],
  seen: readonly Match[],
  rules: Rules,
): StandingRow[] {
  const teams = shown.map(({ team }) => team);
  const counted = new Map(
    standingsOf(teams, matches, rules).map((row) => [row.team.id, row] as const),
  );
  const awarded = new Map(
    shown.map((row) => [row.team.id, awardedPoints(row, counted.get(row.team.id))] as const),
  );
  const rows = standingsOf(teams, seen, rules);
  if ([...awarded.values()].every((points) => points === 0)) return rows;
  return ranked(
    rows.map((row) => ({ ...row, points: row.points + (awarded.get(row.team.id) ?? 0) })),
    seen,
    rules,
  );
}

function awardedPoints(row: StandingRow, counted: StandingRow | undefined): number {
  const isSame =
    row.won === counted?.won &&
    row.draw === counted.draw &&
    row.lost === counted.lost &&
    row.goalsFor === counted.goalsFor &&
    row.goalsAgainst === counted.goalsAgainst;
  return isSame ? row.points - counted.points : 0;
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
