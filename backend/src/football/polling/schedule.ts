import { isInPlay, type Match } from '@kickoff/contracts';

import type { LeagueSnapshot, Part, ToldGoals } from '../snapshots/league-snapshot.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A match that was broken off goes on within this time from its kick-off, or on another day. */
const WINDOW_MS = 135 * MINUTE_MS;
/** Matches begin late, and results are told late: what is not over by our data is asked for on. */
const LATE_WINDOW_MS = 6 * HOUR_MS;
/** What is still open after that is asked for this often, until it is settled. */
const OVERDUE_MS = 15 * MINUTE_MS;
const TABLE_IN_WINDOW_MS = 15 * MINUTE_MS;
/** A table that lacks a result after the whistle is asked for again after these, and then as often as the last. */
const LATE_TABLE_MS = [1, 3, 10, 30].map((minutes) => minutes * MINUTE_MS);
/** A table that half a day after the whistle is still another will stay so. */
const LATE_TABLE_UNTIL_MS = 12 * HOUR_MS;
const SCORERS_AFTER_WHISTLE_MS = 30 * MINUTE_MS;
const IDLE_MS = { matches: 6 * HOUR_MS, standings: 6 * HOUR_MS, scorers: 12 * HOUR_MS };
const MAX_BACK_OFF_MS = HOUR_MS;
const MAX_LIVE_BACK_OFF_MS = MINUTE_MS;
/** Data this many times as old as it should be is called stale. */
const STALE_AFTER = 3;

export type Kind = 'matches' | 'standings' | 'scorers';

/** How a league in play is asked for: how often, and whether its day alone can be asked for then. */
export interface PollPolicy {
  livePollMs: number;
  byDay: boolean;
}

/** Since when a league has been playing; undefined while it does not. */
function playingSince({ matches }: LeagueSnapshot, now: number): number | undefined {
  const running = (matches.data ?? []).filter((match) => mayRun(match, now));
  return running.length === 0
    ? undefined
    : Math.min(...running.map(({ utcDate }) => Date.parse(utcDate)));
}

export function isPlaying(snapshot: LeagueSnapshot, now: number): boolean {
  return playingSince(snapshot, now) !== undefined;
}

/** Whether a match may be on: by our data it has not ended, or should have begun. */
export function mayRun(match: Match, now: number): boolean {
  const { status, utcDate } = match;
  if (status === 'FINISHED' || status === 'POSTPONED' || status === 'CANCELED') return false;
  const elapsedMs = now - Date.parse(utcDate);
  return elapsedMs >= 0 && elapsedMs < (status === 'SUSPENDED' ? WINDOW_MS : LATE_WINDOW_MS);
}

/** Whether a match should have begun, or ended, long ago: until its provider says what became of it. */
function isOverdue(match: Match, now: number): boolean {
  const isOpen = isInPlay(match) || match.status === 'SCHEDULED';
  return isOpen && now - Date.parse(match.utcDate) >= LATE_WINDOW_MS;
}

/**
 * When this kind has to be asked for as a whole; what was never had is overdue for ever.
 *
 * @param late by what share of its interval it may come later, so that not all comes at once
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

/** When the whole season has to be asked for: that tells moved matches, too, and whose fault a refused day was. */
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

/** After how long a table has to be asked for again that did not count all that is over. */
function tableAgainMs({ lateTables = 0, whistleAt }: LeagueSnapshot, now: number): number {
  if (lateTables === 0 || !whistleAt) return Infinity;
  const isOld = now - whistleAt.getTime() > LATE_TABLE_UNTIL_MS;
  return LATE_TABLE_MS[lateTables - 1] ?? (isOld ? Infinity : (LATE_TABLE_MS.at(-1) ?? Infinity));
}

/** When a league that is playing has to be asked for again among those of its day. */
export function dayDueAt(snapshot: LeagueSnapshot, policy: PollPolicy, now: number): number {
  const { matches, dayRefused } = snapshot;
  if (!policy.byDay || dayRefused || !isPlaying(snapshot, now)) return Infinity;
  if (matches.failures > 0) return liveRetryAt(matches, policy.livePollMs);
  // A try that brought nothing new of this league counts, one that was refused for too many calls does not.
  const last = matches.lastError === undefined ? matches.lastTriedAt : matches.fetchedAt;
  return (last?.getTime() ?? -Infinity) + policy.livePollMs;
}

/**
 * When the goals of a match have to be asked for: each time its score has
 * changed, once more when it is over, and again for a while where the list did
 * not add up to the score. What was over before we looked is left alone.
 */
export function goalsDueAt(match: Match, told: ToldGoals | undefined, now: number): number {
  const isOn = isInPlay(match) || match.status === 'FINISHED';
  if (!isOn || now - Date.parse(match.utcDate) >= LATE_WINDOW_MS) return Infinity;
  if (!told) return hasGoals(match) ? -Infinity : Infinity;
  const isAsked = told.askedAt === standOf(match);
  if (told.failures > 0 && (isAsked || told.lastError !== undefined)) return retryAt(told, 0);
  return isAsked ? Infinity : -Infinity;
}

/** How a match stands, as far as its goals go. */
export function standOf({ status, score: { fullTime } }: Match): string {
  const score = `${fullTime.homeTeam ?? 0}:${fullTime.awayTeam ?? 0}`;
  return status === 'FINISHED' ? `${score} over` : score;
}

/** Whether a match has any goals by its score. */
export function hasGoals({ score: { fullTime } }: Match): boolean {
  return (fullTime.homeTeam ?? 0) + (fullTime.awayTeam ?? 0) > 0;
}

type Tried = Pick<Part<unknown>, 'failures' | 'lastTriedAt'>;

/** 1, 2, 4 … 60 minutes after each failure. */
function retryAt({ failures, lastTriedAt }: Tried, late: number): number {
  const waitMs = Math.min(2 ** (failures - 1) * MINUTE_MS, MAX_BACK_OFF_MS);
  return (lastTriedAt?.getTime() ?? -Infinity) + waitMs * (1 + late);
}

/** While matches run one failure is made good at once; then it is tried less and less often, at last once a minute. */
function liveRetryAt({ failures, lastTriedAt }: Tried, livePollMs: number): number {
  const waitMs =
    failures === 1 ? 0 : Math.min(2 ** (failures - 2) * livePollMs, MAX_LIVE_BACK_OFF_MS);
  return (lastTriedAt?.getTime() ?? -Infinity) + waitMs;
}

/**
 * Whether any part of a league is older than it should be. While it plays the
 * age counts from kick-off at the earliest: before, nothing was asked so often.
 */
export function isStale(snapshot: LeagueSnapshot, now: number): boolean {
  const since = playingSince(snapshot, now);
  const { livePollMs = MINUTE_MS } = snapshot;
  const intervals = {
    matches: since === undefined ? IDLE_MS.matches : livePollMs,
    standings: since === undefined ? IDLE_MS.standings : TABLE_IN_WINDOW_MS,
    scorers: IDLE_MS.scorers,
  };
  const kinds: readonly Kind[] = ['matches', 'standings', 'scorers'];
  return kinds.some((kind) => {
    const { fetchedAt, lastError } = snapshot[kind];
    // Nobody asks again: what we have is all there will be.
    if (lastError === 'invalid_key' || lastError === 'forbidden') return true;
    if (!fetchedAt) return false;
    const fromMs =
      kind === 'scorers' ? fetchedAt.getTime() : Math.max(fetchedAt.getTime(), since ?? -Infinity);
    return now - fromMs >= STALE_AFTER * intervals[kind];
  });
}
