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
 * A provider's table with the results that it lacks, the running ones, form and
 * zones. Its order stands as long as it lacks nothing, for it knows of points
 * taken away and matches awarded; a completed one is ranked anew, with its own points.
 *
 * @param toldAt when the provider told it
 */
export function providedTable(
  rows: readonly ProvidedRow[],
  matches: readonly ProvidedMatch[],
  rules: Pick<LeagueRules, 'tieBreak' | 'zones'>,
  toldAt: Date,
): StandingRow[] {
  const results = resultsOf(inTable(matches));
  const completed = rows.map((row) => completedRow(row, results, toldAt));
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

/** The table that follows from the matches alone, until the provider has told its own. */
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

/** The matches that a league's table counts: none of a knock-out. */
export function inTable(matches: readonly ProvidedMatch[]): ProvidedMatch[] {
  return matches.filter(({ knockOut }) => !knockOut);
}

/** The place of each club; clubs that nothing parts stand as the provider has them. */
function placesOf(
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
