import { isGoal, type Match, type MatchEvent, type TimelineEntry } from '@kickoff/contracts';

import { replay } from '../timelines/timeline-state.js';
import type { Moment } from './moment.js';
import { clockAt, entriesUpTo, isLongOver, parseMinute } from './seen-match.js';

/** Minute and stoppage time. */
type Position = readonly [minute: number, injuryTime: number];
type Clocked = Pick<MatchEvent, 'minute' | 'injuryTime'>;

const START: Position = [-Infinity, 0];
const END: Position = [Infinity, 0];

const TEAM_OF = { homeTeam: 'home', awayTeam: 'away' } as const;

/**
 * Returns the events of a match up to a moment: the goals in its entries until then, including
 * those that are cancelled later, and cards of earlier minutes.
 *
 * @param events as the source states them now
 * @param entries the whole timeline up to now
 */
export function seeEvents(
  match: Pick<Match, 'utcDate'>,
  events: readonly MatchEvent[] | undefined,
  entries: readonly TimelineEntry[],
  moment: Moment,
): MatchEvent[] | undefined {
  if (!events || moment.mode === 'hidden') return undefined;
  if (moment.mode === 'live') return [...events];
  if (entries.length === 0) return isLongOver(match, moment.untilMs) ? [...events] : [];
  const seen = entriesUpTo(entries, moment);
  const reached = positionAt(seen, moment.untilMs);
  // A match that was first seen when finished has goals without entries.
  if (reached === END && seen.length === entries.length) return [...events];
  const shown = (['homeTeam', 'awayTeam'] as const).flatMap((team) => {
    const isOfTeam = (entry: TimelineEntry) => entry.team === TEAM_OF[team];
    return seeTeamEvents(
      events.filter((event) => event.team === team),
      entries.filter(isOfTeam),
      seen.filter(isOfTeam),
      reached,
    );
  });
  const order = new Map(events.map((event, index) => [event, index]));
  const indexOf = (event: MatchEvent) => order.get(event) ?? -1;
  return shown.sort(
    (one, other) => compare(toPosition(one), toPosition(other)) || indexOf(one) - indexOf(other),
  );
}

function seeTeamEvents(
  events: readonly MatchEvent[],
  entries: readonly TimelineEntry[],
  seen: readonly TimelineEntry[],
  reached: Position,
): MatchEvent[] {
  const goals = events.filter(isGoal);
  const disallowed = events.filter(({ kind }) => kind === 'disallowed_goal');
  const cancellations = entries.filter(({ kind }) => kind === 'goal_cancelled');
  const lastSeq = seen.at(-1)?.seq ?? 0;
  const isSeen = ({ seq }: TimelineEntry) => seq <= lastSeq;
  // The source may list more of them than ever counted as goals.
  const uncounted = disallowed.length - cancellations.length;
  const isPast = (event: MatchEvent) => compare(toPosition(event), reached) < 0;
  const counting = goalsOf(entries);

  return [
    ...goalsOf(seen).flatMap((goal) => {
      const index = counting.indexOf(goal);
      if (index >= 0) return goals[index] ?? [];
      const cancelledBy = cancellations.findIndex(({ cancels }) => cancels === goal.seq);
      return toGoalEvent(goal, disallowed[uncounted + cancelledBy]) ?? [];
    }),
    ...disallowed.filter((event, index) => {
      const cancellation = cancellations[index - uncounted];
      return cancellation ? isSeen(cancellation) : isPast(event);
    }),
    ...events.filter(
      (event) => !isGoal(event) && event.kind !== 'disallowed_goal' && isPast(event),
    ),
  ];
}

/** Returns the goals that count after these entries. */
function goalsOf(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const cancelled = new Set(entries.map(({ cancels }) => cancels));
  return entries.filter(({ kind, seq }) => kind === 'goal' && !cancelled.has(seq));
}

/** A goal that is cancelled later, which the source no longer lists as one. */
function toGoalEvent(
  { team, minute, player: scorer }: TimelineEntry,
  disallowed: MatchEvent | undefined,
): MatchEvent | undefined {
  const clock = parseMinute(minute);
  const player = scorer ?? disallowed?.player;
  if (!player || clock?.minute === undefined) return undefined;
  const { minute: played, ...stoppage } = clock;
  const side = team === 'home' ? 'homeTeam' : 'awayTeam';
  return { kind: 'goal', team: side, minute: played, ...stoppage, player };
}

/** Events before this position have happened; which ones of the current minute have is unknown. */
function positionAt(seen: readonly TimelineEntry[], untilMs: number): Position {
  const state = replay(seen);
  const { status, hasBegun, parts } = state;
  if (status === 'FINISHED') return END;
  if (!hasBegun) return START;
  if (status === 'PAUSED') {
    const lastMinute = parts.has('extra_time') ? 105 : parts.has('second_half') ? 90 : 45;
    return [lastMinute, Infinity];
  }
  if (parts.has('penalties')) return END;
  const clock = parseMinute(clockAt(state, seen, untilMs));
  return clock?.minute === undefined ? START : toPosition({ ...clock, minute: clock.minute });
}

function toPosition({ minute, injuryTime = 0 }: Clocked): Position {
  return [minute, injuryTime];
}

function compare(one: Position, other: Position): number {
  return one[0] - other[0] || one[1] - other[1];
}
