import type { Match } from '@kickoff/contracts';

const MINUTE_MS = 60_000;
const HALF_MINUTES = 45;
const BREAK_MINUTES = 15;

/** The clock of a match in its parts, as time of their entries in ms. */
export interface ClockBases {
  /** Time of minute 1, which is the kick-off if the server saw it. */
  startMs?: number;
  secondHalfMs?: number;
  extraTimeMs?: number;
}

/** Formats a minute with its stoppage time: `45+2`. */
export function formatMinute(minute: number, injuryTime?: number): string {
  return injuryTime ? `${minute}+${injuryTime}` : String(minute);
}

/** Returns the clock that the source states, if any. */
export function minuteOf({
  minute,
  injuryTime,
}: Pick<Match, 'minute' | 'injuryTime'>): string | undefined {
  return minute === undefined ? undefined : formatMinute(minute, injuryTime);
}

/** Estimates the clock from the entries of a match; undefined without a kick-off to count from. */
export function estimateMinute(bases: ClockBases, atMs: number): string | undefined {
  const { startMs, secondHalfMs, extraTimeMs } = bases;
  if (extraTimeMs !== undefined) return inPart(90, 30, minutesSince(extraTimeMs, atMs));
  if (secondHalfMs !== undefined) {
    return inPart(HALF_MINUTES, HALF_MINUTES, minutesSince(secondHalfMs, atMs));
  }
  if (startMs === undefined) return undefined;
  const minutes = minutesSince(startMs, atMs);
  // A break that no entry states is assumed to have been of the usual length.
  const untilSecondHalf = HALF_MINUTES + BREAK_MINUTES;
  return minutes <= untilSecondHalf
    ? inPart(0, HALF_MINUTES, minutes)
    : inPart(HALF_MINUTES, HALF_MINUTES, minutes - untilSecondHalf);
}

/** Moves the clock by a pause, so that it continues at the minute at which it stopped. */
export function shiftClock(bases: ClockBases, pauseMs: number): ClockBases {
  const { startMs, secondHalfMs, extraTimeMs } = bases;
  return {
    ...(startMs === undefined ? {} : { startMs: startMs + pauseMs }),
    ...(secondHalfMs === undefined ? {} : { secondHalfMs: secondHalfMs + pauseMs }),
    ...(extraTimeMs === undefined ? {} : { extraTimeMs: extraTimeMs + pauseMs }),
  };
}

/**
 * Returns the time of minute 1, for a clock that showed this minute of the first half at this time.
 */
export function startOfClock(minute: string, atMs: number): number {
  const [played = 1, injuryTime = 0] = minute.split('+').map(Number);
  const breakMinutes = played > HALF_MINUTES ? BREAK_MINUTES : 0;
  return atMs - (played + injuryTime + breakMinutes - 1) * MINUTE_MS;
}

function minutesSince(fromMs: number, atMs: number): number {
  return Math.floor(Math.max(atMs - fromMs, 0) / MINUTE_MS) + 1;
}

/** Formats the minute of a part of this length; the excess is stoppage time. */
function inPart(playedBefore: number, length: number, minutes: number): string {
  return formatMinute(playedBefore + Math.min(minutes, length), Math.max(minutes - length, 0));
}
