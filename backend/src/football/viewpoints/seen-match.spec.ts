import { describe, expect, it } from '@jest/globals';
import { isGoal, type Match, type MatchEvent, type TimelineEntry } from '@kickoff/contracts';

import { liveAnchor, liveCalendar } from '../demo/live-calendar.js';
import { eventsAt, matchAt, type PlannedMatch } from '../demo/planned-match.js';
import { plannedTimeline } from '../demo/planned-timeline.js';
import { randomOf } from '../demo/random.js';
import type { EntryWithOrigin } from '../timelines/match-entry.schema.js';
import { formatMinute } from '../timelines/match-clock.js';
import type { Moment } from './moment.js';
import { seeEvents } from './seen-events.js';
import { entriesUpTo, seeMatch } from './seen-match.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const anchor = liveAnchor(Date.parse('2026-11-21T12:47:12Z'));
const { matches } = liveCalendar(anchor).seasonAt('premier_league', anchor);
const random = randomOf('seen matches');

const delayed = (untilMs: number): Moment => ({
  mode: 'delayed',
  untilMs,
  viewpoint: { matchId: 'm', mode: 'delayed', seconds: 45 },
});
const hidden: Moment = { mode: 'hidden', viewpoint: { matchId: 'm', mode: 'hidden' } };

/** Random times of a match, each with an earlier time up to which the fan sees it. */
function samples(planned: PlannedMatch): [now: number, untilMs: number][] {
  return Array.from({ length: 6 }, () => {
    const now = Math.round(planned.kickoffMs + (random() * 150 - 10) * MINUTE_MS);
    return [now, Math.round(now - random() * 130 * MINUTE_MS)];
  });
}

const cancelledOne = matches.find(({ story }) =>
  story.happenings.some(({ untilMs }) => untilMs !== undefined),
);

describe('seeMatch', () => {
  it('shows a delayed match as it was at the delayed time', () => {
    for (const planned of matches) {
      for (const [now, untilMs] of samples(planned)) {
        const moment = delayed(untilMs);
        const seen = seeMatch(matchAt(planned, now), plannedTimeline(planned, now), moment, now);

        expect(seen).toEqual({
          ...matchAt(planned, untilMs),
          viewpoint: { matchId: 'm', mode: 'delayed', seconds: 45 },
        });
      }
    }
  });

  it('returns a live match unchanged', () => {
    const match = matchAt(first(), first().kickoffMs);

    expect(seeMatch(match, [], { mode: 'live' }, anchor)).toBe(match);
  });

  it('shows no score, minute or real status of a hidden match from its date on', () => {
    const planned = first();
    const at = (ms: number) => {
      const now = planned.kickoffMs + ms;
      return seeMatch(matchAt(planned, now), plannedTimeline(planned, now), hidden, now);
    };
    const none = { homeTeam: null, awayTeam: null };

    expect(at(-1)).toMatchObject({ status: 'SCHEDULED', score: { fullTime: none } });
    expect(at(-1).shielded).toBeUndefined();
    for (const [ms, status] of [
      [0, 'IN_PLAY'],
      [50 * MINUTE_MS, 'IN_PLAY'],
      [4 * HOUR_MS - 1, 'IN_PLAY'],
      [4 * HOUR_MS, 'FINISHED'],
    ] as const) {
      const seen = at(ms);
      expect(seen).toMatchObject({
        status,
        shielded: true,
        score: { fullTime: none, halfTime: none },
        viewpoint: { mode: 'hidden' },
      });
      expect(seen.minute).toBeUndefined();
      expect(seen.injuryTime).toBeUndefined();
    }
  });

  it('shows a delayed match without a timeline from its source four hours after kick-off', () => {
    const planned = first();
    const match = matchAt(planned, planned.kickoffMs + 5 * HOUR_MS);
    const seenAt = (ms: number) =>
      seeMatch(match, [], delayed(planned.kickoffMs + ms), planned.kickoffMs + 5 * HOUR_MS);

    expect(seenAt(4 * HOUR_MS)).toMatchObject({ status: 'FINISHED', score: match.score });
    expect(seenAt(HOUR_MS)).toMatchObject({
      status: 'SCHEDULED',
      score: { fullTime: { homeTeam: null, awayTeam: null } },
    });
  });

  it('stops the clock of a delayed match during a data loss', () => {
    const { match, entries, kickoffMs } = started();
    const lostAt = new Date(kickoffMs + 20 * MINUTE_MS).toISOString();
    const lost: TimelineEntry = { seq: 99, at: lostAt, kind: 'data_lost' };
    const untilMs = kickoffMs + 40 * MINUTE_MS;

    expect(seeMatch(match, [...entries, lost], delayed(untilMs), untilMs)).toMatchObject({
      minute: 21,
    });
  });

  it('continues the clock of a delayed match after a suspension', () => {
    const { match, entries, kickoffMs } = started();
    const at = (minutes: number) => kickoffMs + minutes * MINUTE_MS;
    const pause: TimelineEntry[] = [
      { seq: 98, at: new Date(at(20)).toISOString(), kind: 'suspended' },
      { seq: 99, at: new Date(at(80)).toISOString(), kind: 'resumed' },
    ];
    const minuteAt = (untilMs: number) =>
      seeMatch(match, [...entries, ...pause], delayed(untilMs), untilMs).minute;

    expect([minuteAt(at(19)), minuteAt(at(80)), minuteAt(at(90))]).toEqual([20, 21, 31]);
  });

  it('shows the previous date to a fan who has not reached the reschedule', () => {
    const { match, entries, kickoffMs } = started();
    const utcDate = new Date(kickoffMs + 72 * HOUR_MS).toISOString();
    const atMs = kickoffMs + 30 * MINUTE_MS;
    const moved: EntryWithOrigin = {
      seq: 99,
      at: new Date(atMs).toISOString(),
      kind: 'rescheduled',
      utcDate,
      movedFrom: match.utcDate,
    };
    const seenAt = (untilMs: number) =>
      seeMatch({ ...match, utcDate }, [...entries, moved], delayed(untilMs), atMs).utcDate;

    expect(seenAt(atMs - 1)).toBe(match.utcDate);
    expect(seenAt(atMs)).toBe(utcDate);
  });

  it('omits the minute when the source provides none', () => {
    const { match, entries, kickoffMs } = started();
    const untilMs = kickoffMs + 5 * MINUTE_MS;
    const estimated = entries.map((entry) => ({ ...entry, estimated: true as const }));

    expect(seeMatch(match, estimated, delayed(untilMs), untilMs).minute).toBeUndefined();
  });
});

