import { goalsIn, type Match, type MatchEvent, type Scorer } from '@kickoff/contracts';

import {
  ProviderError,
  type ProvidedMatch,
  type ProvidedRow,
  type ProviderFault,
  type SeasonMatches,
} from '../providers/league-data-provider.js';
import {
  emptySnapshot,
  type LeagueSnapshot,
  type ToldGoals,
} from '../snapshots/league-snapshot.js';
import { isComplete } from '../tables/completed-row.js';
import { inTable } from '../tables/provided-table.js';
import { resultsOf } from '../tables/results.js';
import { type Kind, mayRun, standOf } from './schedule.js';

/** A league with another whole season's matches, or with those of a new season and nothing else yet. */
export function withSeason(
  state: LeagueSnapshot,
  { season, matches }: SeasonMatches,
  now: Date,
): LeagueSnapshot {
  if (season === state.season) {
    requireMost(matches, state.matches.data);
    return { ...withMatches(settled(state), matches, now), wholeAt: now };
  }
  const { _id, provider, revision } = state;
  const fresh = { ...emptySnapshot(_id, provider), season, revision };
  return { ...withMatches(fresh, matches, now), wholeAt: now };
}

/**
 * A league in which the matches of a day are renewed and all others stay. Where
 * none of those that are on was told, its data stays as old as it was.
 */
export function withDay(
  state: LeagueSnapshot,
  day: readonly ProvidedMatch[],
  now: Date,
): LeagueSnapshot {
  const { data = [], fetchedAt } = state.matches;
  const news = new Set(day.map(({ id }) => id));
  const running = data.filter((match) => mayRun(match, now.getTime()));
  const isLeftOut = running.length > 0 && !running.some(({ id }) => news.has(id));
  const next = withMatches(state, [...data.filter(({ id }) => !news.has(id)), ...day], now);
  delete next.missed;
  return {
    ...next,
    ...(running.every(({ id }) => news.has(id)) ? {} : { missed: true }),
    ...(isLeftOut && fetchedAt ? { matches: { ...next.matches, fetchedAt } } : {}),
  };
}

/** A league of which the call for its day brought nothing. */
export function withoutDay(state: LeagueSnapshot, fault: ProviderFault, now: Date): LeagueSnapshot {
  // One bad answer is asked for again; a second one may be the fault of one league.
  const isSuspect =
    fault !== 'unavailable' && fault !== 'rate_limited' && state.matches.failures > 0;
  return {
    ...withFailure(state, 'matches', fault, now),
    ...(isSuspect ? { dayRefused: true } : {}),
  };
}

/** A league of which the call for its whole season brought nothing. */
export function withoutSeason(
  state: LeagueSnapshot,
  fault: ProviderFault,
  now: Date,
): LeagueSnapshot {
  const failed = withFailure(state, 'matches', fault, now);
  if (fault === 'rate_limited') return failed;
  return { ...failed, wholeTriedAt: now, wholeFailures: (state.wholeFailures ?? 0) + 1 };
}

/** A league with another table; whether that counts all that is over decides when the next one is asked for. */
export function withStandings(
  state: LeagueSnapshot,
  rows: ProvidedRow[],
  now: Date,
): LeagueSnapshot {
  requireMost(rows, state.standings.data);
  const agrees = isComplete(rows, resultsOf(inTable(state.matches.data ?? [])));
  const lateTables = agrees || !state.whistleAt ? 0 : (state.lateTables ?? 0) + 1;
  return { ...state, standings: fetched(rows, now), lateTables };
}

/** A league with another list of scorers. */
export function withScorers(state: LeagueSnapshot, scorers: Scorer[], now: Date): LeagueSnapshot {
  return { ...state, scorers: fetched(scorers, now) };
}

/**
 * A league with another list of a match's goals. Providers count before they
 * name: a list that does not add up to the score is kept, and asked for again;
 * one that is further from the score than what we have is refused.
 */
