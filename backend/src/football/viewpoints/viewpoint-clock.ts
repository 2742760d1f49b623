import {
  DELAY_SECONDS,
  type League,
  type Match,
  REPLAY_MAX_POSITION,
  type TimelineEntry,
  type Viewpoint,
} from '@kickoff/contracts';

import { isOver } from '../match-state.js';
import { applyEntry, UNSEEN } from '../timelines/timeline-state.js';
import type { ShieldDocument } from './shield.schema.js';
import type { ViewpointDocument } from './viewpoint.schema.js';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Every match counts as finished this long after its kick-off; hidden ones are shown so. */
export const LONGEST_MATCH_MS = 4 * HOUR_MS;
/** Length of a match whose end is unknown. */
const USUAL_MATCH_MS = 2 * HOUR_MS;
/** Seconds of a replay. */
const DURATION = 7_200;
const DURATION_WITH_EXTRA_TIME = 10_800;

/** When the parts of a match started, in ms; for a restarted one, since its last kick-off. */
export interface Landmarks {
  kickOffMs: number;
  halfTimeMs?: number;
  secondHalfMs?: number;
  extraTimeMs?: number;
  /** Absent while the match is not over. */
  endMs?: number;
  /** Last moment of play of a match that was suspended and has not resumed. */
  abandonedMs?: number;
}

/** A replay at a moment. */
export type ReplayState = { untilMs: number } & Required<
  Pick<Viewpoint, 'position' | 'playing' | 'duration'>
> &
  Pick<Viewpoint, 'halfTime'>;

/** Returns when the parts of a match started; undefined without a kick-off. */
export function landmarksOf(entries: readonly TimelineEntry[]): Landmarks | undefined {
  let landmarks: Landmarks | undefined;
  let state = UNSEEN;
  for (const entry of entries) {
    const atMs = Date.parse(entry.at);
    state = applyEntry(state, entry);
    if (entry.kind === 'kick_off') landmarks = { kickOffMs: atMs };
    if (!landmarks) continue;
    if (entry.kind === 'half_time') landmarks.halfTimeMs = atMs;
    if (entry.kind === 'second_half') landmarks.secondHalfMs = atMs;
    if (entry.kind === 'extra_time') landmarks.extraTimeMs = atMs;
    if (!isOver(state)) delete landmarks.endMs;
    else landmarks.endMs ??= atMs;
    if (state.suspendedMs === undefined) delete landmarks.abandonedMs;
    else if (entry.kind === 'suspended' || entry.kind === 'goal') landmarks.abandonedMs = atMs;
  }
  return landmarks;
}

/**
 * Returns the time up to which a delayed fan sees a match: never before what the fan had seen at
 * the change.
 */
export function delayedUntil(
  { seconds = 0, reachedAt }: Pick<ViewpointDocument, 'seconds' | 'reachedAt'>,
  now: number,
): number {
  return Math.max(reachedAt?.getTime() ?? -Infinity, now - seconds * SECOND_MS);
}

/**
 * Returns the delay of a fan whose broadcast shows a goal now: the age of the earliest goal that
 * the fan has not seen, else of the latest. Undefined without a recent enough goal.
 */
export function secondsSinceGoal(
  entries: readonly TimelineEntry[],
  untilMs: number,
  now: number,
): number | undefined {
  const goals = entries
    .filter(({ kind }) => kind === 'goal')
    .map(({ at }) => Date.parse(at))
    .filter((atMs) => now - atMs <= DELAY_SECONDS.max * SECOND_MS);
  const goalMs = goals.find((atMs) => atMs > untilMs) ?? goals.at(-1);
  if (goalMs === undefined) return undefined;
  return Math.max(DELAY_SECONDS.min, Math.floor((now - goalMs) / SECOND_MS));
}

/**
 * Returns a replay at a time. It ends with the match, or at the end of its bar if that is later.
 *
 * @param pace seconds of the match per second in which it was played
 */
export function replayAt(
  { position = 0, playing = false, speed = 1, setAt }: ViewpointDocument,
  landmarks: Landmarks,
  pace: number,
  now: number,
): ReplayState {
  const { kickOffMs, halfTimeMs, secondHalfMs, extraTimeMs } = landmarks;
  const positionOf = (atMs: number) => ((atMs - kickOffMs) * pace) / SECOND_MS;
  const timeOf = (seconds: number) => kickOffMs + (seconds * SECOND_MS) / pace;
  const endMs = replayEndOf(landmarks, timeOf(REPLAY_MAX_POSITION));
  const durationAt = (seconds: number) =>
    extraTimeMs !== undefined && extraTimeMs <= timeOf(seconds)
      ? DURATION_WITH_EXTRA_TIME
      : DURATION;

  const moved = position + (playing ? ((now - setAt.getTime()) / SECOND_MS) * speed : 0);
  const end = Math.max(durationAt(moved), endMs === undefined ? 0 : positionOf(endMs));
  const last = Math.max(position, Math.min(end, REPLAY_MAX_POSITION));
  const reached = Math.min(moved, last);
  const reachedMs = timeOf(reached);
  const hasEnded = endMs !== undefined && reachedMs >= endMs;
  return {
    untilMs: hasEnded ? now : reachedMs,
    position: Math.floor(reached),
    playing: playing && reached < last,
    ...(halfTimeMs !== undefined && secondHalfMs !== undefined
      ? {
          halfTime: {
            from: Math.floor(positionOf(halfTimeMs)),
            to: Math.floor(positionOf(secondHalfMs)),
          },
        }
      : {}),
    duration: durationAt(reached),
  };
}

/** Returns the moment from which a replay shows everything; undefined while the match is not over. */
function replayEndOf(
  { endMs, abandonedMs = Infinity }: Landmarks,
  maxMs: number,
): number | undefined {
  if (endMs === undefined || endMs <= maxMs) return endMs;
  // An abandoned match may be awarded weeks later, which no position reaches.
  return Math.min(abandonedMs, maxMs);
}

/** Returns whether a setting with an end is in force. */
export function isInForce({ until }: { until?: Date }, now: number): boolean {
  return until === undefined || until.getTime() > now;
}

/** Returns whether a shield names a match, whatever the time. */
export function isNamedBy(
  { all, teams = [], leagues = [] }: ShieldDocument,
  { homeTeam, awayTeam }: Match,
  league: League,
): boolean {
  return (
    all === true ||
    leagues.includes(league) ||
    teams.includes(homeTeam.id) ||
    teams.includes(awayTeam.id)
  );
}

/**
 * Returns whether a match had ended 24 hours or more before a shield was set; undefined if its
 * timeline has to be read.
 */
export function endedDayBefore(match: Match, { setAt }: ShieldDocument): boolean | undefined {
  // A rehearsal is removed a day after its end.
  if (!isOver(match) || match.rehearsal !== undefined) return false;
  const kickOffMs = Date.parse(match.utcDate);
  const limitMs = setAt.getTime() - DAY_MS;
  if (kickOffMs > limitMs) return false;
  return kickOffMs + LONGEST_MATCH_MS <= limitMs ? true : undefined;
}

/**
 * The same by the timeline.
 *
 * @param landmarks undefined for a match that was first seen when finished
 */
export function endedDayBeforeBy(
  landmarks: Landmarks | undefined,
  { utcDate }: Pick<Match, 'utcDate'>,
  { setAt }: ShieldDocument,
): boolean {
  const endMs = landmarks?.endMs ?? Date.parse(utcDate) + USUAL_MATCH_MS;
  return endMs <= setAt.getTime() - DAY_MS;
}
