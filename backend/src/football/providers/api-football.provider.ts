import type { IncomingHttpHeaders } from 'node:http';

import type { League, Match, MatchEvent, Scorer } from '@kickoff/contracts';
import { z } from 'zod';

import { withoutTime } from '../kick-off-time.js';
import { rulesOf, seasonLabel } from '../leagues.js';
import { Club, FixtureEvent, toGoalEvents } from './api-football-goals.js';
import { teamFrom } from './club-names.js';
import {
  type Fetched,
  type LeagueDataProvider,
  ProviderError,
  type ProviderFault,
  type ProvidedMatch,
  type ProvidedRow,
  type Rate,
  type SeasonMatches,
} from './league-data-provider.js';
import { type ProviderAccess, ProviderHttp, wholeNumber } from './provider-http.js';

const ID = 'api-football';
const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;
/** Calls per minute if the headers do not say: those of the smallest plan. */
const DEFAULT_LIMIT = 10;
/** Upper bound of pages; a response with more is invalid. */
const MAX_PAGES = 20;
/**
 * Known error keys. Other values in `errors` may repeat what was sent, so they are never logged.
 */
const FAULTS: ReadonlyMap<string, ProviderFault> = new Map([
  ['token', 'invalid_key'],
  ['plan', 'forbidden'],
  ['rateLimit', 'rate_limited'],
  ['requests', 'rate_limited'],
]);

/** Names of qualifying rounds, which are not shown. */
const QUALIFYING = /qualif|preliminary/i;
/** Names of rounds with a table; all others are knock-outs and play-offs. */
const WITH_TABLE = /^(regular season|league (stage|phase)|group)/i;

/** Seasons are named by the year in which they begin; ours begin in July or later. */
const FIRST_MONTH = 6;

const Goals = z.object({ home: z.int().nullable(), away: z.int().nullable() });
type Goals = z.infer<typeof Goals>;
const Sum = z.object({
  played: z.int(),
  win: z.int(),
  draw: z.int(),
  lose: z.int(),
  goals: z.object({ for: z.int(), against: z.int() }),
});

const Fixture = z.object({
  fixture: z.object({
    id: z.int(),
    date: z.iso.datetime({ offset: true }),
    status: z.object({
      short: z.string(),
      elapsed: z.int().nullable(),
      extra: z.int().nullish(),
    }),
  }),
  league: z.object({ round: z.string() }),
  teams: z.object({ home: Club, away: Club }),
  goals: Goals,
  score: z.object({ halftime: Goals }),
});
type Fixture = z.infer<typeof Fixture>;

const Table = z.object({
  league: z.object({
    standings: z.array(
      z.array(
        z.object({ rank: z.int(), team: Club, points: z.int(), goalsDiff: z.int(), all: Sum }),
      ),
    ),
  }),
});
const TopScorer = z.object({
  player: z.object({ name: z.string() }),
  statistics: z
    .array(
      z.object({
        team: Club,
        goals: z.object({ total: z.int().nullable(), assists: z.int().nullish() }),
      }),
    )
    .min(1),
});

const Named = z.object({ league: z.object({ id: z.int(), name: z.string() }) });

/**
 * The envelope of every response, always with status 200. `errors` is a list only if it is empty.
 */
const Envelope = z.object({
  paging: z.object({ total: z.int() }).optional(),
  errors: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]),
  response: z.array(z.unknown()),
});

const STATUSES: ReadonlyMap<string, Match['status']> = new Map([
  ['TBD', 'SCHEDULED'],
  ['NS', 'SCHEDULED'],
  ['1H', 'IN_PLAY'],
  ['2H', 'IN_PLAY'],
  ['ET', 'IN_PLAY'],
  ['BT', 'IN_PLAY'],
  ['P', 'IN_PLAY'],
  ['LIVE', 'IN_PLAY'],
  ['HT', 'PAUSED'],
  ['FT', 'FINISHED'],
  ['AET', 'FINISHED'],
  ['PEN', 'FINISHED'],
  ['AWD', 'FINISHED'],
  ['WO', 'FINISHED'],
  ['PST', 'POSTPONED'],
  ['CANC', 'CANCELED'],
  ['SUSP', 'SUSPENDED'],
  ['INT', 'SUSPENDED'],
  ['ABD', 'SUSPENDED'],
]);

const PERIODS: ReadonlyMap<string, ProvidedMatch['period']> = new Map([
  ['ET', 'extra_time'],
  ['BT', 'extra_time'],
  ['P', 'penalties'],
]);

/** Only the day of the match is known; its time is a placeholder. */
const DAY_ONLY = 'TBD';

/** Technical loss and walkover. */
const AWARDED: ReadonlySet<string> = new Set(['AWD', 'WO']);

/** The league for which wrong ids circulate: its id is looked up by name. */
const LOOKED_UP: Partial<Record<League, { country: string; name: string }>> = {
  indian_super_league: { country: 'India', name: 'Indian Super League' },
};

