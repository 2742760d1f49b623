import type { StandingRow } from '@kickoff/contracts';

import { type LeagueRules, UNDECIDED } from '../leagues.js';
import type { ProvidedMatch, ProvidedRow } from '../providers/league-data-provider.js';
import { completedRow } from './completed-row.js';
import { formOf } from './form.js';
import { Ranking } from './ranking.js';
import { resultsOf } from './results.js';
import { standingsOf, zoneAt } from './standings.js';
import { tallyOf } from './tally.js';

/**
 * A provider's table plus missing and running results, form and zones. A complete table preserves
 * the provider's order, which includes deducted points and awarded matches; a completed one is
 * ranked again with the provider's points.
 *
 * @param fetchedAt when the provider sent it
 */
export function providedTable(
  rows: readonly ProvidedRow[],
  matches: readonly ProvidedMatch[],
  rules: Pick<LeagueRules, 'tieBreak' | 'zones'>,
  fetchedAt: Date,
): StandingRow[] {
  const results = resultsOf(inTable(matches));
  const completed = rows.map((row) => completedRow(row, results, fetchedAt));
  const places = completed.some(({ isCompleted }) => isCompleted)
    ? placesOf(
        completed.map(({ row }) => row),
        results,
        rules.tieBreak,
      )
    : new Map(rows.map(({ team, position }) => [team.id, position]));
  return completed
    .map(({ row, live }): StandingRow => {
      const position = places.get(row.team.id) ?? row.position;
      return {
        ...row,
        position,
        form: formOf(row.team.id, results),
        ...zoneAt(position, rules.zones),
        ...(live ? { live: true } : {}),
      };
    })
    .sort((one, other) => one.position - other.position);
}

/** Computes the table from the matches only, before the provider has sent one. */
export function recountedTable(
  matches: readonly ProvidedMatch[],
  rules: Pick<LeagueRules, 'tieBreak' | 'zones'>,
): StandingRow[] {
  const counted = inTable(matches);
  const teams = new Map(
    counted
      .flatMap(({ homeTeam, awayTeam }) => [homeTeam, awayTeam])
      .filter(({ id }) => id !== UNDECIDED.id)
      .map((team) => [team.id, team]),
  );
  return standingsOf([...teams.values()], counted, rules);
}

/** Returns the matches that count for a league's table: all except knock-out matches. */
export function inTable(matches: readonly ProvidedMatch[]): ProvidedMatch[] {
  return matches.filter(({ knockOut }) => !knockOut);
}

/** Returns the position of each club; clubs level on all criteria stay in the provider's order. */
export function placesOf(
  rows: readonly ProvidedRow[],
  results: ReturnType<typeof resultsOf>,
  tieBreak: LeagueRules['tieBreak'],
): Map<string, number> {
  const tallies = new Map(
    rows.map(({ team, playedGames: played, ...row }) => [
      team.id,
      { ...tallyOf(team.id, results), ...row, played },
    ]),
  );
  const ranked = new Ranking(results, tieBreak, tallies).rank(rows.map(({ team }) => team.id));
  return new Map(ranked.map((id, index) => [id, index + 1]));
}