export function withGoals(
  state: LeagueSnapshot,
  match: Match,
  events: MatchEvent[],
  now: Date,
): LeagueSnapshot {
  const known = goalsOf(state, match);
  const apart = distance(events, match);
  if (known?.data && apart > distance(known.data, match)) {
    throw new ProviderError('bad_payload', 'The goals fit the score less than those before');
  }
  const told = { matchId: match.id, askedAt: standOf(match), ...fetched(events, now) };
  const failures = apart === 0 ? 0 : triesAt(match, known) + 1;
  return putGoals(state, { ...told, failures });
}

/** A league that remembers a failure beside its last good goals of a match. */
export function withoutGoals(
  state: LeagueSnapshot,
  match: Match,
  lastError: ProviderFault,
  now: Date,
): LeagueSnapshot {
  const known = goalsOf(state, match);
  return putGoals(state, {
    ...known,
    matchId: match.id,
    askedAt: standOf(match),
    lastTriedAt: now,
    lastError,
    failures: triesAt(match, known) + 1,
  });
}

/** A league that remembers a failure beside its last good data; having to wait is none of the data's. */
export function withFailure(
  state: LeagueSnapshot,
  kind: Kind,
  lastError: ProviderFault,
  now: Date,
): LeagueSnapshot {
  const failures = state[kind].failures + (lastError === 'rate_limited' ? 0 : 1);
  return { ...state, [kind]: { ...state[kind], lastTriedAt: now, lastError, failures } };
}

/** What is known of a match's goals. */
export function goalsOf({ goals }: LeagueSnapshot, { id }: Match): ToldGoals | undefined {
  return goals?.find(({ matchId }) => matchId === id);
}

function putGoals(state: LeagueSnapshot, told: ToldGoals): LeagueSnapshot {
  const others = (state.goals ?? []).filter(({ matchId }) => matchId !== told.matchId);
  return { ...state, goals: [...others, told] };
}

/** How often a match's goals were asked for in vain while it stood as it stands. */
function triesAt(match: Match, known: ToldGoals | undefined): number {
  return known?.askedAt === standOf(match) ? known.failures : 0;
}

/** By how many goals a list and the score differ. */
function distance(events: readonly MatchEvent[], { score: { fullTime } }: Match): number {
  const { homeTeam, awayTeam } = goalsIn(events);
  return (
    Math.abs(homeTeam - (fullTime.homeTeam ?? 0)) + Math.abs(awayTeam - (fullTime.awayTeam ?? 0))
  );
}

/** A league of which all that was amiss with its matches is over. */
function settled(state: LeagueSnapshot): LeagueSnapshot {
  const next = { ...state };
  delete next.wholeTriedAt;
  delete next.wholeFailures;
  delete next.dayRefused;
  delete next.missed;
  return next;
}

function withMatches(
  state: LeagueSnapshot,
  matches: readonly ProvidedMatch[],
  now: Date,
): LeagueSnapshot {
  const before = new Map((state.matches.data ?? []).map((match) => [match.id, match]));
  const whistle = matches.some((match) => {
    const was = before.get(match.id);
    return match.status === 'FINISHED' && was !== undefined && standOf(was) !== standOf(match);
  });
  const ordered = [...matches].sort((one, other) => one.utcDate.localeCompare(other.utcDate));
  return {
    ...state,
    matches: fetched(ordered, now),
    ...(whistle ? { whistleAt: now, lateTables: 0 } : {}),
  };
}

function fetched<Data>(data: Data, now: Date) {
  return { data, fetchedAt: now, lastTriedAt: now, failures: 0 };
}

/** A payload with fewer than half of what we have is a fault of the provider, not news. */
function requireMost(news: readonly unknown[], known: readonly unknown[] = []): void {
  if (news.length * 2 < known.length) {
    throw new ProviderError('bad_payload', 'More than half of what was there is missing');
  }
}
