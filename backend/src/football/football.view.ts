import {
  isCalled,
  isInPlay,
  type LatestMatch,
  type LeagueData,
  type LeagueSummary,
  type Match,
  type MatchEvent,
  type MatchPage,
  type MatchTeam,
  type Team,
} from '@kickoff/contracts';

import { rulesOf, stadiumOf } from './leagues.js';
import { formOf } from './tables/form.js';
import { resultsOf } from './tables/results.js';

const LATEST_SHOWN = 20;

/** The cards of the league list; days are in UTC. */
export function toSummaries(leagues: readonly LeagueData[], now: Date): LeagueSummary[] {
  const today = now.toISOString().slice(0, 10);
  return leagues.map(({ league, season, source, updatedAt, stale, delayed, matches }) => {
    const { name, country } = rulesOf(league);
    return {
      league,
      name,
      country,
      season,
      source,
      updatedAt,
      stale,
      ...(delayed ? { delayed } : {}),
      live: matches.filter((match) => isInPlay(match) && !match.shielded).length,
      today: matches.filter(({ utcDate }) => utcDate.startsWith(today)).length,
    };
  });
}

/** Caches the latest matches per league; its data is immutable and shared by many fans. */
const latestOf = new WeakMap<LeagueData, readonly LatestMatch[]>();

/** Matches in play, then finished ones, each latest kick-off first. */
export function toLatest(leagues: readonly LeagueData[]): LatestMatch[] {
  return latestFirst(leagues.flatMap(toLatestOf));
}

function toLatestOf(data: LeagueData): readonly LatestMatch[] {
  const { league, matches } = data;
  const known = latestOf.get(data);
  if (known) return known;
  const begun = matches.filter((match) => isInPlay(match) || match.status === 'FINISHED');
  const latest = latestFirst(begun).map((match) => ({ ...match, league }));
  latestOf.set(data, latest);
  return latest;
}

function latestFirst<Shown extends Match>(matches: readonly Shown[]): Shown[] {
  return matches
    .toSorted(
      (one, other) =>
        Number(isInPlay(other)) - Number(isInPlay(one)) || other.utcDate.localeCompare(one.utcDate),
    )
    .slice(0, LATEST_SHOWN);
}

/** The clubs of all tables, each once with its leagues. */
export function clubsOf(leagues: readonly LeagueData[]): Team[] {
  const teams = new Map<string, Team>();
  for (const { league, standings } of leagues) {
    for (const { team } of standings.flatMap(({ table }) => table)) {
      const known = teams.get(team.id);
      teams.set(team.id, { ...team, leagues: [...(known?.leagues ?? []), league] });
    }
  }
  return [...teams.values()];
}

/** The clubs to choose from, by name. */
export function toTeams(leagues: readonly LeagueData[]): Team[] {
  return clubsOf(leagues).sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** A match of one club, with details for a calendar. */
export interface TeamFixture {
  match: Match;
  /** The league's name. */
  league: string;
  demo: boolean;
  stadium: string | undefined;
  updatedAt: string;
}

/**
 * Returns all matches of a club in all its leagues.
 *
 * @param team any name of the club
 */
export function toFixtures(leagues: readonly LeagueData[], team: string): TeamFixture[] {
  const isWanted = (club: MatchTeam) => isCalled(club, team);
  return leagues.flatMap(({ league, source, updatedAt, matches }) =>
    matches
      .filter(({ homeTeam, awayTeam }) => isWanted(homeTeam) || isWanted(awayTeam))
      .map((match) => ({
        match,
        league: rulesOf(league).name,
        demo: source === 'demo',
        stadium: stadiumOf(match.homeTeam.id),
        updatedAt,
      })),
  );
}

/**
 * Returns a match with both clubs' form before it in its league, and all known earlier meetings.
 */
export function toMatchPage(
  { league, matches }: Pick<LeagueData, 'league' | 'matches'>,
  match: Match,
  all: readonly Match[],
  events: MatchEvent[] | undefined,
): MatchPage {
  const { homeTeam, awayTeam, utcDate } = match;
  const clubs = [homeTeam.id, awayTeam.id];
  const before = resultsOf(matches.filter((other) => other.utcDate < utcDate));
  return {
    ...match,
    league,
    ...(events ? { events } : {}),
    headToHead: all
      .filter(
        (other) =>
          other.id !== match.id &&
          other.status === 'FINISHED' &&
          clubs.includes(other.homeTeam.id) &&
          clubs.includes(other.awayTeam.id),
      )
      .sort((one, other) => other.utcDate.localeCompare(one.utcDate)),
    form: { homeTeam: formOf(homeTeam.id, before), awayTeam: formOf(awayTeam.id, before) },
  };
}
