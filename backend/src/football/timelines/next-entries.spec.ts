import { describe, expect, it } from '@jest/globals';
import { type GoalCount, type MatchStatus, TimelineEntry } from '@kickoff/contracts';
import { z } from 'zod';

import { type Random, randomOf, wholeNumber } from '../demo/random.js';
import { nextEntries, type Observation } from './next-entries.js';
import { replay } from './timeline-state.js';

/** The contract's entry plus the previous date, which only stored entries have. */
const RecordedEntry = TimelineEntry.extend({ movedFrom: z.iso.datetime().optional() });
const KICK_OFF = Date.parse('2026-12-05T15:00:00Z');
const MINUTE_MS = 60_000;
const HISTORIES = 1_000;

function observed(
  status: MatchStatus,
  [homeTeam, awayTeam]: [number | null, number | null] = [null, null],
  more: Partial<Observation> = {},
): Observation {
  const utcDate = new Date(KICK_OFF).toISOString();
  return { status, score: { homeTeam, awayTeam }, utcDate, isLost: false, ...more };
}

/** Builds the timeline of a match from its source's observation at each minute. */
function timelineOf(
  observations: readonly (readonly [minute: number, Observation])[],
  isKnown = true,
): TimelineEntry[] {
  let shown = isKnown ? new Date(KICK_OFF).toISOString() : undefined;
  return observations.reduce<TimelineEntry[]>((entries, [minute, observation]) => {
    const atMs = KICK_OFF + minute * MINUTE_MS;
    const added = nextEntries(replay(entries), observation, { utcDate: shown }, atMs);
    shown = observation.utcDate;
    return [...entries, ...added];
  }, []);
}

const kinds = (entries: readonly TimelineEntry[]) => entries.map(({ kind }) => kind);
const minutes = (entries: readonly TimelineEntry[]) => entries.map(({ minute }) => minute);

