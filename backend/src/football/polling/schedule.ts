import { isInPlay, type Match } from '@kickoff/contracts';

import { isTimeKnown } from '../kick-off-time.js';
import type { ProvidedMatch } from '../providers/league-data-provider.js';
import type { LeagueSnapshot, Part, GoalsPart } from '../snapshots/league-snapshot.schema.js';
import {
  hasGoals,
  HOUR_MS,
  IDLE_MS,
  isPlaying,
  type Kind,
  LATE_WINDOW_MS,
  MINUTE_MS,
  playedFromMs,
  RESUMES_WITHIN_MS,
  TABLE_IN_WINDOW_MS,
  WINDOW_MS,
} from '../snapshots/staleness.js';

/** Poll interval of open matches that are not polled as in play. */
const OVERDUE_MS = 15 * MINUTE_MS;
/** Retry delays of a table that lacks a result after full time; the last one repeats. */
const LATE_TABLE_MS = [1, 3, 10, 30].map((minutes) => minutes * MINUTE_MS);
/** A table that still differs after this time is taken as final. */
const LATE_TABLE_UNTIL_MS = 12 * HOUR_MS;
const SCORERS_AFTER_WHISTLE_MS = 30 * MINUTE_MS;
const MAX_BACK_OFF_MS = HOUR_MS;
const MAX_LIVE_BACK_OFF_MS = MINUTE_MS;
/** Poll policy: in-play interval, and whether the provider has a one-day endpoint. */
export interface PollPolicy {
  livePollMs: number;
  byDay: boolean;
}

/**
 * Returns whether a match is unfinished long after its kick-off, or may have started because only
 * its day is known.
 */
function isOverdue(match: ProvidedMatch, now: number): boolean {
  const elapsedMs = now - playedFromMs(match);
  if (match.status === 'SUSPENDED') return elapsedMs >= WINDOW_MS && elapsedMs < RESUMES_WITHIN_MS;
  const isOpen = isInPlay(match) || match.status === 'SCHEDULED';
  return isOpen && elapsedMs >= (isTimeKnown(match) ? LATE_WINDOW_MS : 0);
}

/**
 * Returns when this kind is due as a whole, in ms; `-Infinity` if it was never fetched.
 *
 * @param late jitter as a share of the interval
 */
export function dueAt(
  kind: Kind,
  snapshot: LeagueSnapshot,
  policy: PollPolicy,
  now: number,
  late: number,
): number {
  if (kind === 'matches') return seasonDueAt(snapshot, policy, now, late);
  const part: Part<unknown> = snapshot[kind];
  if (part.failures > 0) return retryAt(part, late);
  const last = part.fetchedAt?.getTime();
  if (last === undefined) return -Infinity;
  const whistle = snapshot.whistleAt?.getTime() ?? -Infinity;
  if (kind === 'standings') {
    if (whistle > last) return whistle;
    const idleMs = isPlaying(snapshot, now) ? TABLE_IN_WINDOW_MS : IDLE_MS.standings;
    return last + Math.min(tableAgainMs(snapshot, now), idleMs) * (1 + late);
  }
  if (whistle + SCORERS_AFTER_WHISTLE_MS > last) return whistle + SCORERS_AFTER_WHISTLE_MS;
  return last + IDLE_MS.scorers * (1 + late);
}

/**
 * Returns when the whole season is due. It shows moved matches, and which league made a request for
 * a day fail.
 */
function seasonDueAt(
  snapshot: LeagueSnapshot,
  { byDay, livePollMs }: PollPolicy,
  now: number,
  late: number,
): number {
  const { wholeAt, wholeTriedAt, wholeFailures: failures = 0, dayRefused, missed } = snapshot;
  const isLive = isPlaying(snapshot, now) && (!byDay || dayRefused);
  if (failures > 0) {
    const tried = { failures, lastTriedAt: wholeTriedAt };
    return isLive ? liveRetryAt(tried, livePollMs) : retryAt(tried, late);
  }
  if (!wholeAt || dayRefused) return -Infinity;
  if (isLive) return wholeAt.getTime() + livePollMs;
  const isOpen = missed ?? snapshot.matches.data?.some((match) => isOverdue(match, now));
  return wholeAt.getTime() + (isOpen ? OVERDUE_MS : IDLE_MS.matches) * (1 + late);
}

/** Returns the retry delay of a table that lacks finished matches. */
function tableAgainMs({ lateTables = 0, whistleAt }: LeagueSnapshot, now: number): number {
  if (lateTables === 0 || !whistleAt) return Infinity;
  const isOld = now - whistleAt.getTime() > LATE_TABLE_UNTIL_MS;
  return LATE_TABLE_MS[lateTables - 1] ?? (isOld ? Infinity : (LATE_TABLE_MS.at(-1) ?? Infinity));
}

/** Returns when a league in play is due by its day. */
export function dayDueAt(snapshot: LeagueSnapshot, policy: PollPolicy, now: number): number {
  const { matches, dayRefused } = snapshot;
  if (!policy.byDay || dayRefused || !isPlaying(snapshot, now)) return Infinity;
  if (matches.failures > 0) return liveRetryAt(matches, policy.livePollMs);
  // A try without new data counts, a rate-limited one does not.
  const last = matches.lastError === undefined ? matches.lastTriedAt : matches.fetchedAt;
  return (last?.getTime() ?? -Infinity) + policy.livePollMs;
}

/**
 * Returns when a match's goals are due: at each change of its score, at full time, and again for a
 * while if the list did not add up to the score. Matches finished before the first poll are
 * skipped.
 */
export function goalsDueAt(
  match: ProvidedMatch,
  known: GoalsPart | undefined,
  now: number,
): number {
  const isOn = isInPlay(match) || match.status === 'FINISHED';
  if (!isOn || now - playedFromMs(match) >= LATE_WINDOW_MS) return Infinity;
  if (!known) return hasGoals(match) ? -Infinity : Infinity;
  const isAsked = known.askedAt === toGoalsState(match);
  if (known.failures > 0 && (isAsked || known.lastError !== undefined)) return retryAt(known, 0);
  return isAsked ? Infinity : -Infinity;
}

/** Formats the state by which goals are due: score, and whether the match is over. */
export function toGoalsState({ status, score: { fullTime } }: Match): string {
  const score = `${fullTime.homeTeam ?? 0}:${fullTime.awayTeam ?? 0}`;
  return status === 'FINISHED' ? `${score} over` : score;
}

type Tried = Pick<Part<unknown>, 'failures' | 'lastTriedAt'>;

/** Back-off: 1, 2, 4 … 60 minutes after each failure. */
function retryAt({ failures, lastTriedAt }: Tried, late: number): number {
  const waitMs = Math.min(2 ** (failures - 1) * MINUTE_MS, MAX_BACK_OFF_MS);
  return (lastTriedAt?.getTime() ?? -Infinity) + waitMs * (1 + late);
}

/** In-play back-off: at once after one failure, then growing to one minute. */
function liveRetryAt({ failures, lastTriedAt }: Tried, livePollMs: number): number {
  const waitMs =
    failures === 1 ? 0 : Math.min(2 ** (failures - 2) * livePollMs, MAX_LIVE_BACK_OFF_MS);
  return (lastTriedAt?.getTime() ?? -Infinity) + waitMs;
}
