import { describe, expect, it } from '@jest/globals';
import type { LatestMatch, TimelineEntry } from '@kickoff/contracts';

import { newId } from '../../common/mongo/ids.js';
import { teamOf } from '../leagues.js';
import type { ShieldDocument } from './shield.schema.js';
import {
  delayedUntil,
  endedDayBefore,
  endedDayBeforeBy,
  isInForce,
  isNamedBy,
  landmarksOf,
  replayAt,
  secondsSinceGoal,
} from './viewpoint-clock.js';
import type { ViewpointDocument } from './viewpoint.schema.js';

const KICK_OFF = Date.parse('2026-11-21T15:00:00Z');
const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
const ZERO = { homeTeam: 0, awayTeam: 0 };

/** A timeline of these kinds, each at its seconds after kick-off. */
function aTimeline(...parts: [kind: TimelineEntry['kind'], seconds: number][]): TimelineEntry[] {
  return parts.map(([kind, seconds], index) => ({
    seq: index + 1,
    at: new Date(KICK_OFF + seconds * SECOND_MS).toISOString(),
    kind,
    score: ZERO,
  }));
}

const PLAYED = aTimeline(
  ['kick_off', 0],
  ['goal', 600],
  ['half_time', 2_800],
  ['second_half', 3_700],
  ['full_time', 6_600],
);
const WITH_EXTRA_TIME = aTimeline(
  ['kick_off', 0],
  ['half_time', 2_800],
  ['second_half', 3_700],
  ['extra_time', 6_900],
  ['full_time', 9_000],
);

describe('landmarksOf', () => {
  it('returns the start times of all parts of the match', () => {
    expect(landmarksOf(WITH_EXTRA_TIME)).toEqual({
      kickOffMs: KICK_OFF,
      halfTimeMs: KICK_OFF + 2_800 * SECOND_MS,
      secondHalfMs: KICK_OFF + 3_700 * SECOND_MS,
      extraTimeMs: KICK_OFF + 6_900 * SECOND_MS,
      endMs: KICK_OFF + 9_000 * SECOND_MS,
    });
  });

  it('returns undefined without a kick-off', () => {
    const [entry] = aTimeline(['correction', 0]);

    expect(landmarksOf(entry ? [{ ...entry, status: 'FINISHED' }] : [])).toBeUndefined();
  });

  it('ends a match with its cancellation', () => {
    expect(landmarksOf(aTimeline(['kick_off', 0], ['cancelled', 3_000]))).toEqual({
      kickOffMs: KICK_OFF,
      endMs: KICK_OFF + 3_000 * SECOND_MS,
    });
  });

  it('uses the last kick-off of a match that was restarted', () => {
    const entries = aTimeline(
      ['kick_off', 0],
      ['half_time', 2_800],
      ['postponed', 3_000],
      ['kick_off', 90_000],
    );

    expect(landmarksOf(entries)).toEqual({ kickOffMs: KICK_OFF + 90_000 * SECOND_MS });
  });

  it('ends at full time, not at a later correction of the score', () => {
    const entries = [...PLAYED, ...aTimeline(['correction', 9_999])];

    expect(landmarksOf(entries)?.endMs).toBe(KICK_OFF + 6_600 * SECOND_MS);
  });
});

describe('delayedUntil', () => {
  const reachedAt = new Date(KICK_OFF);

  it('returns the time already reached until the delay has caught up', () => {
    const until = (seconds: number) =>
      delayedUntil({ seconds: 45, reachedAt }, KICK_OFF + seconds * SECOND_MS) - KICK_OFF;

    expect([0, 44, 45, 46].map(until)).toEqual([0, 0, 0, SECOND_MS]);
  });

  it('returns the delayed time when nothing was seen before', () => {
    expect(delayedUntil({ seconds: 45 }, KICK_OFF)).toBe(KICK_OFF - 45 * SECOND_MS);
  });
});

describe('secondsSinceGoal', () => {
  const goals = aTimeline(['kick_off', 0], ['goal', 100], ['goal', 150]);
  const after = (seenSeconds: number, seconds: number) =>
    secondsSinceGoal(goals, KICK_OFF + seenSeconds * SECOND_MS, KICK_OFF + seconds * SECOND_MS);

  it('returns the age of the earliest goal not seen', () => {
    expect([after(99, 200), after(100, 200)]).toEqual([100, 50]);
  });

  it('returns the age of the latest goal when all were seen', () => {
    expect(after(200, 200)).toBe(50);
  });

  it('is at least five seconds and ignores goals older than 300 seconds', () => {
    expect([after(152, 152), after(450, 450), after(451, 451)]).toEqual([5, 300, undefined]);
  });

  it('rounds down to whole seconds', () => {
    expect(secondsSinceGoal(goals, KICK_OFF, KICK_OFF + 145_900)).toBe(45);
  });
});

