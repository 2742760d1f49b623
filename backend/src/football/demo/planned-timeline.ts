import { isGoal, type TimelineEntry } from '@kickoff/contracts';

import { minuteOf } from '../timelines/match-clock.js';
import { nextEntries, type Observation } from '../timelines/next-entries.js';
import { applyEntry, UNSEEN } from '../timelines/timeline-state.js';
import { eventsAt, matchAt, type PlannedMatch } from './planned-match.js';

/** The timeline of a planned match at a time, with the planned times; computed from the plan alone. */
export function plannedTimeline(match: PlannedMatch, now: number): TimelineEntry[] {
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
function changesOf({ kickoffMs, story }: PlannedMatch): number[] {
  const { firstHalfEndMs, secondHalfStartMs, endMs, happenings } = story;
  const goals = happenings
    .filter(({ event }) => isGoal(event))
    .flatMap(({ fromMs, untilMs = fromMs }) => [fromMs, untilMs]);
  return [...new Set([0, firstHalfEndMs, secondHalfStartMs, endMs, ...goals])]
    .sort((one, other) => one - other)
    .map((elapsedMs) => kickoffMs + elapsedMs);
}

function observeAt(planned: PlannedMatch, atMs: number): Observation {
  const match = matchAt(planned, atMs);
  const goals = eventsAt(planned, atMs).filter(isGoal);
  const scorerOf = (team: 'homeTeam' | 'awayTeam') =>
    goals.findLast((goal) => goal.team === team)?.player.name;
  return {
    status: match.status,
    utcDate: match.utcDate,
    score: match.score.fullTime,
    minute: minuteOf(match),
    isLost: false,
    scorers: { homeTeam: scorerOf('homeTeam'), awayTeam: scorerOf('awayTeam') },
  };
}
