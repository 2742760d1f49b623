import type { Match } from '@kickoff/contracts';

import { isTimeKnown } from '../kick-off-time.js';
import { isOverOrPostponed } from '../match-state.js';
import type { ProvidedMatch } from '../providers/league-data-provider.js';
import type { GoalsPart, LeagueSnapshot } from './league-snapshot.schema.js';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** A suspended match is polled as in play for this long after its kick-off. */
export const WINDOW_MS = 135 * MINUTE_MS;
/** Kick-offs and results may be late: matches that are not finished are polled for this long. */
export const LATE_WINDOW_MS = 6 * HOUR_MS;
/**
 * A suspended match resumes within hours or on the next day; one that is abandoned never does. Later
 * ones are not in the provider's matches from yesterday to tomorrow.
 */
export const RESUMES_WITHIN_MS = 36 * HOUR_MS;
/** Poll intervals: of tables in play, and of each kind while nothing is in play. */
export const TABLE_IN_WINDOW_MS = 15 * MINUTE_MS;
export const IDLE_MS = { matches: 6 * HOUR_MS, standings: 6 * HOUR_MS, scorers: 12 * HOUR_MS };
/** Data is stale at this multiple of its interval. */
const STALE_AFTER = 3;

export type Kind = 'matches' | 'standings' | 'scorers';

/** Returns the kick-off of a match, in ms; of one that was suspended its resumption. */
export function playedFromMs({ utcDate, resumedAt = utcDate }: ProvidedMatch): number {
  return Date.parse(resumedAt);
}

/** Returns the earliest kick-off in play, in ms; undefined if none is. */
function playingSince({ matches }: LeagueSnapshot, now: number): number | undefined {
  const running = (matches.data ?? []).filter((match) => mayRun(match, now));
  return running.length === 0 ? undefined : Math.min(...running.map(playedFromMs));
}

export function isPlaying(snapshot: LeagueSnapshot, now: number): boolean {
  return playingSince(snapshot, now) !== undefined;
}

/** Returns whether a match may be in play: past its kick-off and not finished by our data. */
export function mayRun(match: ProvidedMatch, now: number): boolean {
  const { status } = match;
  if (isOverOrPostponed(match) || !isTimeKnown(match)) return false;
  const elapsedMs = now - playedFromMs(match);
  return elapsedMs >= 0 && elapsedMs < (status === 'SUSPENDED' ? WINDOW_MS : LATE_WINDOW_MS);
}

export function hasGoals({ score: { fullTime } }: Match): boolean {
  return (fullTime.homeTeam ?? 0) + (fullTime.awayTeam ?? 0) > 0;
}

export function goalsOf(
  { goals }: Pick<LeagueSnapshot, 'goals'>,
  { id }: Match,
): GoalsPart | undefined {
  return goals?.find(({ matchId }) => matchId === id);
}

/**
 * Returns whether any part of a league is stale. In play the age counts from kick-off at the
 * earliest, because polling was slower before.
 */
export function isStale(snapshot: LeagueSnapshot, now: number): boolean {
  const kinds: readonly Kind[] = ['matches', 'standings', 'scorers'];
  return kinds.some((kind) => isStalePart(kind, snapshot, now));
}

/**
 * Returns the ids of matches about which the provider has been silent while they may be in play: those
 * that the snapshot names, and those of now.
 */
export function lostMatches(snapshot: LeagueSnapshot, now: number): string[] {
  const { lost = [], matches } = snapshot;
  const running = isStalePart('matches', snapshot, now)
    ? (matches.data ?? []).filter((match) => mayRun(match, now)).map(({ id }) => id)
    : [];
  return [...new Set([...lost, ...running])];
}

function isStalePart(kind: Kind, snapshot: LeagueSnapshot, now: number): boolean {
  const { fetchedAt, lastError } = snapshot[kind];
  // Polling has stopped until restart.
  if (lastError === 'invalid_key' || lastError === 'forbidden') return true;
  if (!fetchedAt) return false;
  const since = playingSince(snapshot, now);
  const { livePollMs = MINUTE_MS } = snapshot;
  const intervals = {
    matches: since === undefined ? IDLE_MS.matches : livePollMs,
    standings: since === undefined ? IDLE_MS.standings : TABLE_IN_WINDOW_MS,
    scorers: IDLE_MS.scorers,
  };
  const fromMs =
    kind === 'scorers' ? fetchedAt.getTime() : Math.max(fetchedAt.getTime(), since ?? -Infinity);
  return now - fromMs >= STALE_AFTER * intervals[kind];
}
