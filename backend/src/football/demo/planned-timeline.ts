import { isGoal, type TimelineEntry } from '@kickoff/contracts';

import { minuteOf } from '../timelines/match-clock.js';
import { nextEntries, type Observation } from '../timelines/next-entries.js';
import { applyEntry, UNSEEN } from '../timelines/timeline-state.js';
import { type Course, eventsAt, stateAt } from './planned-match.js';

/** The timeline of a planned match at a time, with the planned times; computed from the plan alone. */
export function plannedTimeline(match: Course, now: number): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  let state = UNSEEN;
  for (const atMs of changesOf(match).filter((ms) => ms <= now)) {
    const observed = observeAt(match, atMs);
    for (const entry of nextEntries(state, observed, { utcDate: observed.utcDate }, atMs)) {
      state = applyEntry(state, entry);
      entries.push(entry);
    }
  }
  return entries;
}

/** When the status or the score changes, in order. */
export function changesOf({ kickoffMs, story }: Course): number[] {
  const { firstHalfEndMs, secondHalfStartMs, endMs, happenings } = story;
  const goals = happenings
    .filter(({ event }) => isGoal(event))
    .flatMap(({ fromMs, untilMs = fromMs }) => [fromMs, untilMs]);
  return [...new Set([0, firstHalfEndMs, secondHalfStartMs, endMs, ...goals])]
    .sort((one, other) => one - other)
    .map((elapsedMs) => kickoffMs + elapsedMs);
}

/** What the source of a match states at a time. */
export function observeAt(course: Course, atMs: number): Observation {
  const { status, score, ...clock } = stateAt(course, atMs);
  const goals = eventsAt(course, atMs).filter(isGoal);
  const scorerOf = (team: 'homeTeam' | 'awayTeam') =>
    goals.findLast((goal) => goal.team === team)?.player.name;
  return {
    status,
    utcDate: new Date(course.kickoffMs).toISOString(),
    score: score.fullTime,
    minute: minuteOf(clock),
    isLost: false,
    scorers: { homeTeam: scorerOf('homeTeam'), awayTeam: scorerOf('awayTeam') },
  };
}
