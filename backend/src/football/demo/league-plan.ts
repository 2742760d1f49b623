import { type League, LEAGUES } from '@kickoff/contracts';

import { rulesOf, seasonLabel } from '../leagues.js';
import type { DemoSeason } from './demo-season.js';
import type { Diary, Slot } from './diary.js';
import { type Fixture, roundsOf } from './fixtures.js';
import type { PlannedMatch } from './planned-match.js';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** Minimum time between two kick-offs of a club. */
export const REST_MS = 1.5 * DAY_MS;
/** Pause between two seasons, which shows the final table. */
const BREAK_MS = DAY_MS;

/** Share of the first league's season played at the anchor. */
const PLAYED_SHARE = 0.28;
/** Offset between the leagues as a share of a season, so that few pause at the same time. */
const LEAD = 0.02;

/** Past rounds of the Champions League: midweek, four weeks apart. */
const CUP_ROUND_MS = 4 * WEEK_MS;
const CUP_SHIFT_MS = 3.5 * DAY_MS;
/** Share of the weeks of its later rounds that only it plays in. */
const CUP_WINDOW = { from: 0.6, length: 0.35 };

/** The dated matches of a league and its next rounds. */
export class LeaguePlan {
  private readonly rules;
  private readonly seasons = new Map<number, PlannedMatch[]>();
  /** Unplayed rounds of the season; at its end, all rounds of the next one. */
  private waiting: Fixture[][] = [];
  /** The candidates among them, cached until one is dated: they are queried far more often. */
  private candidates: readonly Fixture[] | undefined;
  /** No match kicks off earlier. */
  private opensMs = -Infinity;
  private readonly lead: number;

  constructor(private readonly league: League) {
    this.rules = rulesOf(league);
    this.lead = LEAGUES.indexOf(league) * LEAD;
  }

  /** Dates the past rounds, and those matches of the current round up to the main slot. */
  begin(anchorMs: number, diary: Diary): void {
    const year = this.firstYear();
    const rounds = roundsOf(this.league, year);
    const current = Math.floor(rounds.length * (PLAYED_SHARE + this.lead));
    const slots = this.slotsAroundMain();

    const past = rounds.slice(0, current).flatMap((round, index) => {
      const mainMs = anchorMs - this.ageMs(current - index);
      return diary.fill(round, moved(slots, mainMs), 0).booked;
    });
    const upToMain = slots.filter(({ atMs }) => atMs <= 0);
    const { booked, left } = diary.fill(rounds[current] ?? [], moved(upToMain, anchorMs), REST_MS);

    const begun = [...past, ...booked].sort((one, other) => one.kickoffMs - other.kickoffMs);
    this.seasons.set(year, begun);
    this.waiting = [left, ...rounds.slice(current + 1)];
  }

  /**
   * The next candidates: matches of the current round, and of the following one if both clubs are
   * done.
   */
  inTurn(atMs: number): readonly Fixture[] {
    if (atMs < this.opensMs) return [];
    this.candidates ??= candidatesOf(this.waiting);
    return this.candidates;
  }

  /** When the next match is due, in seasons. */
  due(): number {
    const { rounds, matchesPerRound, kind } = this.rules.format;
    const [round = []] = this.waiting;
    const [next] = round;
    if (!next) return Infinity;
    const played = (matchesPerRound - round.length) / matchesPerRound;
    const share = kind === 'league-phase' ? CUP_WINDOW.from + played * CUP_WINDOW.length : played;
    return next.year - this.lead + (next.round - 1 + share) / rounds;
  }

  /** Dates the candidate with the most rested clubs. */
  bookNext(atMs: number, diary: Diary): void {
    const choice = diary.mostRested(this.inTurn(atMs), atMs);
    if (!choice) throw new Error(`${this.league} has no match left`);
    const { fixture } = choice;
    const season = this.seasons.get(fixture.year) ?? [];
    season.push(diary.book(fixture, atMs));
    this.seasons.set(fixture.year, season);

    this.candidates = undefined;
    this.waiting = this.waiting
      .map((round) => round.filter((other) => other !== fixture))
      .filter((round) => round.length > 0);
    if (this.waiting.length === 0) {
      this.waiting = roundsOf(this.league, fixture.year + 1);
      this.opensMs = atMs + BREAK_MS;
    }
  }

  /** The latest season that has started, or the first. */
  yearAt(now: number): number {
    const begun = [...this.seasons].filter(
      ([, [first]]) => first !== undefined && first.kickoffMs <= now,
    );
    return Math.max(this.firstYear(), ...begun.map(([year]) => year));
  }

  /** Whether all matches of a season have a date. */
  isBooked(year: number): boolean {
    const { rounds, matchesPerRound } = this.rules.format;
    return this.seasons.get(year)?.length === rounds * matchesPerRound;
  }

  season(year: number): DemoSeason {
    const matches = this.seasons.get(year) ?? [];
    return {
      league: this.league,
      label: seasonLabel(year),
      announcedMs: matches[0]?.kickoffMs ?? Infinity,
      matches,
    };
  }

  private firstYear(): number {
    return Number(this.rules.season.label.slice(0, 4));
  }

  /** Time between the main slot of a past round and the anchor. */
  private ageMs(rounds: number): number {
    return this.rules.format.kind === 'league-phase'
      ? rounds * CUP_ROUND_MS - CUP_SHIFT_MS
      : rounds * WEEK_MS;
  }

  /**
   * A round's slots relative to the main one, which is the middle one of those with the most
   * matches.
   */
  private slotsAroundMain(): Slot[] {
    const slots = this.rules.kickoffs.map(({ day, time, matches }) => {
      const [hours = 0, minutes = 0] = time.split(':').map(Number);
      return { atMs: day * DAY_MS + (hours * 60 + minutes) * 60_000, matches };
    });
    const most = Math.max(...slots.map(({ matches }) => matches));
    const largest = slots.filter(({ matches }) => matches === most);
    const main = largest[Math.floor((largest.length - 1) / 2)];
    return moved(slots, -(main?.atMs ?? 0));
  }
}

function candidatesOf([round = [], following = []]: readonly Fixture[][]): Fixture[] {
  const busy = new Set(round.flatMap(({ home, away }) => [home, away]));
  return [...round, ...following.filter(({ home, away }) => !busy.has(home) && !busy.has(away))];
}

function moved(slots: readonly Slot[], byMs: number): Slot[] {
  return slots.map(({ atMs, matches }) => ({ atMs: atMs + byMs, matches }));
}
