import { type League, LEAGUES, type Match } from '@kickoff/contracts';

import { type Random, shuffled, wholeNumber } from '../../src/football/demo/random.js';
import { rulesOf } from '../../src/football/leagues.js';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const CLUBS = 6;
/** A postponed match is reported as such this long after its kick-off. */
const PUT_OFF_MS = 30 * MINUTE_MS;

/** The six leagues that play on the simulated Saturday. */
export const PLAYING: readonly League[] = LEAGUES.filter(
  (league) => league !== 'champions_league' && league !== 'indian_super_league',
);
/** Late in the morning, before the first kick-off. */
export const MORNING = Date.parse('2026-11-21T11:50:00Z');

/** The true state of a match, before any provider publishes it. */
export interface PlayedMatch {
  id: number;
  league: League;
  home: string;
  away: string;
  kickoffMs: number;
  /** The real kick-off; Infinity for a match postponed half an hour after its time. */
  beginsMs: number;
  breakMs: number;
  resumesMs: number;
  endsMs: number;
  goals: { atMs: number; side: 'home' | 'away' }[];
}

/** How a match stands. */
export interface Stand {
  status: Match['status'];
  home: number;
  away: number;
  /** Time of the last change. */
  sinceMs: number;
}

/** A club's line in a table. */
export interface Line {
  club: string;
  played: number;
  won: number;
  draw: number;
  lost: number;
  goalsFor: number;
  goalsAgainst: number;
  points: number;
}

/**
 * A Saturday in six leagues: late kick-offs, postponed matches, deducted points, tables that are
 * hours late.
 */
export class MatchDay {
  now = MORNING;
  readonly matches: PlayedMatch[];
  private readonly clubs = new Map<League, string[]>();
  /** By how much later than the match the provider's table has a result. */
  private readonly tableLagMs = new Map<League, number>();
  private readonly deductions = new Map<string, number>();

  constructor(random: Random) {
    this.matches = PLAYING.flatMap((league, index) => {
      const clubs = shuffled(rulesOf(league).clubs, random).slice(0, CLUBS);
      this.clubs.set(league, clubs);
      const lags = [0, 2 * MINUTE_MS, 20 * MINUTE_MS, 180 * MINUTE_MS, DAY_MS];
      this.tableLagMs.set(league, lags[wholeNumber(0, lags.length - 1, random)] ?? 0);
      const [punished] = clubs;
      if (punished && random() < 0.5) this.deductions.set(punished, wholeNumber(1, 9, random));
      return [-7, 0, 7].flatMap((days, round) =>
        Array.from({ length: CLUBS / 2 }, (_, pair): PlayedMatch => {
          const [home = '', away = ''] = shuffled(clubs.slice(pair * 2, pair * 2 + 2), random);
          const slot = wholeNumber(1, 4, random) * 15 * MINUTE_MS;
          const id = index * 100 + round * 10 + pair + 1;
          return aMatch(id, league, home, away, MORNING + days * DAY_MS + slot, random);
        }),
      );
    });
  }

  /** When the last match of the day is over. */
  get endMs(): number {
    const today = this.matches.filter(({ kickoffMs }) => Math.abs(kickoffMs - MORNING) < DAY_MS);
    return Math.max(...today.map(({ endsMs }) => (endsMs === Infinity ? 0 : endsMs)));
  }

  /** When anything changes in a league today, in order. */
  changesOf(league: League): number[] {
    return this.matchesOf(league)
      .flatMap(({ kickoffMs, beginsMs, breakMs, resumesMs, endsMs, goals }) =>
        beginsMs === Infinity
          ? [kickoffMs + PUT_OFF_MS]
          : [beginsMs, breakMs, resumesMs, endsMs, ...goals.map(({ atMs }) => atMs)],
      )
      .filter((ms) => Math.abs(ms - MORNING) < DAY_MS)
      .sort((one, other) => one - other);
  }

  matchesOf(league: League): PlayedMatch[] {
    return this.matches.filter((match) => match.league === league);
  }

