import { isInPlay, type Match, type StandingRow } from '@kickoff/contracts';

import { type LeagueRules, UNDECIDED } from '../leagues.js';
import type { ProvidedRow } from '../providers/league-data-provider.js';
import { formOf } from './form.js';
import { resultsOf } from './results.js';
import { standingsOf, zoneAt } from './standings.js';

/**
 * A provider's table with form, zones and who plays now. Its order stands, for
 * it knows of points taken away and matches awarded. Only while matches run,
 * and where it agrees with a recount of those that are over, the table is
 * counted with the running scores.
 */
export function providedTable(
  rows: readonly ProvidedRow[],
  matches: readonly Match[],
  rules: Pick<LeagueRules, 'tieBreak' | 'zones'>,
): StandingRow[] {
  const teams = rows.map(({ team }) => team);
  const over = matches.filter((match) => !isInPlay(match));
  if (over.length < matches.length && agrees(rows, standingsOf(teams, over, rules))) {
    return standingsOf(teams, matches, rules);
  }

  const results = resultsOf(matches);
  const playing = new Set(
    results.filter(({ live }) => live).flatMap(({ home, away }) => [home, away]),
  );
  return rows.map((row) => ({
    ...row,
    form: formOf(row.team.id, results),
    ...zoneAt(row.position, rules.zones),
    ...(playing.has(row.team.id) ? { live: true } : {}),
  }));
}

/** The table that follows from the matches alone, until the provider has told its own. */
export function recountedTable(
  matches: readonly Match[],
  rules: Pick<LeagueRules, 'tieBreak' | 'zones'>,
): StandingRow[] {
  const teams = new Map(
    matches
      .flatMap(({ homeTeam, awayTeam }) => [homeTeam, awayTeam])
      .filter(({ id }) => id !== UNDECIDED.id)
      .map((team) => [team.id, team]),
  );
  return standingsOf([...teams.values()], matches, rules);
}

function agrees(rows: readonly ProvidedRow[], recount: readonly StandingRow[]): boolean {
  const counted = new Map(recount.map((row) => [row.team.id, row]));
  return rows.every(({ team, points, playedGames, goalsFor, goalsAgainst }) => {
    const own = counted.get(team.id);
    return (
      own?.points === points &&
      own.playedGames === playedGames &&
      own.goalsFor === goalsFor &&
      own.goalsAgainst === goalsAgainst
    );
  });
}
