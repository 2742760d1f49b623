import { goalsIn, isInPlay, type Match, type MatchEvent, type Scorer } from '@kickoff/contracts';

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
  type GoalsPart,
} from '../snapshots/league-snapshot.schema.js';
import { goalsOf, type Kind, mayRun, RESUMES_WITHIN_MS } from '../snapshots/staleness.js';
import { isComplete } from '../tables/completed-row.js';
import { inTable } from '../tables/provided-table.js';
import { resultsOf } from '../tables/results.js';
import { toGoalsState } from './schedule.js';

/** Replaces all matches; a new season starts an empty snapshot. */
export function withSeason(
  state: LeagueSnapshot,
  { season, matches }: SeasonMatches,
  now: Date,
): LeagueSnapshot {
  if (season === state.season) {
    rejectShrunken(matches, state.matches.data);
    return { ...withMatches(clearFaults(state), matches, now), wholeAt: now };
  }
  const { _id, provider, revision } = state;
  const fresh = { ...emptySnapshot(_id, provider), season, revision };
  return { ...withMatches(fresh, matches, now), wholeAt: now };
}

/**
 * Replaces the matches of a day. If the day contains none of the matches in play, the age of the
 * data is unchanged.
 */
export function withDay(
  state: LeagueSnapshot,
  day: readonly ProvidedMatch[],
  now: Date,
): LeagueSnapshot {
  const { data = [], fetchedAt } = state.matches;
  const received = new Set(day.map(({ id }) => id));
  const running = data.filter((match) => mayRun(match, now.getTime()));
  const isLeftOut = running.length > 0 && !running.some(({ id }) => received.has(id));
  const next = withMatches(state, [...data.filter(({ id }) => !received.has(id)), ...day], now);
  delete next.missed;
  return {
    ...next,
    ...(running.every(({ id }) => received.has(id)) ? {} : { missed: true }),
    ...(isLeftOut && fetchedAt ? { matches: { ...next.matches, fetchedAt } } : {}),
  };
}

/** Records a failed call for the day. */
export function withoutDay(state: LeagueSnapshot, fault: ProviderFault, now: Date): LeagueSnapshot {
  // The first bad response is retried; a second one may be caused by one league.
  const isSuspect =
    fault !== 'unavailable' && fault !== 'rate_limited' && state.matches.failures > 0;
  return {
    ...withFailure(state, 'matches', fault, now),
    ...(isSuspect ? { dayRefused: true } : {}),
  };
}

/** Records a failed call for the whole season. */
export function withoutSeason(
  state: LeagueSnapshot,
  fault: ProviderFault,
  now: Date,
): LeagueSnapshot {
  const failed = withFailure(state, 'matches', fault, now);
  if (fault === 'rate_limited') return failed;
  return { ...failed, wholeTriedAt: now, wholeFailures: (state.wholeFailures ?? 0) + 1 };
}

/** Replaces the table and counts tables that lack finished matches, which are retried sooner. */
export function withStandings(
  state: LeagueSnapshot,
  rows: ProvidedRow[],
  now: Date,
): LeagueSnapshot {
  rejectShrunken(rows, state.standings.data);
  const agrees = isComplete(rows, resultsOf(inTable(state.matches.data ?? [])));
  const lateTables = agrees || !state.whistleAt ? 0 : (state.lateTables ?? 0) + 1;
  return { ...state, standings: fetched(rows, now), lateTables };
}

/** Replaces the scorers. */
export function withScorers(state: LeagueSnapshot, scorers: Scorer[], now: Date): LeagueSnapshot {
  rejectShrunken(scorers, state.scorers.data);
  return { ...state, scorers: fetched(scorers, now) };
}

/**
 * Replaces a match's goals. Providers update scores before goals: a list that does not add up to the
 * score is stored and retried; one further from the score than the stored list is rejected.
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
  const received = { matchId: match.id, askedAt: toGoalsState(match), ...fetched(events, now) };
  const failures = apart === 0 ? 0 : triesAt(match, known) + 1;
  return putGoals(state, { ...received, failures });
}

/** Records a failure beside the last good goals of a match. */
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
    askedAt: toGoalsState(match),
    lastTriedAt: now,
    lastError,
    failures: triesAt(match, known) + 1,
  });
}

