import type { League } from '@kickoff/contracts';
import {
  answered,
  aProviderMatch,
  aProviderRow,
  aProviderScore,
  theMatches,
  theScorers,
  theStandings,
} from '@kickoff/testing/football-data-shapes';
import type { Reply } from '@kickoff/testing/provider-double';

import type { Random } from '../../src/football/demo/random.js';
import { CLUBS, clubOf, rulesOf } from '../../src/football/leagues.js';
import { anApiEvent, anApiFixture, enveloped, refused } from './api-football-shapes.js';
import { type MatchDay, type PlayedMatch, PLAYING } from './match-day.js';

const MINUTE_MS = 60_000;
const CALLS_A_MINUTE = 10;
const CALLS_A_DAY = 7_500;

const numberOf = (club: string) => 100_000 + CLUBS.findIndex(({ id }) => id === club);
const named = (club: string) => ({ id: numberOf(club), name: clubOf(club).name });

/** A provider on a match day that counts refused calls and fails sometimes. */
abstract class MatchDayProvider {
  refusals = 0;
  private hasFailed = false;

  constructor(
    protected readonly day: MatchDay,
    private readonly random: Random,
    private readonly failures: number,
  ) {}

  readonly reply = (path: string): Reply => {
    if (!this.isAllowed()) {
      this.refusals += 1;
      return this.refusal();
    }
    // Never twice in a row: the length of an outage is outside our promises.
    this.hasFailed = !this.hasFailed && this.random() < this.failures;
    return this.hasFailed ? this.failure() : this.answer(path);
  };

  protected abstract isAllowed(): boolean;
  protected abstract refusal(): Reply;
  protected abstract answer(path: string): Reply;

  private failure(): Reply {
    const kinds: Reply[] = [{ status: 500, body: 'oops' }, 'cut', { body: '{"matches":[{' }];
    return kinds[Math.floor(this.random() * kinds.length)] ?? 'cut';
  }
}

/**
 * football-data.org with a free key: ten calls per minute, with a new window a minute after the
 * first call.
 */
export class FootballDataDay extends MatchDayProvider {
  private minute = { calls: 0, untilMs: -Infinity };

  protected isAllowed(): boolean {
    if (this.day.now >= this.minute.untilMs) {
      this.minute = { calls: 0, untilMs: this.day.now + MINUTE_MS };
    }
    this.minute.calls += 1;
    return this.minute.calls <= CALLS_A_MINUTE;
  }

  protected refusal(): Reply {
    return { status: 429, headers: this.headers(), body: { message: 'Wait', errorCode: 429 } };
  }

  protected answer(path: string): Reply {
    const address = new URL(path, 'http://double');
    const league = PLAYING.find((one) => path.includes(`/${codeOf(one)}/`));
    if (!league) return this.ofDay(address.searchParams);
    if (path.endsWith('/standings')) return answered(this.standings(league), this.headers());
    if (path.includes('/scorers')) return answered(theScorers(), this.headers());
    const matches = this.day.matchesOf(league).map((match) => this.match(match));
    return answered(theMatches(...matches), this.headers());
  }

  private ofDay(query: URLSearchParams): Reply {
    const codes = query.get('competitions')?.split(',') ?? [];
    const from = query.get('dateFrom') ?? '';
    const to = query.get('dateTo') ?? '';
    const matches = this.day.matches
      .filter(({ league }) => codes.includes(codeOf(league)))
      .map((match) => this.match(match))
      .filter(({ utcDate }) => utcDate.slice(0, 10) >= from && utcDate.slice(0, 10) <= to);
    return answered(theMatches(...matches), this.headers());
  }

  private match(match: PlayedMatch) {
    const { status, home, away } = this.day.standOf(match);
    const competition = { code: codeOf(match.league) };
    return aProviderMatch({
      id: match.id,
      competition,
      utcDate: new Date(match.kickoffMs).toISOString(),
      lastUpdated: new Date(this.day.now).toISOString(),
      status: status === 'SCHEDULED' ? 'TIMED' : status,
      homeTeam: named(match.home),
      awayTeam: named(match.away),
      score: aProviderScore(home, away),
    });
  }

