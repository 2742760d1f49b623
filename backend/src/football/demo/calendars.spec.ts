import { describe, expect, it } from '@jest/globals';
import { LEAGUES } from '@kickoff/contracts';

import { rulesOf } from '../leagues.js';
import type { DemoCalendar } from './demo-season.js';
import { fixtureId } from './fixtures.js';
import { liveAnchor, liveCalendar } from './live-calendar.js';
import { type PlannedMatch, statusAt } from './planned-match.js';
import { randomOf } from './random.js';
import { weekdayCalendar } from './weekday-calendar.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIRST_START = Date.parse('2026-11-21T12:47:12Z');

const matchesAt = (calendar: DemoCalendar, now: number) =>
  LEAGUES.flatMap((league) => calendar.seasonAt(league, now).matches);

/** All matches of the seasons shown in this period, each once. */
function matchesWithin(calendar: DemoCalendar, from: number, days: number): PlannedMatch[] {
  const known = new Map<string, PlannedMatch>();
  for (let day = 0; day <= days; day += 20) {
    for (const match of matchesAt(calendar, from + day * DAY_MS)) {
      known.set(fixtureId(match.fixture), match);
    }
  }
  return [...known.values()];
}

/** Counts the turns of the event loop that pass during work. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isDone = true;
  return turns;
}

/** The shortest time between two kick-offs of any club, in hours. */
function shortestRest(matches: readonly PlannedMatch[]): number {
  const dates = new Map<string, number[]>();
  for (const { fixture, kickoffMs } of matches) {
    for (const club of [fixture.home, fixture.away]) {
      dates.set(club, [...(dates.get(club) ?? []), kickoffMs]);
    }
  }
  const rests = [...dates.values()].flatMap((kickoffs) => {
    kickoffs.sort((one, other) => one - other);
    return kickoffs.slice(1).map((kickoffMs, index) => kickoffMs - (kickoffs[index] ?? 0));
  });
  return Math.min(...rests) / HOUR_MS;
}

const fixtureIds = (matches: readonly PlannedMatch[]) =>
  matches.map(({ fixture }) => fixtureId(fixture)).sort();

describe('liveCalendar', () => {
  const anchor = liveAnchor(FIRST_START);
  const calendar = liveCalendar(anchor);

  it('starts 25 minutes into the main slot, rounded to five minutes', () => {
    expect(new Date(anchor).toISOString()).toBe('2026-11-21T12:20:00.000Z');
  });

  it.each(LEAGUES)(
    'has %s matches in play at first start with about a third of the season played',
    (league) => {
      const { matches } = calendar.seasonAt(league, FIRST_START);
      const live = matches.filter((match) => statusAt(match, FIRST_START) === 'IN_PLAY');
      const begun = matches.filter(({ kickoffMs }) => kickoffMs <= FIRST_START);

      expect(live.length).toBeGreaterThan(0);
      expect(begun.length / matches.length).toBeGreaterThan(0.24);
      expect(begun.length / matches.length).toBeLessThan(0.46);
    },
  );

  it('has a match in play and a finished one at each of 3,000 random times of a year', () => {
    const random = randomOf('moments');
    for (let count = 0; count < 3_000; count += 1) {
      const now = anchor + random() * 365 * DAY_MS;
      const someMatch = (is: (status: string) => boolean) =>
        LEAGUES.some((league) =>
          calendar.seasonAt(league, now).matches.some((match) => is(statusAt(match, now))),
        );
      const live = someMatch((status) => status === 'IN_PLAY' || status === 'PAUSED');
      const over = someMatch((status) => status === 'FINISHED');
      if (!live || !over) throw new Error(`nothing on at ${now - anchor}`);
    }
  });

  it('always has the next kick-off before the last match ends', () => {
    const later = matchesWithin(calendar, anchor, 400).filter(
      ({ kickoffMs }) => kickoffMs >= anchor && kickoffMs < anchor + 400 * DAY_MS,
    );
    later.sort((one, other) => one.kickoffMs - other.kickoffMs);

    let coveredUntil = anchor;
    for (const { kickoffMs, story } of later) {
      expect(kickoffMs).toBeLessThanOrEqual(coveredUntil);
      coveredUntil = Math.max(coveredUntil, kickoffMs + story.endMs);
    }
    expect(coveredUntil).toBeGreaterThanOrEqual(anchor + 400 * DAY_MS);
  });

  it.each(['2026-11-21T12:47:12Z', '2029-07-04T23:59:59Z'])(
    'schedules no club twice within 20 hours when first started at %s',
    (start) => {
      const first = liveAnchor(Date.parse(start));

      expect(shortestRest(matchesWithin(liveCalendar(first), first, 60))).toBeGreaterThan(20);
    },
  );

  it('plans the same season on another instance regardless of earlier requests', () => {
    const other = liveCalendar(anchor);

    for (const now of [anchor + 150 * DAY_MS, anchor]) {
      expect(other.seasonAt('ligue_1', now)).toEqual(calendar.seasonAt('ligue_1', now));
    }
  });

  it('plans in small steps of the event loop with the same result as a direct request', async () => {
    const now = anchor + 150 * DAY_MS;
    const other = liveCalendar(anchor);

    const turns = await turnsDuring(() => other.plan(now));

    // More than 3,600 matches, about 20 per turn of the event loop.
    expect(turns).toBeGreaterThan(150);
    for (const league of LEAGUES) {
      expect(other.seasonAt(league, now)).toEqual(calendar.seasonAt(league, now));
    }
  });

  it.each(LEAGUES)('shows complete seasons of %s, one after another', (league) => {
    const seasons = [0, 110, 210, 310].map((day) =>
      calendar.seasonAt(league, anchor + day * DAY_MS),
    );

    expect(seasons.map(({ label }) => label)).toEqual(['2026-27', '2027-28', '2028-29', '2029-30']);
    const { rounds, matchesPerRound } = rulesOf(league).format;
    for (const { matches } of seasons) {
      expect(new Set(fixtureIds(matches)).size).toBe(rounds * matchesPerRound);
      const kickoffs = matches.map(({ kickoffMs }) => kickoffMs);
      expect(kickoffs).toEqual([...kickoffs].sort((one, other) => one - other));
    }
  });

  it.each(LEAGUES)('shows the final table of %s for 20 hours before the new season', (league) => {
    const old = calendar.seasonAt(league, anchor);
    const next = calendar.seasonAt(league, anchor + 110 * DAY_MS);
    const kickoff = next.matches[0]?.kickoffMs ?? 0;
    const mostOfADay = kickoff - 20 * HOUR_MS;

    expect(new Set(old.matches.map((match) => statusAt(match, mostOfADay)))).toEqual(
      new Set(['FINISHED']),
    );
    expect(calendar.seasonAt(league, kickoff - 1).label).toBe('2026-27');
    expect(calendar.seasonAt(league, kickoff).label).toBe('2027-28');
  });
});

