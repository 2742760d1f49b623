import { describe, expect, it } from '@jest/globals';
import { isGoal, LEAGUES } from '@kickoff/contracts';

import { formatMinute } from '../timelines/match-clock.js';
import { replay } from '../timelines/timeline-state.js';
import { liveAnchor, liveCalendar } from './live-calendar.js';
import { eventsAt, matchAt, type PlannedMatch } from './planned-match.js';
import { plannedTimeline } from './planned-timeline.js';
import { randomOf } from './random.js';

const MINUTE_MS = 60_000;
/** Later than the end of the longest match. */
const LATEST_MINUTE = 130;
const anchor = liveAnchor(Date.parse('2026-11-21T12:47:12Z'));
const calendar = liveCalendar(anchor);
const matchesOf = (league: (typeof LEAGUES)[number]) => calendar.seasonAt(league, anchor).matches;

describe('plannedTimeline', () => {
  it.each(LEAGUES)(
    'replays every match of %s to the status and score shown at that time',
    (league) => {
      const random = randomOf(`timeline ${league}`);
      const different = matchesOf(league).flatMap((planned) =>
        [-1, ...Array.from({ length: 8 }, () => random() * LATEST_MINUTE), 1e6].flatMap(
          (minute) => {
            const now = Math.round(planned.kickoffMs + minute * MINUTE_MS);
            const { status, score } = matchAt(planned, now);
            const replayed = replay(plannedTimeline(planned, now));
            const isSame =
              replayed.status === status &&
              replayed.score.homeTeam === score.fullTime.homeTeam &&
              replayed.score.awayTeam === score.fullTime.awayTeam;
            return isSame ? [] : [{ planned, now }];
          },
        ),
      );

      expect(different).toEqual([]);
    },
  );

  it('has planned times and clocks, not estimates, for a finished match', () => {
    const [planned] = matchesOf('premier_league');
    if (!planned) throw new Error('The season has no match.');

    const entries = plannedTimeline(planned, planned.kickoffMs + LATEST_MINUTE * MINUTE_MS);

    expect(entries[0]).toMatchObject({
      seq: 1,
      kind: 'kick_off',
      minute: '1',
      at: new Date(planned.kickoffMs).toISOString(),
    });
    expect(entries.at(-1)).toMatchObject({ kind: 'full_time', minute: 'FT' });
    expect(entries.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['half_time', 'second_half']),
    );
    expect(entries.some(({ estimated }) => estimated)).toBe(false);
  });

  it('names scorer and minute of each goal as the events do, and the scorer of a cancelled goal', () => {
    const takenBack = matchesOf('bundesliga').find(({ story }) =>
      story.happenings.some(({ untilMs }) => untilMs !== undefined),
    );
    if (!takenBack) throw new Error('No goal is taken back.');

    const now = takenBack.kickoffMs + LATEST_MINUTE * MINUTE_MS;
    const entries = plannedTimeline(takenBack, now);

    const cancelled = entries.find(({ kind }) => kind === 'goal_cancelled');
    const goal = entries.find(({ seq }) => seq === cancelled?.cancels);
    expect(goal).toMatchObject({ kind: 'goal', team: cancelled?.team, player: cancelled?.player });
    expect(countedGoals(entries)).toEqual(eventGoals(takenBack, now));
  });
});

function countedGoals(entries: ReturnType<typeof plannedTimeline>): string[] {
  const cancelled = new Set(entries.map(({ cancels }) => cancels));
  return entries
    .filter(({ kind, seq }) => kind === 'goal' && !cancelled.has(seq))
    .map(({ minute, player }) => `${minute} ${player?.name}`);
}

function eventGoals(planned: PlannedMatch, now: number): string[] {
  return eventsAt(planned, now)
    .filter(isGoal)
    .map(({ minute, injuryTime, player }) => `${formatMinute(minute, injuryTime)} ${player.name}`);
}
