import {
  homeLeagueOf,
  isInPlay,
  type LatestMatch,
  type LeagueData,
  type Match,
  type MatchDigest,
  originOf,
  type Team,
} from '@kickoff/contracts';

import { toLatest, toSummaries } from './football.view.js';
import { isTimeKnown } from './kick-off-time.js';

/** Matches shown beside the posts. */
const SHOWN = 4;
/** Results of the favourite club shown before the others. */
const OWN_RESULTS = 2;

function plays({ homeTeam, awayTeam }: Match, club: Team | null): boolean {
  return club !== null && (homeTeam.id === club.id || awayTeam.id === club.id);
}

/** The club's results in its league, then the latest of all leagues. */
function toRecent(
  leagues: readonly LeagueData[],
  { league, matches }: LeagueData,
  club: Team | null,
): LatestMatch[] {
  const own = matches
    .filter((match) => plays(match, club) && (isInPlay(match) || match.status === 'FINISHED'))
    .sort((one, other) => other.utcDate.localeCompare(one.utcDate))
    .slice(0, OWN_RESULTS)
    .map((match) => ({ ...match, league }));
  const known = new Set(own.map(({ id }) => id));
  return [...own, ...toLatest(leagues).filter(({ id }) => !known.has(id))].slice(0, SHOWN);
}

/**
 * A league's next matches whose time is known: the club's first, then the others by kick-off. For a
 * fan who sees a match later than it is played its kick-off may be past.
 */
function toUpcoming({ matches, source }: LeagueData, club: Team | null, now: Date): Match[] {
  const coming = matches
    .filter(
      ({ status, utcDate, viewpoint }) =>
        status === 'SCHEDULED' && (viewpoint !== undefined || Date.parse(utcDate) > now.getTime()),
    )
    .filter((match) => source === 'demo' || isTimeKnown(match))
    .sort((one, other) => one.utcDate.localeCompare(other.utcDate));
  const own = coming.find((match) => plays(match, club));
  return [...(own ? [own] : []), ...coming.filter((match) => match !== own)].slice(0, SHOWN);
}

/**
 * The digest beside the posts: the club's own league, or without a club one that plays today.
 *
 * @param leagues at least one
 */
export function toDigest(
  leagues: readonly LeagueData[],
  club: Team | null,
  now: Date,
): MatchDigest {
  const summaries = toSummaries(leagues, now);
  const wanted = club ? homeLeagueOf(club) : summaries.find(({ today }) => today > 0)?.league;
  const league = summaries.find((summary) => summary.league === wanted) ?? summaries[0];
  const own = leagues.find((data) => data.league === league?.league);
  if (!league || !own) throw new Error('There is no league to show.');
  const recent = toRecent(leagues, own, club);
  const { sources, updatedAt = own.updatedAt } = originOf(recent, leagues);
  const isDelayed = recent.some(
    (match) => isInPlay(match) && leagues.find((data) => data.league === match.league)?.delayed,
  );
  return {
    club,
    recent,
    sources,
    updatedAt,
    ...(isDelayed ? { delayed: true } : {}),
    upcoming: toUpcoming(own, club, now),
    league,
  };
}
