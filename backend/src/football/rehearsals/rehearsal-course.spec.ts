import { describe, expect, it } from '@jest/globals';
import { LEAGUES, type RehearsalFault, type TimelineEntry } from '@kickoff/contracts';

import { liveAnchor, liveCalendar } from '../demo/live-calendar.js';
import { randomOf } from '../demo/random.js';
import { teamOf } from '../leagues.js';
import { replay } from '../timelines/timeline-state.js';
import { endOf, isLostAt, rehearsedTimeline, shownAt, toCourse } from './rehearsal-course.js';

const KICK_OFF = Date.parse('2026-12-05T18:30:00Z');
const SPEEDS = Array.from({ length: 20 }, (_, index) => index + 1);
const MINUTE_MS = 60_000;
const anchor = liveAnchor(Date.parse('2026-11-21T12:47:12Z'));
const calendar = liveCalendar(anchor);

function aRehearsal(
  speed: number,
  faults: RehearsalFault[] = [],
  league: (typeof LEAGUES)[number] = 'premier_league',
) {
  const round = calendar
    .seasonAt(league, anchor)
    .matches.filter(({ fixture }) => fixture.round === 3)
    .map(({ fixture, story }) => ({
      homeTeam: teamOf(fixture.home),
      awayTeam: teamOf(fixture.away),
      story,
    }));
  return { kickOffAt: new Date(KICK_OFF), speed, faults, matches: toCourse(round, faults) };
}

const clock = (minute: string | null | undefined) => Number(minute?.split('+')[0]);
const kinds = (entries: readonly TimelineEntry[]) => entries.map(({ kind }) => kind);

describe('A rehearsal', () => {
  it.each(LEAGUES)(
    'of %s replays to the shown status and score at every speed with all faults',
    (league) => {
      const random = randomOf(`rehearsal ${league}`);
      for (const speed of SPEEDS) {
        const rehearsal = aRehearsal(speed, ['goal_cancelled', 'feed_outage', 'postponed'], league);
        const lengthMs = endOf(rehearsal).getTime() - KICK_OFF;
        for (const index of [0, 1, rehearsal.matches.length - 1]) {
          for (let step = 0; step < 12; step += 1) {
            const now = KICK_OFF - 5_000 + Math.floor(random() * (lengthMs + 10_000));
            const { status, score } = shownAt(rehearsal, index, now);
            const replayed = replay(rehearsedTimeline(rehearsal, index, now));

            expect({ status: replayed.status, score: replayed.score }).toEqual({
              status,
              score: score.fullTime,
            });
          }
        }
      }
    },
  );

  it.each(SPEEDS)('cancels a home goal of minute 5 in minute 8 at speed %i', (speed) => {
    const rehearsal = aRehearsal(speed, ['goal_cancelled']);

    const [, goal, cancelled] = rehearsedTimeline(rehearsal, 0, endOf(rehearsal).getTime());

    expect(goal).toMatchObject({ kind: 'goal', team: 'home', minute: '5', seq: 2 });
    expect(cancelled).toMatchObject({ kind: 'goal_cancelled', minute: '8', cancels: 2 });
  });

  it.each(SPEEDS)('ends with the results of the round at speed %i despite faults', (speed) => {
    const plain = aRehearsal(speed);
    const faulty = aRehearsal(speed, ['goal_cancelled', 'feed_outage']);
    const results = (rehearsal: typeof plain) =>
      rehearsal.matches.map((_, index) => shownAt(rehearsal, index, endOf(rehearsal).getTime()));

    expect(results(faulty)).toEqual(results(plain));
    expect(results(plain).every(({ status }) => status === 'FINISHED')).toBe(true);
  });

  it.each(SPEEDS)(
    'loses data from minute 20 to 30 at speed %i without entries in between',
    (speed) => {
      const rehearsal = aRehearsal(speed, ['feed_outage']);
      const entries = rehearsedTimeline(rehearsal, 0, endOf(rehearsal).getTime());
      const lost = entries.find(({ kind }) => kind === 'data_lost');
      const back = entries.find(({ kind }) => kind === 'data_back');
      const lostMs = Date.parse(lost?.at ?? '');

      expect(lostMs - KICK_OFF).toBeLessThanOrEqual((20 * MINUTE_MS) / speed + 6_000);
      expect(isLostAt(rehearsal, lostMs)).toBe(true);
      expect(isLostAt(rehearsal, lostMs - 1)).toBe(false);
      expect((Date.parse(back?.at ?? '') - KICK_OFF) * speed).toBeGreaterThanOrEqual(
        30 * MINUTE_MS,
      );
      expect(clock(back?.minute)).toBe(31);
      const between = entries.filter(({ at }) => at > (lost?.at ?? '') && at < (back?.at ?? ''));
      expect(between).toEqual([]);
    },
  );

  it('postpones its last match at kick-off', () => {
    const rehearsal = aRehearsal(20, ['postponed']);
    const last = rehearsal.matches.length - 1;

    expect(shownAt(rehearsal, last, KICK_OFF - 1).status).toBe('SCHEDULED');
    expect(rehearsedTimeline(rehearsal, last, KICK_OFF)).toMatchObject([
      { kind: 'postponed', minute: null, at: new Date(KICK_OFF).toISOString() },
    ]);
    expect(kinds(rehearsedTimeline(rehearsal, last, KICK_OFF + 1e9))).toEqual(['postponed']);
  });
});