describe('entriesUpTo', () => {
  const entry = (seq: number, kind: TimelineEntry['kind'], more: Partial<TimelineEntry> = {}) => ({
    seq,
    at: new Date(anchor + seq * 1_000).toISOString(),
    kind,
    ...more,
  });
  const score = { homeTeam: 2, awayTeam: 1 };

  it('includes an entry at the delayed time and none after it', () => {
    const entries = [entry(1, 'kick_off'), entry(2, 'goal'), entry(3, 'goal')];

    expect(entriesUpTo(entries, delayed(anchor + 2_000)).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it('ends before the kick-off of a hidden match', () => {
    const entries = [entry(1, 'postponed'), entry(2, 'rescheduled'), entry(3, 'kick_off')];

    expect(entriesUpTo([...entries, entry(4, 'goal')], hidden).map(({ seq }) => seq)).toEqual([
      1, 2,
    ]);
  });

  it('ends before the result of a hidden match first observed when finished', () => {
    const entries = [entry(1, 'correction', { status: 'FINISHED', score })];

    expect(entriesUpTo(entries, hidden)).toEqual([]);
  });
});

describe('seeEvents', () => {
  it('shows goals up to the delayed time and cards of earlier minutes', () => {
    for (const planned of matches) {
      for (const [now, untilMs] of samples(planned)) {
        const seen = see(planned, now, untilMs);
        const due = eventsAt(planned, untilMs);
        const { minute = Infinity, injuryTime = 0 } = matchAt(planned, untilMs);
        const isPast = (event: MatchEvent) =>
          event.minute < minute ||
          (event.minute === minute && (event.injuryTime ?? 0) < injuryTime);
        const isShown = (event: MatchEvent) =>
          isGoal(event) || event.kind === 'disallowed_goal' || isPast(event);

        expect(toTexts(seen)).toEqual(toTexts(due.filter(isShown)));
      }
    }
  });

  it('shows a goal that is cancelled later as a goal', () => {
    const planned = cancelledOne;
    if (!planned) throw new Error('No goal is taken back.');
    const goal = planned.story.happenings.find(({ untilMs }) => untilMs !== undefined);
    const fromMs = planned.kickoffMs + (goal?.fromMs ?? 0);
    const untilMs = planned.kickoffMs + (goal?.untilMs ?? 0);
    const kinds = (ms: number) =>
      see(planned, untilMs + 5 * HOUR_MS, ms)
        .filter(({ player }) => player.name === goal?.event.player.name)
        .map(({ kind, team }) => `${kind} ${team}`);
    const team = goal?.event.team;

    expect(kinds(fromMs)).toContain(`goal ${team}`);
    expect(kinds(fromMs)).not.toContain(`disallowed_goal ${team}`);
    expect(kinds(untilMs)).toContain(`disallowed_goal ${team}`);
  });

  it('shows no event of a hidden match', () => {
    const planned = first();
    const now = planned.kickoffMs + 5 * HOUR_MS;
    const events = eventsAt(planned, now);

    expect(
      seeEvents(matchAt(planned, now), events, plannedTimeline(planned, now), hidden),
    ).toBeUndefined();
  });

  it('shows all events of a match first observed when finished', () => {
    const planned = first();
    const now = planned.kickoffMs + 5 * HOUR_MS;
    const match: Match = matchAt(planned, now);
    const entry: TimelineEntry = {
      seq: 1,
      at: new Date(now).toISOString(),
      kind: 'correction',
      status: 'FINISHED',
      score: match.score.fullTime,
    };
    const events = eventsAt(planned, now);

    expect(seeEvents(match, events, [entry], delayed(now))).toEqual(events);
    expect(seeEvents(match, events, [entry], delayed(now - 1))).toEqual([]);
  });
});

function first(): PlannedMatch {
  const [planned] = matches;
  if (!planned) throw new Error('The season has no match.');
  return planned;
}

/** A match in its first minute with its kick-off as the only entry. */
function started() {
  const planned = first();
  const { kickoffMs } = planned;
  return {
    kickoffMs,
    match: matchAt(planned, kickoffMs),
    entries: plannedTimeline(planned, kickoffMs),
  };
}

function see(planned: PlannedMatch, now: number, untilMs: number): MatchEvent[] {
  const events = eventsAt(planned, now);
  const match = matchAt(planned, now);
  return seeEvents(match, events, plannedTimeline(planned, now), delayed(untilMs)) ?? [];
}

function toTexts(events: readonly MatchEvent[]): string[] {
  return events
    .map(
      ({ kind, team, minute, injuryTime, player }) =>
        `${isGoal({ kind }) ? 'goal' : kind} ${team} ${formatMinute(minute, injuryTime)} ${player.name}`,
    )
    .sort();
}
