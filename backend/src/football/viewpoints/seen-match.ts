import type { GoalCount, Match, TimelineEntry } from '@kickoff/contracts';

import type { EntryWithOrigin } from '../timelines/match-entry.schema.js';
import { estimateClock, replay, type TimelineState } from '../timelines/timeline-state.js';
import type { Moment } from './moment.js';
import { LONGEST_MATCH_MS } from './viewpoint-clock.js';

const NO_SCORE: GoalCount = { homeTeam: null, awayTeam: null };
const MINUTE = /^(\d+)(?:[+](\d+))?$/;

type PastMoment = Extract<Moment, { untilMs: number }>;
type HiddenMoment = Extract<Moment, { mode: 'hidden' }>;

/** The entries of a timeline up to a moment. */
export function entriesUpTo(entries: readonly TimelineEntry[], moment: Moment): TimelineEntry[] {
  if (moment.mode === 'live') return [...entries];
  if (moment.mode !== 'hidden') {
    return entries.filter(({ at }) => Date.parse(at) <= moment.untilMs);
  }
  const begin = entries.findIndex(hasBegun);
  return begin < 0 ? [...entries] : entries.slice(0, begin);
}

/**
 * Returns a match up to a moment.
 *
 * @param match as its source states it now
 * @param entries its whole timeline up to now
 */
export function seeMatch(
  match: Match,
  entries: readonly EntryWithOrigin[],
  moment: Moment,
  now: number,
): Match {
  switch (moment.mode) {
    case 'live':
      return match;
    case 'hidden':
      return hideMatch(match, entries, moment, now);
    default:
      return { ...seePast(match, entries, moment), viewpoint: moment.viewpoint };
  }
}

/** Returns a match with nothing from the kick-off on. */
function hideMatch(
  match: Match,
  entries: readonly EntryWithOrigin[],
  moment: HiddenMoment,
  now: number,
): Match {
  // Copied once: a shield may hide thousands of matches.
  const shown = withoutScore(match);
  shown.viewpoint = moment.viewpoint;
  shown.utcDate = hiddenDateOf(match, entries);
  const elapsedMs = now - Date.parse(shown.utcDate);
  if (elapsedMs < 0) {
    shown.status = replay(entriesUpTo(entries, moment)).status;
    return shown;
  }
  shown.status = elapsedMs < LONGEST_MATCH_MS ? 'IN_PLAY' : 'FINISHED';
  shown.shielded = true;
  return shown;
}

/** Returns the date of a match for a fan who hides it: a change after the kick-off is not shown. */
export function hiddenDateOf(
  { utcDate }: Pick<Match, 'utcDate'>,
  entries: readonly EntryWithOrigin[],
): string {
  const kickOff = entries.findIndex(({ score }) => score !== undefined);
  return (kickOff < 0 ? undefined : movedFrom(entries.slice(kickOff))) ?? utcDate;
}

/** Returns whether a match is shown by its date and the clock only. */
export function isHiddenAt({ utcDate }: Pick<Match, 'utcDate'>, { mode }: Moment, now: number) {
  return mode === 'hidden' && Date.parse(utcDate) <= now;
}

/** Whether a match without a timeline was over at a time. */
export function isLongOver({ utcDate }: Pick<Match, 'utcDate'>, untilMs: number): boolean {
  return Date.parse(utcDate) + LONGEST_MATCH_MS <= untilMs;
}

/** Parses the minute of a text such as `45+2`; undefined for `HT` and similar. */
export function parseMinute(
  text: string | null | undefined,
): Pick<Match, 'minute' | 'injuryTime'> | undefined {
  const [, minute, injuryTime] = MINUTE.exec(text ?? '') ?? [];
  if (minute === undefined) return undefined;
  return {
    minute: Number(minute),
    ...(injuryTime === undefined ? {} : { injuryTime: Number(injuryTime) }),
  };
}

/** Formats the clock of a match in play at a time; undefined without a kick-off to count from. */
export function clockAt(
  state: TimelineState,
  entries: readonly TimelineEntry[],
  untilMs: number,
): string | undefined {
  if (state.parts.has('penalties')) return undefined;
  // The clock does not run while the source is silent.
  const lostAt = state.isLost
    ? entries.findLast(({ kind }) => kind === 'data_lost')?.at
    : undefined;
  return estimateClock(state, lostAt === undefined ? untilMs : Date.parse(lostAt));
}

function seePast(
  match: Match,
  entries: readonly EntryWithOrigin[],
  { untilMs }: PastMoment,
): Match {
  if (entries.length === 0) {
    return isLongOver(match, untilMs) ? match : { ...withoutScore(match), status: 'SCHEDULED' };
  }
  const seen = entries.filter(({ at }) => Date.parse(at) <= untilMs);
  const state = replay(seen);
  const { status, score, utcDate = movedFrom(entries.slice(seen.length)) ?? match.utcDate } = state;
  const isAll = seen.length === entries.length;
  return {
    ...withoutScore(match),
    status,
    utcDate,
    ...(status === 'IN_PLAY' && statesMinutes(seen)
      ? parseMinute(clockAt(state, seen, untilMs))
      : {}),
    score: {
      fullTime: score,
      halfTime: isAll ? match.score.halfTime : halfTimeOf(state, seen),
    },
  };
}

/** The date before the next reschedule. */
function movedFrom(unseen: readonly EntryWithOrigin[]): string | undefined {
  return unseen.find(({ kind }) => kind === 'rescheduled')?.movedFrom;
}

function halfTimeOf({ parts }: TimelineState, seen: readonly TimelineEntry[]): GoalCount {
  if (!parts.has('half_time')) return NO_SCORE;
  return seen.findLast(({ kind }) => kind === 'half_time')?.score ?? NO_SCORE;
}

/** Returns whether the source has its own clock, which is then not an estimate. */
function statesMinutes(entries: readonly TimelineEntry[]): boolean {
  return entries.some(({ minute, estimated }) => !estimated && parseMinute(minute) !== undefined);
}

function withoutScore(match: Match): Match {
  const shown = { ...match, score: { fullTime: NO_SCORE, halfTime: NO_SCORE } };
  delete shown.minute;
  delete shown.injuryTime;
  return shown;
}

/** Returns whether an entry is the kick-off, or states something that occurs only after it. */
export function hasBegun({ kind, score, status = 'SCHEDULED' }: TimelineEntry): boolean {
  return kind === 'kick_off' || score !== undefined || status !== 'SCHEDULED';
}