describe('nextEntries', () => {
  it('adds no entry before kick-off', () => {
    expect(timelineOf([[-60, observed('SCHEDULED')]])).toEqual([]);
  });

  it('records a match from kick-off to full time with estimated minutes', () => {
    const entries = timelineOf([
      [0, observed('IN_PLAY', [0, 0])],
      [22, observed('IN_PLAY', [1, 0])],
      [47, observed('IN_PLAY', [1, 1])],
      [48, observed('PAUSED', [1, 1])],
      [63, observed('IN_PLAY', [1, 1])],
      [85, observed('IN_PLAY', [2, 1])],
      [112, observed('FINISHED', [2, 1])],
    ]);

    expect(entries.map(({ seq, kind, minute }) => [seq, kind, minute])).toEqual([
      [1, 'kick_off', '1'],
      [2, 'goal', '23'],
      [3, 'goal', '45+3'],
      [4, 'half_time', 'HT'],
      [5, 'second_half', '46'],
      [6, 'goal', '68'],
      [7, 'full_time', 'FT'],
    ]);
    expect(entries[1]).toMatchObject({
      team: 'home',
      score: { homeTeam: 1, awayTeam: 0 },
      estimated: true,
      at: '2026-12-05T15:22:00.000Z',
    });
    expect(entries[6]).not.toHaveProperty('estimated');
  });

  it('uses the minute of a source that provides it, without an estimate', () => {
    const entries = timelineOf([
      [0, observed('IN_PLAY', [0, 0], { minute: '1' })],
      [50, observed('IN_PLAY', [0, 1], { minute: '45+2' })],
    ]);

    expect(minutes(entries)).toEqual(['1', '45+2']);
    expect(entries.some(({ estimated }) => estimated)).toBe(false);
  });

  it('stops the estimated clock during a suspension', () => {
    const history = [
      [0, observed('IN_PLAY', [0, 0])],
      [46, observed('PAUSED', [0, 0])],
      [61, observed('IN_PLAY', [0, 0])],
      [71, observed('SUSPENDED', [0, 0])],
      [1000, observed('SUSPENDED', [0, 0], { isLost: true })],
      [1001, observed('IN_PLAY', [0, 0])],
      [1011, observed('IN_PLAY', [1, 0])],
      [1021, observed('SUSPENDED', [1, 0])],
      [1041, observed('IN_PLAY', [1, 1])],
    ] as const;

    const entries = timelineOf(history);

    expect(entries.slice(3).map(({ kind, minute }) => [kind, minute])).toEqual([
      ['suspended', '56'],
      ['data_lost', '56'],
      ['data_back', '56'],
      ['resumed', '56'],
      ['goal', '66'],
      ['suspended', '76'],
      ['resumed', '76'],
      ['goal', '76'],
    ]);
  });

  it('starts the clock of a rescheduled match anew after a suspension', () => {
    const utcDate = new Date(KICK_OFF + 1440 * MINUTE_MS).toISOString();
    const entries = timelineOf([
      [0, observed('IN_PLAY', [0, 0])],
      [20, observed('SUSPENDED', [0, 0])],
      [90, observed('SCHEDULED', [null, null], { utcDate })],
      [1440, observed('IN_PLAY', [0, 0], { utcDate })],
      [1450, observed('IN_PLAY', [1, 0], { utcDate })],
    ]);

    expect(minutes(entries).slice(-2)).toEqual(['1', '11']);
  });

  it('cancels the latest goal of the team when its score falls by one', () => {
    const entries = timelineOf([
      [0, observed('IN_PLAY', [0, 0])],
      [5, observed('IN_PLAY', [1, 0], { scorers: { homeTeam: 'N. Nobody' } })],
      [7, observed('IN_PLAY', [1, 1])],
      [8, observed('IN_PLAY', [0, 1])],
    ]);

    expect(entries.at(-1)).toMatchObject({
      kind: 'goal_cancelled',
      team: 'home',
      player: { name: 'N. Nobody' },
      cancels: 2,
      score: { homeTeam: 0, awayTeam: 1 },
    });
  });

  it('records goals observed together as separate entries', () => {
    const entries = timelineOf([
      [0, observed('IN_PLAY', [0, 0])],
      [9, observed('IN_PLAY', [2, 1])],
    ]);

    expect(entries.slice(1).map(({ team, score }) => [team, score])).toEqual([
      ['home', { homeTeam: 1, awayTeam: 0 }],
      ['home', { homeTeam: 2, awayTeam: 0 }],
      ['away', { homeTeam: 2, awayTeam: 1 }],
    ]);
  });

  it('records goals of a half after its start and before its end', () => {
    const entries = timelineOf([
      [46, observed('PAUSED', [1, 0])],
      [70, observed('IN_PLAY', [2, 0])],
      [110, observed('FINISHED', [3, 0])],
    ]);

    expect(kinds(entries)).toEqual([
      'kick_off',
      'goal',
      'half_time',
      'second_half',
      'goal',
      'goal',
      'full_time',
    ]);
  });

  it('adds one correction for a match first observed when finished', () => {
    const unknown = timelineOf([[300, observed('FINISHED', [3, 2])]], false);
    const missed = timelineOf([[300, observed('FINISHED', [3, 2])]]);

    for (const entries of [unknown, missed]) {
      expect(entries).toMatchObject([
        { kind: 'correction', status: 'FINISHED', minute: 'FT', score: { homeTeam: 3 } },
      ]);
    }
  });

  it('estimates the clock of a match first observed in play from its scheduled kick-off', () => {
    const entries = timelineOf([[30, observed('IN_PLAY', [1, 0])]], false);

    expect(entries).toMatchObject([
      { kind: 'kick_off', minute: '31', estimated: true },
      { kind: 'goal', minute: '31' },
    ]);
  });

  it('adds a correction when the result of a finished match changes', () => {
    const entries = timelineOf([
      [0, observed('IN_PLAY', [0, 0])],
      [110, observed('FINISHED', [0, 0])],
      [120, observed('FINISHED', [0, 1])],
    ]);

    expect(entries.at(-1)).toMatchObject({ kind: 'correction', score: { awayTeam: 1 } });
    expect(entries.at(-1)).not.toHaveProperty('status');
  });

  it.each([
    ['abandoned', 'SUSPENDED', ['full_time', 'correction']],
    ['finished', 'FINISHED', ['correction']],
  ] as const)('records the award of a match that was %s as a correction', (_, status, added) => {
    const entries = timelineOf([
      [0, observed('IN_PLAY', [0, 0])],
      [30, observed('IN_PLAY', [1, 1])],
      [60, observed(status, [1, 1])],
      [3 * 1440, observed('FINISHED', [3, 0], { awarded: true })],
    ]);

    expect(kinds(entries).slice(4)).toEqual(added);
    expect(entries.at(-1)).toMatchObject({ minute: 'FT', score: { homeTeam: 3, awayTeam: 0 } });
  });

  it('records extra time and the penalty shoot-out', () => {
    const score: [number, number] = [1, 1];
    const entries = timelineOf([
      [0, observed('IN_PLAY', score)],
      [46, observed('PAUSED', score)],
      [61, observed('IN_PLAY', score)],
      [112, observed('IN_PLAY', score, { period: 'extra_time' })],
      [120, observed('IN_PLAY', [2, 1], { period: 'extra_time' })],
      [150, observed('IN_PLAY', [2, 1], { period: 'penalties' })],
      [160, observed('FINISHED', [2, 1])],
    ]);

    expect(kinds(entries).slice(5)).toEqual(['extra_time', 'goal', 'penalties', 'full_time']);
    expect(minutes(entries).slice(5)).toEqual(['91', '99', 'PEN', 'FT']);
  });

  it('records the new date of a postponed match, then its kick-off', () => {
    const utcDate = new Date(KICK_OFF + 3 * 86_400_000).toISOString();
    const entries = timelineOf([
      [1, observed('POSTPONED')],
      [60, observed('SCHEDULED', [null, null], { utcDate })],
      [3 * 1440, observed('IN_PLAY', [0, 0], { utcDate })],
    ]);

    expect(entries).toMatchObject([
      { kind: 'postponed', minute: null },
      {
        kind: 'rescheduled',
        minute: null,
        utcDate,
        movedFrom: new Date(KICK_OFF).toISOString(),
        status: 'SCHEDULED',
      },
      { kind: 'kick_off', minute: '1' },
    ]);
    expect(entries[0]).not.toHaveProperty('score');
  });

  it('restarts the timeline after a suspended match is rescheduled', () => {
    const utcDate = new Date(KICK_OFF + 3 * 86_400_000).toISOString();
    const entries = timelineOf([
      [0, observed('IN_PLAY', [1, 0])],
      [20, observed('SUSPENDED', [1, 0])],
      [90, observed('SCHEDULED', [null, null], { utcDate })],
      [3 * 1440, observed('IN_PLAY', [0, 1], { utcDate })],
    ]);

    expect(kinds(entries)).toEqual([
      'kick_off',
      'goal',
      'suspended',
      'rescheduled',
      'kick_off',
      'goal',
    ]);
    expect(replay(entries).goals).toHaveLength(1);
  });

  it('records data loss once, then data_back before missed events', () => {
    const lost = observed('IN_PLAY', [0, 0], { isLost: true });
    const entries = timelineOf([
      [0, observed('IN_PLAY', [0, 0])],
      [20, lost],
      [21, lost],
      [30, observed('IN_PLAY', [1, 0])],
    ]);

    expect(kinds(entries)).toEqual(['kick_off', 'data_lost', 'data_back', 'goal']);
  });

  it('records an impossible rise of the score as one correction', () => {
    const entries = timelineOf([
      [0, observed('IN_PLAY', [0, 0])],
      [1, observed('IN_PLAY', [1_000_000, 0])],
    ]);

    expect(kinds(entries)).toEqual(['kick_off', 'correction']);
  });

  it('never sets the time of an entry before the previous one', () => {
    const first = timelineOf([[10, observed('IN_PLAY', [0, 0])]]);

    const later = nextEntries(
      replay(first),
      observed('IN_PLAY', [1, 0]),
      { utcDate: undefined },
      KICK_OFF,
    );

    expect(later[0]?.at).toBe(first[0]?.at);
  });

  it(`replays ${HISTORIES} random histories to the observed state with each change once`, () => {
    for (let seed = 0; seed < HISTORIES; seed += 1) expectReplay(randomOf(`history ${seed}`));
  });
});