/** API-Football, version 3: the only provider with the Indian Super League. */
export class ApiFootballProvider implements LeagueDataProvider {
  readonly id = ID;
  /** One call per league, out of a daily quota. */
  readonly livePollMs = 30_000;
  readonly isDelayed = false;
  private readonly http: ProviderHttp;
  private readonly foundIds = new Map<League, number>();

  constructor(access: ProviderAccess) {
    this.http = new ProviderHttp(access, { 'x-apisports-key': access.key }, 'retry-after');
  }

  covers(league: League): boolean {
    return rulesOf(league).providers.apiFootball !== null;
  }

  async fetchMatches(league: League, now: Date): Promise<Fetched<SeasonMatches>> {
    const { data, rate } = await this.ask('/fixtures', league, now, Fixture);
    const shown = withoutQualifying(league, data);
    if (shown.length === 0) throw new ProviderError('bad_payload', 'The season has no matches');
    const matches = shown.map((fixture) => toMatch(fixture, now));
    return { data: { season: seasonLabel(yearOf(now)), matches }, rate };
  }

  async fetchStandings(league: League, now: Date): Promise<Fetched<ProvidedRow[]>> {
    const { data, rate } = await this.ask('/standings', league, now, Table);
    const table = data[0]?.league.standings[0];
    if (!table) throw new ProviderError('bad_payload', 'There is no table');
    const rows = table.map(({ rank, team, points, goalsDiff, all }) => ({
      position: rank,
      team: teamFrom(ID, team),
      playedGames: all.played,
      won: all.win,
      draw: all.draw,
      lost: all.lose,
      points,
      goalsFor: all.goals.for,
      goalsAgainst: all.goals.against,
      goalDifference: goalsDiff,
    }));
    return { data: rows, rate };
  }

  async fetchScorers(league: League, now: Date): Promise<Fetched<Scorer[]>> {
    const { data, rate } = await this.ask('/players/topscorers', league, now, TopScorer);
    const scorers = data.flatMap(({ player, statistics: [first] }) => {
      if (!first?.goals.total) return [];
      const { total, assists } = first.goals;
      return [
        {
          player,
          team: teamFrom(ID, first.team),
          numberOfGoals: total,
          ...(assists === null || assists === undefined ? {} : { assists }),
        },
      ];
    });
    return { data: scorers, rate };
  }

  async fetchGoals({ id, homeTeam, awayTeam }: Match, now: Date): Promise<Fetched<MatchEvent[]>> {
    const path = `/fixtures/events?fixture=${id.slice(ID.length + 1)}`;
    const { data, rate } = await this.read(path, now, FixtureEvent);
    const sideOf = (club: Club) => {
      const team = teamFrom(ID, club).id;
      if (team === homeTeam.id) return 'homeTeam';
      if (team === awayTeam.id) return 'awayTeam';
      throw new ProviderError('bad_payload', 'A club that does not play has scored');
    };
    return { data: toGoalEvents(data, sideOf), rate };
  }

  /** Requests data of a league's current season. */
  private async ask<Item extends z.ZodType>(
    path: string,
    league: League,
    now: Date,
    item: Item,
  ): Promise<Fetched<z.infer<Item>[]>> {
    const id = await this.idOf(league, now);
    return this.read(`${path}?league=${id}&season=${yearOf(now)}`, now, item);
  }

  private async idOf(league: League, now: Date): Promise<number> {
    const known = this.foundIds.get(league) ?? rulesOf(league).providers.apiFootball;
    if (known === null) throw new Error(`${ID} does not cover ${league}`);
    const names = LOOKED_UP[league];
    if (!names || this.foundIds.has(league)) return known;
    const { data } = await this.read(`/leagues?country=${names.country}`, now, Named);
    const found = data.find((item) => item.league.name === names.name);
    if (!found) throw new ProviderError('not_found', 'The provider lists no such league');
    this.foundIds.set(league, found.league.id);
    return found.league.id;
  }

  /** Reads all pages of a response. */
  private async read<Item extends z.ZodType>(
    address: string,
    now: Date,
    item: Item,
  ): Promise<Fetched<z.infer<Item>[]>> {
    const first = await this.readPage(address, now, item);
    const data = [...first.data];
    let { rate } = first;
    if (first.pages > MAX_PAGES) throw new ProviderError('bad_payload', 'There are too many pages');
    for (let page = 2; page <= first.pages; page += 1) {
      if (rate?.remaining === 0) {
        throw new ProviderError('rate_limited', 'Not all pages are allowed', rate.resetSeconds);
      }
      const next = await this.readPage(`${address}&page=${page}`, now, item);
      data.push(...next.data);
      rate = next.rate;
    }
    return { data, rate };
  }

