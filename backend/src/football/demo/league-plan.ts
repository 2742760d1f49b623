import { type League, LEAGUES } from '@kickoff/contracts';

import { rulesOf, seasonLabel } from '../leagues.js';
import type { DemoSeason } from './demo-season.js';
import type { Diary, Slot } from './diary.js';
import { type Fixture, roundsOf } from './fixtures.js';
import type { PlannedMatch } from './planned-match.js';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** Between two kick-offs of a club. */
export const REST_MS = 1.5 * DAY_MS;
/** Between the seasons of a league, for everybody to see the final table. */
const BREAK_MS = DAY_MS;

/** How much of the first league's season has been played when the calendar begins. */
const PLAYED_SHARE = 0.28;
/** Each league is this much of a season further than the one before, so that few pause at the same time. */
const LEAD = 0.02;

/** Past rounds of the Champions League lie midweek, four weeks apart. */
const CUP_ROUND_MS = 4 * WEEK_MS;
const CUP_SHIFT_MS = 3.5 * DAY_MS;
/** Its later rounds are played in weeks of their own: this part of the time that falls to each of them. */
const CUP_WINDOW = { from: 0.6, length: 0.35 };

/** What of a league has been given a date, and what is next. */
export class LeaguePlan {
  private readonly rules;
  private readonly seasons = new Map<number, PlannedMatch[]>();
  /** The rounds of the season not yet played; once it is over all of the next one's. */
  private waiting: Fixture[][] = [];
  /** Nothing is played before this moment. */
  private opensMs = -Infinity;
  private readonly lead: number;

  constructor(private readonly league: League) {
    this.rules = rulesOf(league);
    this.lead = LEAGUES.indexOf(league) * LEAD;
  }

  /** Dates what lies before the anchor: the rounds of the past, and of the current one all up to the main slot. */
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

  /** The matches that may be played next: of the round that is on, and of the following one where both clubs are through. */
  inTurn(atMs: number): Fixture[] {
    if (atMs < this.opensMs) return [];
    const [round = [], following = []] = this.waiting;
    const busy = new Set(round.flatMap(({ home, away }) => [home, away]));
    return [...round, ...following.filter(({ home, away }) => !busy.has(home) && !busy.has(away))];
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

  /** Plays the best rested of the matches in turn. */
  bookNext(atMs: number, diary: Diary): void {
    const choice = diary.mostRested(this.inTurn(atMs), atMs);
    if (!choice) throw new Error(`${this.league} has no match left`);
    const { fixture } = choice;
    const season = this.seasons.get(fixture.year) ?? [];
    season.push(diary.book(fixture, atMs));
    this.seasons.set(fixture.year, season);

    this.waiting = this.waiting
      .map((round) => round.filter((other) => other !== fixture))
      .filter((round) => round.length > 0);
    if (this.waiting.length === 0) {
      this.waiting = roundsOf(this.league, fixture.year + 1);
      this.opensMs = atMs + BREAK_MS;
    }
  }

  /** The latest season that has begun; before all of them the first. */
  yearAt(now: number): number {
    const begun = [...this.seasons].filter(
      ([, [first]]) => first !== undefined && first.kickoffMs <= now,
    );
    return Math.max(this.firstYear(), ...begun.map(([year]) => year));
  }

  /** Whether all matches of a season have their date. */
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

  /** How long before the anchor the main slot of a past round lay. */
  private ageMs(rounds: number): number {
    return this.rules.format.kind === 'league-phase'
      ? rounds * CUP_ROUND_MS - CUP_SHIFT_MS
      : rounds * WEEK_MS;
  }

  /** A round's usual slots, counted from its main one: the middle one of those with the most matches. */
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

function moved(slots: readonly Slot[], byMs: number): Slot[] {
  return slots.map(({ atMs, matches }) => ({ atMs: atMs + byMs, matches }));
}
