import type { Match, MatchEvent, RehearsalFault, TimelineEntry } from '@kickoff/contracts';

import { type Course, eventsAt, stateAt } from '../demo/planned-match.js';
import { changesOf, observeAt } from '../demo/planned-timeline.js';
import { clockOf, type Happening, type Story } from '../demo/story.js';
import type { RoundMatch } from '../league-source.js';
import { nextEntries, type Observation } from '../timelines/next-entries.js';
import { applyEntry, UNSEEN } from '../timelines/timeline-state.js';
import type { RehearsalDocument } from './rehearsal.schema.js';

const MINUTE_MS = 60_000;
/** Simulated poll interval in real time. */
const POLL_MS = 2_000;
/** The source is silent when its data is as old as three polls. */
const STALE_MS = 3 * POLL_MS;
/** Part of the match clock in which the simulated source is unavailable. */
const OUTAGE = { fromMs: 20 * MINUTE_MS, toMs: 30 * MINUTE_MS };
/** Time in the fifth and in the eighth minute, whatever the speed: a poll is at most 40 s later. */
const CANCELLED_GOAL = { fromMs: 4.1 * MINUTE_MS, untilMs: 7.1 * MINUTE_MS };
/** Other goals of the match stay out of this part of it. */
const CLEARED = { fromMs: 3 * MINUTE_MS, toMs: 9 * MINUTE_MS, byMinutes: 10 };

type Rehearsed = Pick<RehearsalDocument, 'kickOffAt' | 'speed' | 'faults' | 'matches'>;

/** The matches of a round with the faults that are part of their course. */
export function toCourse(
  round: readonly RoundMatch[],
  faults: readonly RehearsalFault[],
): RoundMatch[] {
  return round.map((match, index) =>
    index === 0 && faults.includes('goal_cancelled')
      ? { ...match, story: withCancelledGoal(match.story) }
      : match,
  );
}

/** Returns the end of the last match, as the simulated polls show it. */
export function endOf(rehearsal: Rehearsed): Date {
  const ends = rehearsal.matches.map(({ story }, index) =>
    isPostponed(rehearsal, index) ? 0 : pollOf(rehearsal, story.endMs),
  );
  return new Date(rehearsal.kickOffAt.getTime() + Math.max(...ends));
}

/** Returns the time of the last successful poll before a time; undefined before kick-off. */
export function lastPollAt(rehearsal: Rehearsed, now: number): number | undefined {
  const realMs = now - rehearsal.kickOffAt.getTime();
  if (realMs < 0) return undefined;
  const pollMs = realMs - (realMs % POLL_MS);
  const isOut = rehearsal.faults.includes('feed_outage') && isInOutage(pollMs * rehearsal.speed);
  return rehearsal.kickOffAt.getTime() + (isOut ? lastBeforeOutage(rehearsal) : pollMs);
}

/** Returns whether the source has been silent for longer than its data is fresh. */
export function isLostAt(rehearsal: Rehearsed, now: number): boolean {
  const answeredAt = lastPollAt(rehearsal, now);
  return answeredAt !== undefined && now - answeredAt >= STALE_MS;
}

/** Status, clock and score of a match at a time, as the source stated them last. */
export function shownAt(
  rehearsal: Rehearsed,
  index: number,
  now: number,
): Pick<Match, 'status' | 'minute' | 'injuryTime' | 'score'> {
  const course = courseOf(rehearsal, index);
  const state = stateAt(course, clockTime(rehearsal, now));
  if (state.status === 'SCHEDULED' || !isPostponed(rehearsal, index)) return state;
  const none = { homeTeam: null, awayTeam: null };
  return { status: 'POSTPONED', score: { fullTime: none, halfTime: none } };
}

/** Goals and cards of a match so far. */
export function eventsShownAt(rehearsal: Rehearsed, index: number, now: number): MatchEvent[] {
  if (isPostponed(rehearsal, index)) return [];
  return eventsAt(courseOf(rehearsal, index), clockTime(rehearsal, now));
}

/** The timeline of a match at a time, computed by the code that writes those of providers. */
export function rehearsedTimeline(
  rehearsal: Rehearsed,
  index: number,
  now: number,
): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  let state = UNSEEN;
  for (const atMs of timesOf(rehearsal, index).filter((ms) => ms <= now)) {
    const observed = observe(rehearsal, index, atMs);
    for (const entry of nextEntries(state, observed, { utcDate: observed.utcDate }, atMs)) {
      state = applyEntry(state, entry);
      entries.push(entry);
    }
  }
  return entries;
}