  private async readPage<Item extends z.ZodType>(
    address: string,
    now: Date,
    item: Item,
  ): Promise<Fetched<z.infer<Item>[]> & { pages: number }> {
    const { body, headers } = await this.http.get(address, Envelope);
    const faults = Object.keys(body.errors);
    if (faults.length > 0) throw faultOf(faults, now);
    const data = z.array(item).safeParse(body.response);
    if (!data.success) {
      const where = data.error.issues[0]?.path.map(String).join('.') ?? '';
      throw new ProviderError('bad_payload', `The answer has an unknown shape at ${where}`);
    }
    return { data: data.data, rate: rateOf(headers, now), pages: body.paging?.total ?? 1 };
  }
}

function yearOf(now: Date): number {
  return now.getUTCMonth() >= FIRST_MONTH ? now.getUTCFullYear() : now.getUTCFullYear() - 1;
}

function faultOf(faults: readonly string[], now: Date): ProviderError {
  const name = faults.find((one) => FAULTS.has(one)) ?? '';
  const kind = FAULTS.get(name);
  if (!kind) return new ProviderError('unavailable', 'Refused for another reason');
  const seconds = name === 'requests' ? secondsOfDayLeft(now) : MINUTE_SECONDS;
  return new ProviderError(kind, `Refused: ${name}`, kind === 'rate_limited' ? seconds : undefined);
}

/** Qualifying rounds have many names: a match before the league phase is a qualifying match. */
function withoutQualifying(league: League, fixtures: readonly Fixture[]): Fixture[] {
  const kickoffOf = ({ fixture }: Fixture) => Date.parse(fixture.date);
  const inPhase = fixtures.filter((one) => WITH_TABLE.test(one.league.round));
  const hasPhase = rulesOf(league).format.kind === 'league-phase';
  const from = hasPhase ? Math.min(...inPhase.map(kickoffOf)) : -Infinity;
  return fixtures.filter((one) => !QUALIFYING.test(one.league.round) && kickoffOf(one) >= from);
}

function toMatch({ fixture, league, teams, goals, score }: Fixture, now: Date): ProvidedMatch {
  const { short, elapsed, extra } = fixture.status;
  const date = new Date(fixture.date);
  const kickoff = short === DAY_ONLY ? withoutTime(date) : date;
  // Unknown status: scheduled before kick-off, unknown after it.
  const status = STATUSES.get(short) ?? (kickoff > now ? 'SCHEDULED' : 'SUSPENDED');
  const begun = status !== 'SCHEDULED' && status !== 'POSTPONED' && status !== 'CANCELED';
  const period = PERIODS.get(short);
  const matchday = / - (\d+)$/.exec(league.round)?.[1];
  const match: ProvidedMatch = {
    id: `${ID}:${fixture.id}`,
    homeTeam: teamFrom(ID, teams.home),
    awayTeam: teamFrom(ID, teams.away),
    utcDate: kickoff.toISOString(),
    status,
    matchday: matchday === undefined ? null : Number(matchday),
    score: {
      fullTime: toGoals(begun ? goals : undefined),
      halfTime: toGoals(begun ? score.halftime : undefined),
    },
    ...(WITH_TABLE.test(league.round) ? {} : { knockOut: true }),
    ...(period ? { period } : {}),
    ...(AWARDED.has(short) ? { awarded: true } : {}),
  };
  if (status !== 'IN_PLAY' || elapsed === null) return match;
  return { ...match, minute: elapsed, ...(extra ? { injuryTime: extra } : {}) };
}

function toGoals(goals: Goals | undefined): Match['score']['fullTime'] {
  return { homeTeam: goals?.home ?? null, awayTeam: goals?.away ?? null };
}

/**
 * Combines both rate limits. The reset of the minute is unknown: one call less per minute never
 * exceeds it. The rest of the day is spread to its end.
 */
function rateOf(headers: IncomingHttpHeaders, now: Date): Rate | undefined {
  const ofDay = wholeNumber(headers, 'x-ratelimit-requests-remaining') ?? Infinity;
  const ofMinute = wholeNumber(headers, 'x-ratelimit-remaining') ?? Infinity;
  const remaining = Math.min(ofDay, ofMinute);
  if (remaining === Infinity) return undefined;
  if (ofDay === 0) return { remaining, resetSeconds: secondsOfDayLeft(now) };
  if (ofMinute === 0) return { remaining, resetSeconds: MINUTE_SECONDS };
  const limit = wholeNumber(headers, 'x-ratelimit-limit') ?? DEFAULT_LIMIT;
  const paceSeconds = MINUTE_SECONDS / Math.max(limit - 1, 1);
  const spacingSeconds = Math.max(paceSeconds, secondsOfDayLeft(now) / ofDay);
  return { remaining, resetSeconds: Math.round(remaining * spacingSeconds) };
}

/** The quota resets at midnight UTC; a minute is added for clock differences. */
function secondsOfDayLeft(now: Date): number {
  return DAY_SECONDS - (Math.floor(now.getTime() / 1000) % DAY_SECONDS) + MINUTE_SECONDS;
}