  /** How a match stands now. */
  standOf(match: PlayedMatch): Stand {
    const { kickoffMs, beginsMs, breakMs, resumesMs, endsMs, goals } = match;
    if (beginsMs === Infinity) {
      const putOffMs = kickoffMs + PUT_OFF_MS;
      const isPutOff = this.now >= putOffMs;
      const sinceMs = isPutOff ? putOffMs : -Infinity;
      return { status: isPutOff ? 'POSTPONED' : 'SCHEDULED', home: 0, away: 0, sinceMs };
    }
    if (this.now < beginsMs) return { status: 'SCHEDULED', home: 0, away: 0, sinceMs: -Infinity };
    const scored = goals.filter(({ atMs }) => atMs <= this.now);
    const turns = [beginsMs, breakMs, resumesMs, endsMs, ...scored.map(({ atMs }) => atMs)];
    const isBreak = this.now >= breakMs && this.now < resumesMs;
    const status = this.now >= endsMs ? 'FINISHED' : isBreak ? 'PAUSED' : 'IN_PLAY';
    const of = (side: 'home' | 'away') => scored.filter((goal) => goal.side === side).length;
    const sinceMs = Math.max(...turns.filter((ms) => ms <= this.now));
    return { status, home: of('home'), away: of('away'), sinceMs };
  }

  /** The table of the provider, which has results some time after the match. */
  lateTable(league: League): Line[] {
    const untilMs = this.now - (this.tableLagMs.get(league) ?? 0);
    return this.table(league, ({ endsMs }) => endsMs <= untilMs);
  }

  /** The current table, including running scores. */
  liveTable(league: League): Line[] {
    return this.table(league, ({ beginsMs }) => beginsMs <= this.now);
  }

  private table(league: League, isCounted: (match: PlayedMatch) => boolean): Line[] {
    const counted = this.matchesOf(league).filter(isCounted);
    return (this.clubs.get(league) ?? [])
      .map((club) => this.lineOf(club, counted))
      .sort((one, other) => other.points - one.points);
  }

  private lineOf(club: string, counted: readonly PlayedMatch[]): Line {
    const points = -(this.deductions.get(club) ?? 0);
    const line = {
      club,
      played: 0,
      won: 0,
      draw: 0,
      lost: 0,
      goalsFor: 0,
      goalsAgainst: 0,
      points,
    };
    for (const match of counted) {
      if (match.home !== club && match.away !== club) continue;
      const { home, away } = this.standOf(match);
      const [scored, conceded] = match.home === club ? [home, away] : [away, home];
      line.played += 1;
      line.goalsFor += scored;
      line.goalsAgainst += conceded;
      if (scored > conceded) line.won += 1;
      else if (scored === conceded) line.draw += 1;
      else line.lost += 1;
      line.points += scored > conceded ? 3 : scored === conceded ? 1 : 0;
    }
    return line;
  }
}

function aMatch(
  id: number,
  league: League,
  home: string,
  away: string,
  kickoffMs: number,
  random: Random,
): PlayedMatch {
  const isPutOff = kickoffMs > MORNING && random() < 0.05;
  const delayMs = random() < 0.15 ? wholeNumber(10, 80, random) * MINUTE_MS : 0;
  const beginsMs = isPutOff ? Infinity : kickoffMs + delayMs + wholeNumber(0, 120, random) * 1000;
  const breakMs = beginsMs + wholeNumber(45, 49, random) * MINUTE_MS;
  const resumesMs = breakMs + 15 * MINUTE_MS;
  const endsMs = resumesMs + wholeNumber(45, 54, random) * MINUTE_MS;
  const goals = Array.from({ length: wholeNumber(0, 5, random) }, () => {
    const side = random() < 0.55 ? ('home' as const) : ('away' as const);
    return { atMs: beginsMs + Math.floor(random() * (endsMs - beginsMs)), side };
  }).filter(({ atMs }) => atMs < breakMs || atMs >= resumesMs);
  return { id, league, home, away, kickoffMs, beginsMs, breakMs, resumesMs, endsMs, goals };
}