/** When the server learns of each change of a match, in order. */
function timesOf(rehearsal: Rehearsed, index: number): number[] {
  const kickOffMs = rehearsal.kickOffAt.getTime();
  const course = courseOf(rehearsal, index);
  const changes = isPostponed(rehearsal, index) ? [kickOffMs] : changesOf(course);
  const polls = changes.map((ms) => kickOffMs + pollOf(rehearsal, ms - kickOffMs));
  const outage = rehearsal.faults.includes('feed_outage')
    ? [lastBeforeOutage(rehearsal) + STALE_MS, pollOf(rehearsal, OUTAGE.toMs)]
    : [];
  const times = [...polls, ...outage.map((ms) => kickOffMs + ms)];
  return [...new Set(times)].sort((one, other) => one - other);
}

function observe(rehearsal: Rehearsed, index: number, atMs: number): Observation {
  const observed = observeAt(courseOf(rehearsal, index), clockTime(rehearsal, atMs));
  const { status, score } = shownAt(rehearsal, index, atMs);
  const isOver = status === 'FINISHED' || status === 'POSTPONED';
  return {
    ...observed,
    status,
    score: score.fullTime,
    isLost: !isOver && isLostAt(rehearsal, atMs),
  };
}

function courseOf({ kickOffAt, matches }: Rehearsed, index: number): Course {
  const match = matches[index];
  if (!match) throw new Error(`The rehearsal has no match ${index}`);
  return { kickoffMs: kickOffAt.getTime(), story: match.story };
}

/** The time at which a match at normal speed would be where this one was at the last poll. */
function clockTime(rehearsal: Rehearsed, now: number): number {
  const kickOffMs = rehearsal.kickOffAt.getTime();
  const answeredMs = lastPollAt(rehearsal, now);
  return answeredMs === undefined ? now : kickOffMs + (answeredMs - kickOffMs) * rehearsal.speed;
}

/**
 * The first successful poll at or after this time on the match clock, in real time from kick-off.
 */
function pollOf({ speed, faults }: Rehearsed, clockMs: number): number {
  const stepMs = POLL_MS * speed;
  const at = (ms: number) => Math.ceil(ms / stepMs) * POLL_MS;
  const pollMs = at(clockMs);
  const isOut = faults.includes('feed_outage') && isInOutage(pollMs * speed);
  return isOut ? at(OUTAGE.toMs) : pollMs;
}

function lastBeforeOutage({ speed }: Rehearsed): number {
  return (Math.ceil(OUTAGE.fromMs / (POLL_MS * speed)) - 1) * POLL_MS;
}

function isInOutage(clockMs: number): boolean {
  return clockMs >= OUTAGE.fromMs && clockMs < OUTAGE.toMs;
}

function isPostponed({ faults, matches }: Rehearsed, index: number): boolean {
  return faults.includes('postponed') && index === matches.length - 1;
}

function withCancelledGoal(story: Story): Story {
  const others = story.happenings.map(moveAway);
  const team = 'homeTeam';
  const scorer = others.find(({ event }) => event.team === team)?.event.player;
  const player = scorer ?? { name: 'Unknown' };
  const { fromMs, untilMs } = CANCELLED_GOAL;
  const minuteOf = (ms: number) => clockOf(0, Math.floor(ms / MINUTE_MS) + 1);
  const goal: Happening[] = [
    { fromMs, untilMs, event: { kind: 'goal', team, ...minuteOf(fromMs), player } },
    {
      fromMs: untilMs,
      event: { kind: 'disallowed_goal', team, ...minuteOf(untilMs), player },
    },
  ];
  const happenings = [...goal, ...others].sort((one, other) => one.fromMs - other.fromMs);
  return { ...story, happenings };
}

/** Moves events near the cancelled goal to later minutes of the same half. */
function moveAway(happening: Happening): Happening {
  const { fromMs, untilMs, event } = happening;
  const lastMs = untilMs ?? fromMs;
  if (lastMs < CLEARED.fromMs || fromMs >= CLEARED.toMs) return happening;
  const byMs = CLEARED.byMinutes * MINUTE_MS;
  return {
    ...happening,
    fromMs: fromMs + byMs,
    ...(untilMs === undefined ? {} : { untilMs: untilMs + byMs }),
    event: { ...event, minute: event.minute + CLEARED.byMinutes },
  };
}
