import type { LeagueData, Match, MatchEvent, Rehearsal } from '@kickoff/contracts';

import { countScorers } from '../demo/demo-season.js';
import { rulesOf } from '../leagues.js';
import { standingsOf } from '../tables/standings.js';
import { isLostAt, lastPollAt, shownAt } from './rehearsal-course.js';
import type { RehearsalDocument } from './rehearsal.schema.js';

/** Prefix of the ids of all matches of rehearsals. */
export const REHEARSED_MATCH_PREFIX = 'rehearsal:';

/** Formats the id of a match of a rehearsal; its number counts from 1. */
function rehearsedMatchId(rehearsalId: string, index: number): string {
  return `${REHEARSED_MATCH_PREFIX}${rehearsalId}:${index + 1}`;
}

/** Returns the matches of a rehearsal at a time. */
export function toRehearsedMatches(rehearsal: RehearsalDocument, now: number): Match[] {
  return rehearsal.matches.map((_, index) => toRehearsedMatch(rehearsal, index, now));
}

/** One of them. */
export function toRehearsedMatch(rehearsal: RehearsalDocument, index: number, now: number): Match {
  const id = rehearsal._id;
  const match = rehearsal.matches[index];
  if (!match) throw new Error(`The rehearsal has no match ${index}`);
  return {
    id: rehearsedMatchId(id, index),
    homeTeam: match.homeTeam,
    awayTeam: match.awayTeam,
    utcDate: rehearsal.kickOffAt.toISOString(),
    matchday: rehearsal.matchday,
    ...shownAt(rehearsal, index, now),
    label: 'Rehearsal',
    rehearsal: id,
  };
}

/** Converts a rehearsal for admins. */
export function toRehearsal(rehearsal: RehearsalDocument, now: number): Rehearsal {
  const { _id, league, matchday, speed, faults, fanIds, kickOffAt, endsAt } = rehearsal;
  const hasBegun = now >= kickOffAt.getTime();
  return {
    _id,
    league,
    matchday,
    speed,
    faults,
    fans: fanIds,
    state: now >= endsAt.getTime() ? 'over' : hasBegun ? 'running' : 'waiting',
    kickOffAt: kickOffAt.toISOString(),
    matches: toRehearsedMatches(rehearsal, now),
  };
}

/**
 * Converts a rehearsal to a league of its round only, with its table and scorers.
 *
 * @param seen its matches with their events, as the reader sees them
 */
export function toRehearsedLeague(
  rehearsal: RehearsalDocument,
  { season, source }: Pick<LeagueData, 'season' | 'source'>,
  seen: readonly { match: Match; events: readonly MatchEvent[] | undefined }[],
  now: number,
): LeagueData {
  const matches = seen.map(({ match }) => match);
  const hiddenResults = matches.filter(({ shielded }) => shielded).length;
  const teams = matches.flatMap(({ homeTeam, awayTeam }) => [homeTeam, awayTeam]);
  const table = standingsOf(teams, matches, rulesOf(rehearsal.league));
  const answeredAt = lastPollAt(rehearsal, now) ?? rehearsal.createdAt.getTime();
  return {
    league: rehearsal.league,
    season,
    source,
    updatedAt: new Date(answeredAt).toISOString(),
    stale: isLostAt(rehearsal, now),
    matches,
    standings: [{ type: 'TOTAL', table, ...(hiddenResults > 0 ? { hiddenResults } : {}) }],
    scorers: countScorers(
      seen.map(({ match: { homeTeam, awayTeam }, events = [] }) => ({
        homeTeam,
        awayTeam,
        events,
      })),
    ),
  };
}
