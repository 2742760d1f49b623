import type { GoalCount, Match, MatchEvent } from '@kickoff/contracts';

import { teamOf } from '../leagues.js';
import { type Fixture, fixtureId } from './fixtures.js';
import { clockOf, type Story, storyOf } from './story.js';

const MINUTE_MS = 60_000;

/** A match of the demo season with its date and all that will happen in it. */
export interface PlannedMatch {
  fixture: Fixture;
  kickoffMs: number;
  story: Story;
}

/** Gives a fixture its date and its story. */
export function planned(fixture: Fixture, kickoffMs: number): PlannedMatch {
  return { fixture, kickoffMs, story: storyOf(fixture) };
}

/** Where a match stands at a moment. */
export function statusAt({ kickoffMs, story }: PlannedMatch, now: number): Match['status'] {
  const elapsedMs = now - kickoffMs;
  if (elapsedMs < 0) return 'SCHEDULED';
  if (elapsedMs >= story.endMs) return 'FINISHED';
  const inBreak = elapsedMs >= story.firstHalfEndMs && elapsedMs < story.secondHalfStartMs;
  return inBreak ? 'PAUSED' : 'IN_PLAY';
}

/** What has happened by now; a goal that was taken back is no longer among it. */
export function eventsAt({ kickoffMs, story }: PlannedMatch, now: number): MatchEvent[] {
  const elapsedMs = now - kickoffMs;
  return story.happenings
    .filter(({ fromMs, untilMs = Infinity }) => fromMs <= elapsedMs && elapsedMs < untilMs)
    .map(({ event }) => event);
}

/** The match as everybody sees it at a moment. */
export function matchAt(match: PlannedMatch, now: number): Match {
  const { fixture, kickoffMs, story } = match;
  const status = statusAt(match, now);
  const halfTimeMs = kickoffMs + story.firstHalfEndMs;
  return {
    id: fixtureId(fixture),
    homeTeam: teamOf(fixture.home),
    awayTeam: teamOf(fixture.away),
    utcDate: new Date(kickoffMs).toISOString(),
    status,
    matchday: fixture.round,
    ...(status === 'IN_PLAY' ? minuteAt(match, now) : {}),
    score: {
      fullTime: status === 'SCHEDULED' ? unknown : goalsAt(match, now),
      // All of the first half has counted by then, and nothing of the second.
      halfTime: now < halfTimeMs ? unknown : goalsAt(match, halfTimeMs),
    },
  };
}

/** Whether an event is a goal that counts. */
export function isGoal({ kind }: MatchEvent): boolean {
  return kind === 'goal' || kind === 'penalty' || kind === 'own_goal';
}

const unknown: GoalCount = { homeTeam: null, awayTeam: null };

function goalsAt(match: PlannedMatch, now: number): GoalCount {
  const goals = eventsAt(match, now).filter(isGoal);
  const homeTeam = goals.filter(({ team }) => team === 'homeTeam').length;
  return { homeTeam, awayTeam: goals.length - homeTeam };
}

function minuteAt({ kickoffMs, story }: PlannedMatch, now: number) {
  const elapsedMs = now - kickoffMs;
  const inFirstHalf = elapsedMs < story.firstHalfEndMs;
  const sinceStartMs = inFirstHalf ? elapsedMs : elapsedMs - story.secondHalfStartMs;
  return clockOf(inFirstHalf ? 0 : 45, Math.floor(sinceStartMs / MINUTE_MS) + 1);
}
