import { setImmediate as nextTurn } from 'node:timers/promises';

import { type League, LEAGUES } from '@kickoff/contracts';

import { type LeagueRules, rulesOf, seasonLabel } from '../leagues.js';
import type { DemoCalendar, DemoSeason } from './demo-season.js';
import { Diary, type Slot } from './diary.js';
import { roundsOf } from './fixtures.js';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Time between publishing the fixtures and the first match. */
const PREVIEW_MS = 28 * DAY_MS;

/**
 * The demo season on real weekdays at the usual local times, between the real first and last days.
 * Most of the week no match is in play.
 */
export function weekdayCalendar(): DemoCalendar {
  const seasons = new Map<number, Map<League, DemoSeason>>();
  const diaries = new Map<number, Diary>();
  /** Builds the next league's season of a year; false if all are built. */
  const buildNext = (year: number): boolean => {
    const built = seasons.get(year) ?? new Map<League, DemoSeason>();
    const diary = diaries.get(year) ?? new Diary();
    seasons.set(year, built);
    diaries.set(year, diary);
    // The dates of the Champions League are fixed; the leagues avoid them.
    const league = LEAGUES.find((other) => !built.has(other));
    if (league) built.set(league, buildSeason(league, year, diary));
    return league !== undefined;
  };
  const seasonOf = (league: League, year: number): DemoSeason => {
    while (buildNext(year));
    const built = seasons.get(year) ?? new Map<League, DemoSeason>();
    const season = built.get(league);
    if (!season) throw new Error(`no season ${year} of ${league}`);
    return season;
  };

  return {
    async plan(now) {
      const year = new Date(now).getUTCFullYear();
      for (const shown of [year, year - 1]) while (buildNext(shown)) await nextTurn();
    },
    seasonAt(league, now) {
      const year = new Date(now).getUTCFullYear();
      const next = seasonOf(league, year);
      return next.announcedMs <= now ? next : seasonOf(league, year - 1);
    },
  };
}

function buildSeason(league: League, year: number, diary: Diary): DemoSeason {
  const rules = rulesOf(league);
  const days = roundDays(rules, year);
  const matches = roundsOf(league, year)
    .flatMap((round, index) => diary.fill(round, slotsOf(rules, days[index] ?? 0), 0).booked)
    .sort((one, other) => one.kickoffMs - other.kickoffMs);
  const announcedMs = (matches[0]?.kickoffMs ?? Infinity) - PREVIEW_MS;
  return { league, label: seasonLabel(year), announcedMs, matches };
}

/** The base day of each round at 00:00 UTC: weekly, with surplus weeks spread as pauses. */
function roundDays(rules: LeagueRules, year: number): number[] {
  const { season, format, baseWeekday, roundDates } = rules;
  // Whole weeks preserve the weekday.
  const years = year - Number(season.label.slice(0, 4));
  const shiftMs = Math.round((years * 365.25) / 7) * WEEK_MS;
  if (roundDates) return roundDates.map((date) => Date.parse(date) + shiftMs);

  const start = Date.parse(season.start);
  const daysToBase = (WEEKDAYS.indexOf(baseWeekday) - new Date(start).getUTCDay() + 7) % 7;
  const base = start + daysToBase * DAY_MS;
  const lastWeek = Math.floor((Date.parse(season.end) - base) / WEEK_MS);
  return Array.from({ length: format.rounds }, (_, index) => {
    const week = Math.floor((index * lastWeek) / (format.rounds - 1));
    return base + week * WEEK_MS + shiftMs;
  });
}

function slotsOf({ kickoffs, timezone }: LeagueRules, baseDay: number): Slot[] {
  return kickoffs.map(({ day, time, matches }) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    const localMs = baseDay + day * DAY_MS + (hours * 60 + minutes) * 60_000;
    return { atMs: utcOf(localMs, timezone), matches };
  });
}

/** Converts local time, written as if it were UTC, to UTC. */
function utcOf(localMs: number, timezone: string): number {
  // The offset of the estimate is right except within hours of a clock change.
  const guess = localMs - offsetMs(localMs, timezone);
  return localMs - offsetMs(guess, timezone);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetMs(atMs: number, timezone: string): number {
  const format =
    formats.get(timezone) ??
    new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' });
  formats.set(timezone, format);
  const name = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -size : size;
}