  private standings(league: League) {
    const rows = this.day.lateTable(league).map(({ club, played, ...line }, index) =>
      aProviderRow({
        ...line,
        position: index + 1,
        team: named(club),
        playedGames: played,
        goalDifference: line.goalsFor - line.goalsAgainst,
      }),
    );
    return theStandings(...rows);
  }

  private headers() {
    const { calls, untilMs } = this.minute;
    return {
      'X-Requests-Available-Minute': String(Math.max(CALLS_A_MINUTE - calls, 0)),
      'X-RequestCounter-Reset': String(Math.ceil((untilMs - this.day.now) / 1000)),
    };
  }
}

/** API-Football with ten calls in any minute, and a day's worth of its smallest paid plan. */
export class ApiFootballDay extends MatchDayProvider {
  private calls: number[] = [];
  private today = 0;

  protected isAllowed(): boolean {
    this.calls = this.calls.filter((atMs) => atMs > this.day.now - MINUTE_MS);
    this.calls.push(this.day.now);
    this.today += 1;
    return this.calls.length <= CALLS_A_MINUTE && this.today <= CALLS_A_DAY;
  }

  protected refusal(): Reply {
    return refused({ rateLimit: 'Too many requests. Your rate limit is 10 requests per minute.' });
  }

  protected answer(path: string): Reply {
    const query = new URL(path, 'http://double').searchParams;
    if (path.startsWith('/fixtures/events')) {
      const match = this.day.matches.find(({ id }) => id === Number(query.get('fixture')));
      return this.enveloped(match ? this.events(match) : []);
    }
    const league = PLAYING.find(
      (one) => rulesOf(one).providers.apiFootball === Number(query.get('league')),
    );
    if (!league) return this.enveloped([]);
    if (path.startsWith('/standings')) return this.enveloped([this.standings(league)]);
    if (path.startsWith('/players')) return this.enveloped([]);
    return this.enveloped(this.day.matchesOf(league).map((match) => this.fixture(match)));
  }

  private fixture(match: PlayedMatch) {
    const { status, home, away } = this.day.standOf(match);
    const words = {
      SCHEDULED: 'NS',
      IN_PLAY: '1H',
      PAUSED: 'HT',
      FINISHED: 'FT',
      POSTPONED: 'PST',
    };
    return anApiFixture({
      id: match.id,
      date: new Date(match.kickoffMs).toISOString(),
      short: Object.entries(words).find(([ours]) => ours === status)?.[1] ?? 'TBD',
      home: named(match.home),
      away: named(match.away),
      goals: { home, away },
    });
  }

  private events(match: PlayedMatch) {
    const goals = match.goals.filter(({ atMs }) => atMs <= this.day.now);
    return goals.map(({ atMs, side }) =>
      anApiEvent({
        elapsed: Math.min(Math.floor((atMs - match.beginsMs) / MINUTE_MS) + 1, 90),
        team: named(match[side]),
      }),
    );
  }

  private standings(league: League) {
    const rows = this.day.lateTable(league).map(({ club, points, ...line }, index) => ({
      rank: index + 1,
      team: named(club),
      points,
      goalsDiff: line.goalsFor - line.goalsAgainst,
      all: {
        played: line.played,
        win: line.won,
        draw: line.draw,
        lose: line.lost,
        goals: { for: line.goalsFor, against: line.goalsAgainst },
      },
    }));
    return { league: { standings: [rows] } };
  }

  private enveloped(response: unknown[]) {
    return enveloped(response, {
      'x-ratelimit-limit': String(CALLS_A_MINUTE),
      'x-ratelimit-remaining': String(Math.max(CALLS_A_MINUTE - this.calls.length, 0)),
      'x-ratelimit-requests-limit': String(CALLS_A_DAY),
      'x-ratelimit-requests-remaining': String(CALLS_A_DAY - this.today),
    });
  }
}

function codeOf(league: League): string {
  return rulesOf(league).providers.footballData ?? '';
}