describe('weekdayCalendar', () => {
  const calendar = weekdayCalendar();
  const midSeason = Date.parse('2027-01-15T12:00:00Z');

  it('plans one league per turn of the event loop with the same result as a direct request', async () => {
    const other = weekdayCalendar();

    const turns = await turnsDuring(() => other.plan(midSeason));

    expect(turns).toBeGreaterThanOrEqual(2 * LEAGUES.length - 1);
    for (const league of LEAGUES) {
      expect(other.seasonAt(league, midSeason)).toEqual(calendar.seasonAt(league, midSeason));
    }
  });

  const kickoffsOf = (league: (typeof LEAGUES)[number], now = midSeason) =>
    calendar.seasonAt(league, now).matches.map(({ kickoffMs }) => kickoffMs);

  it.each(LEAGUES)('schedules all matches of %s between its first and last day', (league) => {
    const { season, format } = rulesOf(league);
    const kickoffs = kickoffsOf(league);

    expect(kickoffs).toHaveLength(format.rounds * format.matchesPerRound);
    expect(Math.min(...kickoffs)).toBeGreaterThanOrEqual(Date.parse(season.start) - DAY_MS);
    expect(Math.max(...kickoffs)).toBeLessThan(Date.parse(season.end) + 3 * DAY_MS);
  });

  it.each(LEAGUES)(
    'starts matches of %s at the usual local times in winter and summer',
    (league) => {
      const { kickoffs, timezone } = rulesOf(league);
      const usual = new Set(kickoffs.map(({ time }) => time));
      const local = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, timeStyle: 'short' });

      const times = new Set(kickoffsOf(league).map((kickoffMs) => local.format(kickoffMs)));

      expect(times).toEqual(usual);
    },
  );

  it('schedules the Premier League from Friday to Monday in every season', () => {
    const london = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/London',
      weekday: 'short',
    });
    for (const now of [midSeason, midSeason + 364 * DAY_MS, midSeason + 5 * 364 * DAY_MS]) {
      const days = new Set(
        kickoffsOf('premier_league', now).map((kickoff) => london.format(kickoff)),
      );

      expect([...days].sort()).toEqual(['Fri', 'Mon', 'Sat', 'Sun']);
    }
  });

  it('schedules no club twice within two days', () => {
    expect(shortestRest(matchesWithin(calendar, midSeason, 800))).toBeGreaterThan(48);
  });

  it('shows the next season from four weeks before its first match', () => {
    const [first = 0] = kickoffsOf('bundesliga', midSeason + 365 * DAY_MS);

    expect(calendar.seasonAt('bundesliga', first - 28 * DAY_MS - 1).label).toBe('2026-27');
    expect(calendar.seasonAt('bundesliga', first - 28 * DAY_MS).label).toBe('2027-28');
  });
});