const STATUSES: readonly MatchStatus[] = [
  'SCHEDULED',
  'IN_PLAY',
  'PAUSED',
  'FINISHED',
  'POSTPONED',
  'SUSPENDED',
  'CANCELED',
];

/** Draws a random next observation: goals, corrections, new dates, data loss or missing scores. */
function drawNext(last: Observation, random: Random): Observation {
  const pick = <Item>(items: readonly Item[]) => items[wholeNumber(0, items.length - 1, random)];
  const status = random() < 0.3 ? (pick(STATUSES) ?? last.status) : last.status;
  const goals = (before: number | null) => {
    if (random() < 0.05) return null;
    return random() < 0.3 ? Math.max(0, (before ?? 0) + wholeNumber(-2, 2, random)) : (before ?? 0);
  };
  const isNone = status === 'SCHEDULED' || status === 'POSTPONED' || status === 'CANCELED';
  const score: GoalCount = isNone
    ? { homeTeam: null, awayTeam: null }
    : { homeTeam: goals(last.score.homeTeam), awayTeam: goals(last.score.awayTeam) };
  const movedMs = random() < 0.05 ? wholeNumber(1, 9, random) * 86_400_000 : 0;
  const utcDate = new Date(Date.parse(last.utcDate) + movedMs).toISOString();
  const period = random() < 0.1 ? pick(['extra_time', 'penalties'] as const) : undefined;
  const minute = random() < 0.2 ? String(wholeNumber(1, 120, random)) : undefined;
  const awarded = status === 'FINISHED' && random() < 0.2 ? true : undefined;
  return { status, score, utcDate, period, minute, awarded, isLost: random() < 0.1 };
}

