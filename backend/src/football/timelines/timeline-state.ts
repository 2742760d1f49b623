import {
  type GoalCount,
  isInPlay,
  type MatchStatus,
  type TimelineEntry,
  type TimelineEntryKind,
} from '@kickoff/contracts';

import { type ClockBases, estimateMinute, shiftClock, startOfClock } from './match-clock.js';

/** The state of a match after its timeline. */
export interface TimelineState {
  status: MatchStatus;
  score: GoalCount;
  /** Undefined until an entry states a date. */
  utcDate: string | undefined;
  /** Whether the source is silent. */
  isLost: boolean;
  /** Whether the match has been in play since its last postponement. */
  hasBegun: boolean;
  /** Parts of the match since that kick-off. */
  parts: ReadonlySet<TimelineEntryKind>;
  /** Goals that count and can be cancelled, oldest first. */
  goals: readonly TimelineEntry[];
  bases: ClockBases;
  /** When the match was suspended, until it is in play again. */
  suspendedMs?: number;
  seq: number;
  atMs: number;
  /** Whether entries state a score. */
  hasScore: boolean;
}

const NO_SCORE: GoalCount = { homeTeam: null, awayTeam: null };

/** A match without entries. */
export const UNSEEN: TimelineState = {
  status: 'SCHEDULED',
  score: NO_SCORE,
  utcDate: undefined,
  isLost: false,
  hasBegun: false,
  parts: new Set(),
  goals: [],
  bases: {},
  seq: 0,
  atMs: -Infinity,
  hasScore: false,
};

/** The status that a kind implies; other kinds state a status or leave it unchanged. */
const STATUS_AFTER: Partial<Record<TimelineEntryKind, MatchStatus>> = {
  kick_off: 'IN_PLAY',
  half_time: 'PAUSED',
  second_half: 'IN_PLAY',
  extra_time: 'IN_PLAY',
  penalties: 'IN_PLAY',
  full_time: 'FINISHED',
  postponed: 'POSTPONED',
  suspended: 'SUSPENDED',
  resumed: 'IN_PLAY',
  cancelled: 'CANCELED',
};

/** Returns the state after all these entries. */
export function replay(entries: readonly TimelineEntry[]): TimelineState {
  return entries.reduce(applyEntry, UNSEEN);
}

/** Returns the state after one more entry. */
export function applyEntry(state: TimelineState, entry: TimelineEntry): TimelineState {
  const { seq, at, kind, score = state.score, utcDate = state.utcDate } = entry;
  const status = entry.status ?? STATUS_AFTER[kind] ?? state.status;
  const next: TimelineState = {
    ...state,
    seq,
    atMs: Date.parse(at),
    status,
    score,
    utcDate,
    hasScore: state.hasScore || entry.score !== undefined,
    isLost: kind === 'data_lost' || (state.isLost && kind !== 'data_back'),
    hasBegun: isInPlay({ status }) || (state.hasBegun && !isCalledOff(entry)),
    goals: goalsAfter(state.goals, entry),
  };
  return kind === 'kick_off' ? restart(next, entry) : withPart(withPause(next), entry);
}

/** Estimates the clock at a time, which does not run during a suspension. */
export function estimateClock(
  { bases, suspendedMs = Infinity }: TimelineState,
  atMs: number,
): string | undefined {
  return estimateMinute(bases, Math.min(atMs, suspendedMs));
}

/** Returns whether a started match will start again: it was postponed, cancelled or moved. */
function isCalledOff({ kind, status }: TimelineEntry): boolean {
  const isMoved = kind === 'rescheduled' && status === 'SCHEDULED';
  return isMoved || kind === 'postponed' || kind === 'cancelled';
}

function goalsAfter(goals: readonly TimelineEntry[], entry: TimelineEntry) {
  if (entry.kind === 'goal') return [...goals, entry];
  return goals.filter(({ seq }) => seq !== entry.cancels);
}

function restart(state: TimelineState, { minute, at }: TimelineEntry): TimelineState {
  const bases = minute ? { startMs: startOfClock(minute, Date.parse(at)) } : {};
  const next = { ...state, parts: new Set<TimelineEntryKind>(['kick_off']), goals: [], bases };
  delete next.suspendedMs;
  return next;
}

/** Stops the clock when a match is suspended; once it is in play again, the clock continues. */
function withPause(state: TimelineState): TimelineState {
  const { status, atMs, bases, suspendedMs } = state;
  if (status === 'SUSPENDED') return { ...state, suspendedMs: suspendedMs ?? atMs };
  if (suspendedMs === undefined || !isInPlay({ status })) return state;
  const next = { ...state, bases: shiftClock(bases, atMs - suspendedMs) };
  delete next.suspendedMs;
  return next;
}

function withPart(state: TimelineState, { kind, at }: TimelineEntry): TimelineState {
  const atMs = Date.parse(at);
  const { bases } = state;
  switch (kind) {
    case 'second_half':
      return { ...state, parts: withKind(state, kind), bases: { ...bases, secondHalfMs: atMs } };
    case 'extra_time':
      return { ...state, parts: withKind(state, kind), bases: { ...bases, extraTimeMs: atMs } };
    case 'half_time':
    case 'penalties':
      return { ...state, parts: withKind(state, kind) };
    default:
      return state;
  }
}

function withKind({ parts }: TimelineState, kind: TimelineEntryKind): Set<TimelineEntryKind> {
  return new Set([...parts, kind]);
}
