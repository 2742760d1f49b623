import { isInPlay, type Match } from '@kickoff/contracts';

/** As many as a column shows. */
const SHOWN = 4;
/** How many of the favourite club's own results come before the others. */
const OWN_RESULTS = 2;

function plays({ homeTeam, awayTeam }: Match, clubId: string | undefined): boolean {
  return homeTeam.id === clubId || awayTeam.id === clubId;
}

/**
 * What was played last: the favourite club's matches first, then the latest of
 * all leagues in the order in which the server tells them.
 */
export function recentMatches(
  latest: readonly Match[],
  league: readonly Match[],
  clubId: string | undefined,
): Match[] {
  const own = league
    .filter((match) => plays(match, clubId) && (isInPlay(match) || match.status === 'FINISHED'))
    .toSorted((one, other) => Date.parse(other.utcDate) - Date.parse(one.utcDate))
    .slice(0, OWN_RESULTS);
  const known = new Set(own.map(({ id }) => id));
  return [...own, ...latest.filter(({ id }) => !known.has(id))].slice(0, SHOWN);
}

/** What comes next in a league: the favourite club's first match, then the others by kick-off. */
export function nextMatches(
  league: readonly Match[],
  clubId: string | undefined,
  now: number,
): Match[] {
  const coming = league
    .filter(({ status, utcDate }) => status === 'SCHEDULED' && Date.parse(utcDate) > now)
    .toSorted((one, other) => Date.parse(one.utcDate) - Date.parse(other.utcDate));
  const own = coming.find((match) => plays(match, clubId));
  return [...(own ? [own] : []), ...coming.filter((match) => match !== own)].slice(0, SHOWN);
}