/** Records a failure beside the last good data; rate limiting does not count as one. */
export function withFailure(
  state: LeagueSnapshot,
  kind: Kind,
  lastError: ProviderFault,
  now: Date,
): LeagueSnapshot {
  const failures = state[kind].failures + (lastError === 'rate_limited' ? 0 : 1);
  return { ...state, [kind]: { ...state[kind], lastTriedAt: now, lastError, failures } };
}

function putGoals(state: LeagueSnapshot, goals: GoalsPart): LeagueSnapshot {
  const others = (state.goals ?? []).filter(({ matchId }) => matchId !== goals.matchId);
  return { ...state, goals: [...others, goals] };
}

/** Returns the failed tries at the match's current state. */
function triesAt(match: Match, known: GoalsPart | undefined): number {
  return known?.askedAt === toGoalsState(match) ? known.failures : 0;
}

/** Returns the number of goals by which a list and the score differ. */
function distance(events: readonly MatchEvent[], { score: { fullTime } }: Match): number {
  const { homeTeam, awayTeam } = goalsIn(events);
  return (
    Math.abs(homeTeam - (fullTime.homeTeam ?? 0)) + Math.abs(awayTeam - (fullTime.awayTeam ?? 0))
  );
}

/** Clears all faults of the matches. */
function clearFaults(state: LeagueSnapshot): LeagueSnapshot {
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
  // A match that is in a response twice would get each timeline entry twice.
  const distinct = new Map(
    matches.map((match) => [match.id, toStored(before.get(match.id), match, now)]),
  );
  const whistle = [...distinct.values()].some((match) => {
    const was = before.get(match.id);
    return (
      match.status === 'FINISHED' && was !== undefined && toGoalsState(was) !== toGoalsState(match)
    );
  });
  const ordered = [...distinct.values()].sort((one, other) =>
    one.utcDate.localeCompare(other.utcDate),
  );
  return {
    ...state,
    matches: fetched(ordered, now),
    ...(whistle ? { whistleAt: now, lateTables: 0 } : {}),
  };
}

/** Returns a received match, or the stored one if that is newer: a provider may answer from a cache. */
function toStored(
  known: ProvidedMatch | undefined,
  received: ProvidedMatch,
  now: Date,
): ProvidedMatch {
  if (!known) return received;
  if (isOlder(received, known, now)) return known;
  const resumedAt = resumptionOf(known, received, now);
  return resumedAt === undefined ? received : { ...received, resumedAt };
}

function isOlder(
  { updatedAt: receivedAt }: ProvidedMatch,
  { updatedAt: knownAt }: ProvidedMatch,
  now: Date,
): boolean {
  if (receivedAt === undefined || knownAt === undefined) return false;
  // A provider's clock may be ahead: a time to come would refuse all later responses.
  return receivedAt < knownAt && knownAt <= now.toISOString();
}

/** Returns when a suspended match was first seen in play again; undefined for one with a new date. */
function resumptionOf(
  known: ProvidedMatch,
  received: ProvidedMatch,
  now: Date,
): string | undefined {
  const { utcDate } = received;
  if (utcDate !== known.utcDate) return undefined;
  const isResumed =
    known.status === 'SUSPENDED' &&
    isInPlay(received) &&
    now.getTime() - Date.parse(utcDate) < RESUMES_WITHIN_MS;
  return isResumed ? now.toISOString() : known.resumedAt;
}

function fetched<Data>(data: Data, now: Date) {
  return { data, fetchedAt: now, lastTriedAt: now, failures: 0 };
}

/** Throws if a payload has fewer than half of the stored rows: the provider is at fault. */
function rejectShrunken(rows: readonly unknown[], known: readonly unknown[] = []): void {
  if (rows.length * 2 < known.length) {
    throw new ProviderError('bad_payload', 'More than half of what was there is missing');
  }
}
