import { type GoalCount, goalsIn, type Match, type MatchEvent } from '@kickoff/contracts';

import { teamOf } from '../leagues.js';
import { type Fixture, fixtureId } from './fixtures.js';
import { clockOf, type Story, storyOf } from './story.js';

const MINUTE_MS = 60_000;

/** A match of the demo season with its date and events. */
export interface PlannedMatch {
  fixture: Fixture;
  kickoffMs: number;
  story: Story;
}

/** A match without its clubs. */
export type Course = Omit<PlannedMatch, 'fixture'>;

/** Adds a date and events to a fixture. */
export function planned(fixture: Fixture, kickoffMs: number): PlannedMatch {
  return { fixture, kickoffMs, story: storyOf(fixture) };
}

/** The status of a match at a time. */
export function statusAt({ kickoffMs, story }: Course, now: number): Match['status'] {
  const elapsedMs = now - kickoffMs;
  if (elapsedMs < 0) return 'SCHEDULED';
  if (elapsedMs >= story.endMs) return 'FINISHED';
  const inBreak = elapsedMs >= story.firstHalfEndMs && elapsedMs < story.secondHalfStartMs;
  return inBreak ? 'PAUSED' : 'IN_PLAY';
}

/** When the state of a match last changed; undefined before kick-off. */
export function lastChangeMs(match: PlannedMatch, now: number): number | undefined {
  const { kickoffMs, story } = match;
  switch (statusAt(match, now)) {
    case 'SCHEDULED':
      return undefined;
    case 'FINISHED':
      return kickoffMs + story.endMs;
    case 'PAUSED':
      return kickoffMs + story.firstHalfEndMs;
    default: {
      const elapsedMs = now - kickoffMs;
      const { startMs } = halfAt(story, elapsedMs);
      const minuteMs = elapsedMs - ((elapsedMs - startMs) % MINUTE_MS);
      const happened = story.happenings
        .flatMap(({ fromMs, untilMs = fromMs }) => [fromMs, untilMs])
        .filter((atMs) => atMs <= elapsedMs);
      return kickoffMs + Math.max(minuteMs, ...happened);
    }
  }
}

/** Events so far, without disallowed goals. */
export function eventsAt({ kickoffMs, story }: Course, now: number): MatchEvent[] {
  const elapsedMs = now - kickoffMs;
  return story.happenings
    .filter(({ fromMs, untilMs = Infinity }) => fromMs <= elapsedMs && elapsedMs < untilMs)
    .map(({ event }) => event);
}

/** The match as shown at a time. */
export function matchAt(match: PlannedMatch, now: number): Match {
  const { fixture, kickoffMs } = match;
  return {
    id: fixtureId(fixture),
    homeTeam: teamOf(fixture.home),
    awayTeam: teamOf(fixture.away),
    utcDate: new Date(kickoffMs).toISOString(),
    matchday: fixture.round,
    ...stateAt(match, now),
  };
}

/** Status, clock and score of a match at a time. */
export function stateAt(
  match: Course,
  now: number,
): Pick<Match, 'status' | 'minute' | 'injuryTime' | 'score'> {
  const { kickoffMs, story } = match;
  const status = statusAt(match, now);
  const halfTimeMs = kickoffMs + story.firstHalfEndMs;
  return {
    status,
    ...(status === 'IN_PLAY' ? minuteAt(match, now) : {}),
    score: {
      fullTime: status === 'SCHEDULED' ? unknown : goalsAt(match, now),
      // The half-time score has all goals of the first half.
      halfTime: now < halfTimeMs ? unknown : goalsAt(match, halfTimeMs),
    },
  };
}

/** Counts the goals disallowed after `sinceMs` up to now. */
export function correctionsBetween(
  matches: readonly PlannedMatch[],
  sinceMs: number,
  now: number,
): number {
  const takenBack = matches.flatMap(({ kickoffMs, story }) =>
    story.happenings.flatMap(({ untilMs }) => (untilMs === undefined ? [] : [kickoffMs + untilMs])),
  );
  return takenBack.filter((atMs) => atMs > sinceMs && atMs <= now).length;
}

const unknown: GoalCount = { homeTeam: null, awayTeam: null };

function goalsAt(match: Course, now: number): GoalCount {
  return goalsIn(eventsAt(match, now));
}

function minuteAt({ kickoffMs, story }: Course, now: number) {
  const elapsedMs = now - kickoffMs;
  const { startMs, playedBefore } = halfAt(story, elapsedMs);
  return clockOf(playedBefore, Math.floor((elapsedMs - startMs) / MINUTE_MS) + 1);
}

/** The half in play: its start and the minutes on the clock at that time. */
function halfAt({ firstHalfEndMs, secondHalfStartMs }: Story, elapsedMs: number) {
  return elapsedMs < firstHalfEndMs
    ? { startMs: 0, playedBefore: 0 }
    : { startMs: secondHalfStartMs, playedBefore: 45 };
}