function expectReplay(random: Random): void {
  const isKnown = random() < 0.8;
  let entries: TimelineEntry[] = [];
  let last = observed('SCHEDULED');
  const first = last.utcDate;
  let atMs = KICK_OFF - 3_600_000;
  for (let step = 0; step < 20; step += 1) {
    const shown = step === 0 && !isKnown ? undefined : last.utcDate;
    if (step > 0 || isKnown) last = drawNext(last, random);
    atMs += wholeNumber(-1, 9, random) * MINUTE_MS;
    const added = nextEntries(replay(entries), last, { utcDate: shown }, atMs);
    entries = [...entries, ...added];
    const { status, score, utcDate = first, isLost } = replay(entries);
    expect({ status, score, utcDate, isLost }).toEqual({
      status: last.status,
      score: last.score,
      utcDate: last.utcDate,
      isLost: last.isLost,
    });
    expect(nextEntries(replay(entries), last, { utcDate: last.utcDate }, atMs)).toEqual([]);
  }
  expect(RecordedEntry.array().parse(entries)).toEqual(entries);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
  expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).sort());
  const begun = entries.findIndex(({ score }) => score !== undefined);
  if (begun !== -1) expect(entries.slice(begun).every(({ score }) => score)).toBe(true);
  for (const { cancels, team } of entries) {
    if (cancels === undefined) continue;
    expect(entries[cancels - 1]).toMatchObject({ kind: 'goal', team });
    expect(entries.filter((entry) => entry.cancels === cancels)).toHaveLength(1);
  }
}
