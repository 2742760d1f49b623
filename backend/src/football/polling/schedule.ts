import { isInPlay, type Match } from '@kickoff/contracts';

import type { LeagueSnapshot, Part, ToldGoals } from '../snapshots/league-snapshot.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** From kick-off on a match may run for this long, break, stoppage and delay included. */
const WINDOW_MS = 135 * MINUTE_MS;
/** Providers tell results late: what still runs by our data is asked for on. */
const LATE_WINDOW_MS = 6 * HOUR_MS;
const TABLE_IN_WINDOW_MS = 15 * MINUTE_MS;
/** A table that lacks a result after the whistle is asked for again after these, and then as often as the last. */
const LATE_TABLE_MS = [1, 3, 10, 30].map((minutes) => minutes * MINUTE_MS);
/** A table that half a day after the whistle is still another will stay so. */
const LATE_TABLE_UNTIL_MS = 12 * HOUR_MS;
const SCORERS_AFTER_WHISTLE_MS = 30 * MINUTE_MS;
const IDLE_MS = { matches: 6 * HOUR_MS, standings: 6 * HOUR_MS, scorers: 12 * HOUR_MS };
const MAX_BACK_OFF_MS = HOUR_MS;
/** Data this many times as old as it should be is called stale. */
const STALE_AFTER = 3;

export type Kind = 'matches' | 'standings' | 'scorers';

/** How a league is asked for: how often while it plays, and whether its day alone can be asked for then. */
export interface Pace {
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

function mayRun(match: Match, now: number): boolean {
  const { status, utcDate } = match;
  if (status === 'FINISHED' || status === 'POSTPONED' || status === 'CANCELED') return false;
  const elapsedMs = now - Date.parse(utcDate);
  return elapsedMs >= 0 && elapsedMs < (isInPlay(match) ? LATE_WINDOW_MS : WINDOW_MS);
}

/**
 * When this kind has to be asked for as a whole; what was never had is overdue for ever.
 *
 * @param late by what share of its interval it may come later, so that not all comes at once
 */
export function dueAt(
  kind: Kind,
  snapshot: LeagueSnapshot,
  pace: Pace,
  now: number,
  late: number,
): number {
  const part: Part<unknown> = snapshot[kind];
  if (part.failures > 0) return retryAt(part, late);
  const last = (kind === 'matches' ? snapshot.wholeAt : part.fetchedAt)?.getTime();
  if (last === undefined) return -Infinity;

  const playing = playingSince(snapshot, now) !== undefined;
  const whistle = snapshot.whistleAt?.getTime() ?? -Infinity;
  const idleMs = playing ? TABLE_IN_WINDOW_MS : IDLE_MS.standings;
  switch (kind) {
    case 'matches':
      return last + (playing && !pace.byDay ? pace.livePollMs : IDLE_MS.matches) * (1 + late);
    case 'standings':
      if (whistle > last) return whistle;
      return last + Math.min(tableAgainMs(snapshot, now), idleMs) * (1 + late);
    case 'scorers':
      if (whistle + SCORERS_AFTER_WHISTLE_MS > last) return whistle + SCORERS_AFTER_WHISTLE_MS;
      return last + IDLE_MS.scorers * (1 + late);
  }
}

/** After how long a table has to be asked for again that did not count all that is over. */
function tableAgainMs({ lateTables = 0, whistleAt }: LeagueSnapshot, now: number): number {
  if (lateTables === 0 || !whistleAt) return Infinity;
  const isOld = now - whistleAt.getTime() > LATE_TABLE_UNTIL_MS;
  return LATE_TABLE_MS[lateTables - 1] ?? (isOld ? Infinity : (LATE_TABLE_MS.at(-1) ?? Infinity));
}

/**
 * When a league that is playing has to be asked for again among those of its
 * day. After a failure its whole season is asked for: that tells whose fault it was.
 */
export function dayDueAt(snapshot: LeagueSnapshot, pace: Pace, now: number, late: number): number {
  const { matches } = snapshot;
  if (!pace.byDay || matches.failures > 0) return Infinity;
  if (playingSince(snapshot, now) === undefined) return Infinity;
  return (matches.fetchedAt?.getTime() ?? -Infinity) + pace.livePollMs * (1 + late);
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

/** 1, 2, 4 … 60 minutes after each failure. */
function retryAt({ failures, lastTriedAt }: Part<unknown>, late: number): number {
  const waitMs = Math.min(2 ** (failures - 1) * MINUTE_MS, MAX_BACK_OFF_MS);
  return (lastTriedAt?.getTime() ?? -Infinity) + waitMs * (1 + late);
}

/**
 * Whether any part of a league is older than it should be. While it plays the
 * age counts from kick-off at the earliest: before, nothing was asked so often.
 */
export function isStale(snapshot: LeagueSnapshot, livePollMs: number, now: number): boolean {
  const since = playingSince(snapshot, now);
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
