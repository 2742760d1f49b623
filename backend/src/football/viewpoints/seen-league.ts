import type { LeagueData, Match } from '@kickoff/contracts';

import type { LeagueRules } from '../leagues.js';
import { toStateKey } from '../match-state.js';
import { seenTable } from '../tables/seen-table.js';

/** Returns whether a fan sees less of a match than its source states. */
export function isBehind(match: Match, seen: Match): boolean {
  return seen.shielded === true || toStateKey(match) !== toStateKey(seen);
}

/**
 * Returns a league for lists of matches: without table and scorers, which cost most.
 *
 * @param find returns the match as the fan sees it; undefined if that is its source's state
 */
export function toMatchList(
  data: LeagueData,
  find: (match: Match) => Match | undefined,
): LeagueData {
  const matches = data.matches.map((match) => find(match) ?? match);
  return { ...data, matches, standings: [], scorers: [] };
}

/**
 * Returns a league with some matches as a fan sees them, and the resulting table; the scorers are
 * those of the source.
 *
 * @param seen matches that are not live for the fan, by id
 * @param inTable the matches that count for the table
 */
export function toSeenLeague(
  data: LeagueData,
  seen: ReadonlyMap<string, Match>,
  inTable: readonly Match[],
  rules: Pick<LeagueRules, 'tieBreak' | 'zones'>,
): LeagueData {
  const toSeen = (match: Match) => seen.get(match.id) ?? match;
  const matches = data.matches.map(toSeen);
  const counted = inTable.map(toSeen);
  const hiddenResults = counted.filter(({ shielded }) => shielded).length;
  if (inTable.every((match) => !isBehind(match, toSeen(match)))) return { ...data, matches };
  return {
    ...data,
    matches,
    standings: data.standings.map(({ type, table }) => ({
      type,
      table: seenTable(table, counted, rules),
      ...(hiddenResults > 0 ? { hiddenResults } : {}),
    })),
  };
}