describe('replayAt', () => {
  const setAt = new Date(KICK_OFF + DAY_MS);
  const NOW = setAt.getTime();
  const row = (choice: Partial<ViewpointDocument>): ViewpointDocument => ({
    _id: newId(),
    fanId: newId(),
    revision: newId(),
    matchId: 'm1',
    mode: 'replay',
    position: 0,
    playing: false,
    speed: 1,
    setAt,
    ...choice,
  });
  const at = (
    choice: Partial<ViewpointDocument>,
    afterMs = 0,
    { entries = PLAYED, pace = 1 } = {},
  ) => {
    const landmarks = landmarksOf(entries);
    if (!landmarks) throw new Error('The timeline has no kick-off.');
    return replayAt(row(choice), landmarks, pace, NOW + afterMs);
  };

  it('shows up to the position and includes the half-time range', () => {
    expect(at({ position: 700 }, HOUR_MS)).toEqual({
      untilMs: KICK_OFF + 700 * SECOND_MS,
      position: 700,
      playing: false,
      halfTime: { from: 2_800, to: 3_700 },
      duration: 7_200,
    });
  });

  it('advances by its speed while playing', () => {
    const moved = at({ position: 100, playing: true, speed: 4 }, 10_500);

    expect(moved).toMatchObject({ position: 142, playing: true });
    expect(moved.untilMs).toBe(KICK_OFF + 142 * SECOND_MS);
  });

  it('shows everything from full time on', () => {
    expect(at({ position: 6_599 }).untilMs).toBe(KICK_OFF + 6_599 * SECOND_MS);
    expect(at({ position: 6_600 }).untilMs).toBe(NOW);
  });

  it('stops at the end of the bar, but not before full time', () => {
    const late = aTimeline(['kick_off', 0], ['full_time', 7_500]);
    const playing = { position: 7_000, playing: true };

    expect(at(playing, HOUR_MS)).toMatchObject({ position: 7_200, playing: false });
    expect(at(playing, HOUR_MS, { entries: late })).toMatchObject({ position: 7_500 });
    expect(at({ position: 9_000, playing: true }, HOUR_MS)).toMatchObject({ position: 9_000 });
  });

  it('ends with the suspension of a match that was awarded on a later day', () => {
    const entries = aTimeline(['kick_off', 0], ['suspended', 3_600], ['full_time', 90_000]);
    const reached = (position: number) => at({ position }, 0, { entries }).untilMs;

    expect(reached(3_599)).toBe(KICK_OFF + 3_599 * SECOND_MS);
    expect(reached(3_600)).toBe(NOW);
    expect(at({ playing: true }, 5 * HOUR_MS, { entries })).toMatchObject({
      position: 7_200,
      playing: false,
    });
  });

  it('shows everything at the last position of a match that was over later', () => {
    const entries = aTimeline(
      ['kick_off', 0],
      ['suspended', 3_600],
      ['resumed', 12_000],
      ['full_time', 15_000],
    );
    const reached = (position: number) => at({ position }, 0, { entries }).untilMs;

    expect(reached(14_399)).toBe(KICK_OFF + 14_399 * SECOND_MS);
    expect(reached(14_400)).toBe(NOW);
  });

  it('extends the duration once extra time is seen', () => {
    const durationAt = (position: number) =>
      at({ position }, 0, { entries: WITH_EXTRA_TIME }).duration;

    expect([durationAt(6_899), durationAt(6_900)]).toEqual([7_200, 10_800]);
  });

  it('converts rehearsal time to match seconds', () => {
    const entries = aTimeline(['kick_off', 0], ['half_time', 140], ['second_half', 185]);

    expect(at({ position: 600 }, 0, { entries, pace: 20 })).toMatchObject({
      untilMs: KICK_OFF + 30 * SECOND_MS,
      halfTime: { from: 2_800, to: 3_700 },
    });
  });
});

describe('A shield', () => {
  const [home, away, other] = [teamOf('arsenal'), teamOf('chelsea'), teamOf('liverpool')];
  const match: LatestMatch = {
    id: 'm1',
    league: 'premier_league',
    homeTeam: home,
    awayTeam: away,
    utcDate: new Date(KICK_OFF).toISOString(),
    status: 'FINISHED',
    matchday: 1,
    score: { fullTime: ZERO, halfTime: ZERO },
  };
  const shield = (fields: Partial<ShieldDocument>): ShieldDocument => ({
    _id: newId(),
    setAt: new Date(KICK_OFF),
    ...fields,
  });
  const setAfter = (ms: number) => shield({ all: true, setAt: new Date(KICK_OFF + ms) });

  it('covers all matches, those of a team or those of a league', () => {
    const isNamed = (fields: Partial<ShieldDocument>) =>
      isNamedBy(shield(fields), match, match.league);

    expect([{ all: true }, { teams: [away.id] }, { leagues: [match.league] }].map(isNamed)).toEqual(
      [true, true, true],
    );
    expect(isNamed({ all: false, teams: [other.id], leagues: ['la_liga'] })).toBe(false);
  });

  it('is in force only before its end', () => {
    const until = new Date(KICK_OFF);

    expect([isInForce({}, KICK_OFF), isInForce({ until }, KICK_OFF - 1)]).toEqual([true, true]);
    expect(isInForce({ until }, KICK_OFF)).toBe(false);
  });

  it('needs the timeline of a match only when the clock cannot decide', () => {
    const ended = (ms: number) => endedDayBefore(match, setAfter(ms));

    expect(ended(DAY_MS - 1)).toBe(false);
    expect(ended(DAY_MS)).toBeUndefined();
    expect(ended(DAY_MS + 4 * HOUR_MS - 1)).toBeUndefined();
    expect(ended(DAY_MS + 4 * HOUR_MS)).toBe(true);
  });

  it('excepts no unfinished match and no rehearsal', () => {
    const old = setAfter(10 * DAY_MS);

    expect(endedDayBefore({ ...match, status: 'POSTPONED' }, old)).toBe(false);
    expect(endedDayBefore({ ...match, rehearsal: 'r1' }, old)).toBe(false);
  });

  it('excepts a match that ended 24 hours before it was set', () => {
    const endMs = 6_600 * SECOND_MS;
    const ended = (ms: number) => endedDayBeforeBy(landmarksOf(PLAYED), match, setAfter(ms));

    expect([ended(DAY_MS + endMs - 1), ended(DAY_MS + endMs)]).toEqual([false, true]);
    expect(endedDayBeforeBy(undefined, match, setAfter(DAY_MS + 2 * HOUR_MS))).toBe(true);
  });
});
