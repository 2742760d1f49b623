import type { IncomingHttpHeaders } from 'node:http';

import type { League, Match, Scorer } from '@kickoff/contracts';
import { z } from 'zod';

import { rulesOf, seasonLabel } from '../leagues.js';
import { teamFrom } from './club-names.js';
import {
  type Fetched,
  type LeagueDataProvider,
  ProviderError,
  type ProvidedMatch,
  type ProvidedRow,
  type Rate,
  type SeasonMatches,
} from './league-data-provider.js';
import { type ProviderAccess, ProviderHttp, wholeNumber } from './provider-http.js';

const ID = 'football-data.org';
const RESET_HEADER = 'x-requestcounter-reset';
const DAY_MS = 86_400_000;
const SCORERS_ASKED = 20;
/** Calls per minute of the free plan, whose scores are delayed; other plans have more. */
const FREE_CALLS = 10;

/** Qualifying rounds, which are not shown. */
const QUALIFYING = /QUALIF|PRELIMINARY|PLAYOFF_ROUND/;
/** Stages with a table. A match without a stage belongs to the league. */
const WITH_TABLE = /^(REGULAR_SEASON|LEAGUE_STAGE|GROUP_STAGE)$/;

const Club = z.object({
  id: z.int().nullable(),
  name: z.string().nullable(),
  shortName: z.string().nullish(),
  tla: z.string().nullish(),
});
const Goals = z.object({ home: z.int().nullable(), away: z.int().nullable() });
type Goals = z.infer<typeof Goals>;

const ProviderMatch = z.object({
  id: z.int(),
  utcDate: z.iso.datetime(),
  status: z.string(),
  lastUpdated: z.iso.datetime().nullish(),
  matchday: z.int().nullable(),
  stage: z.string().nullish(),
  homeTeam: Club,
  awayTeam: Club,
  score: z.object({
    duration: z.string().nullish(),
    fullTime: Goals,
    halfTime: Goals.nullish(),
    penalties: Goals.nullish(),
  }),
  season: z.object({ startDate: z.iso.date() }),
  competition: z.object({ code: z.string() }),
});
type ProviderMatch = z.infer<typeof ProviderMatch>;

const Matches = z.object({ matches: z.array(ProviderMatch) });
const Standings = z.object({
  standings: z.array(
    z.object({
      stage: z.string(),
      type: z.string(),
      table: z.array(
        z.object({
          position: z.int(),
          team: Club,
          playedGames: z.int(),
          won: z.int(),
          draw: z.int(),
          lost: z.int(),
          points: z.int(),
          goalsFor: z.int(),
          goalsAgainst: z.int(),
          goalDifference: z.int(),
        }),
      ),
    }),
  ),
});
const Scorers = z.object({
  scorers: z.array(
    z.object({
      player: z.object({ name: z.string() }),
      team: Club,
      goals: z.int(),
      assists: z.int().nullish(),
    }),
  ),
});

const STATUSES: ReadonlyMap<string, Match['status']> = new Map([
  ['SCHEDULED', 'SCHEDULED'],
  ['TIMED', 'SCHEDULED'],
  ['IN_PLAY', 'IN_PLAY'],
  ['LIVE', 'IN_PLAY'],
  ['EXTRA_TIME', 'IN_PLAY'],
  ['PENALTY_SHOOTOUT', 'IN_PLAY'],
  ['PAUSED', 'PAUSED'],
  ['FINISHED', 'FINISHED'],
  ['AWARDED', 'FINISHED'],
  ['SUSPENDED', 'SUSPENDED'],
  ['POSTPONED', 'POSTPONED'],
  ['CANCELLED', 'CANCELED'],
  ['CANCELED', 'CANCELED'],
]);

const PERIODS: ReadonlyMap<string, ProvidedMatch['period']> = new Map([
  ['EXTRA_TIME', 'extra_time'],
  ['PENALTY_SHOOTOUT', 'penalties'],
]);

/** football-data.org, version 4: seven leagues with a free key, scores delayed. */
export class FootballDataProvider implements LeagueDataProvider {
  readonly id = ID;
  /** One call for all leagues: a free key allows ten calls per minute for everything. */
  readonly livePollMs = 12_000;
  private readonly http: ProviderHttp;
  private mostLeft = 0;

  constructor(access: ProviderAccess) {
    this.http = new ProviderHttp(access, { 'X-Auth-Token': access.key }, RESET_HEADER);
  }

  /** Whether the key is a free one, recognised by its calls per minute. */
  get isDelayed(): boolean {
    return this.mostLeft < FREE_CALLS;
  }

  covers(league: League): boolean {
    return rulesOf(league).providers.footballData !== null;
  }

  async fetchMatches(league: League, now: Date): Promise<Fetched<SeasonMatches>> {
    const { body, headers } = await this.http.get(`${pathOf(league)}/matches`, Matches);
    const matches = body.matches.filter(isShown);
    const [first] = matches;
    if (!first) throw new ProviderError('bad_payload', 'The season has no matches');
    const season = seasonLabel(Number(first.season.startDate.slice(0, 4)));
    return {
      data: { season, matches: matches.map((match) => toMatch(match, now)) },
      rate: this.rateOf(headers),
    };
  }

  async fetchStandings(league: League): Promise<Fetched<ProvidedRow[]>> {
    const { body, headers } = await this.http.get(`${pathOf(league)}/standings`, Standings);
    // The response also has tables of home and away matches and of knock-out stages.
    const whole = body.standings.find(
      ({ stage, type }) => type === 'TOTAL' && /^(REGULAR_SEASON|LEAGUE_STAGE)$/.test(stage),
    );
    if (!whole) throw new ProviderError('bad_payload', 'There is no table of the whole league');
    const rows = whole.table.map(({ team, ...row }) => ({ ...row, team: teamFrom(ID, team) }));
    return { data: rows, rate: this.rateOf(headers) };
  }

  async fetchScorers(league: League): Promise<Fetched<Scorer[]>> {
    const path = `${pathOf(league)}/scorers?limit=${SCORERS_ASKED}`;
    const { body, headers } = await this.http.get(path, Scorers);
    const scorers = body.scorers.map(({ player, team, goals, assists }) => ({
      player,
      team: teamFrom(ID, team),
      numberOfGoals: goals,
      ...(assists === null || assists === undefined ? {} : { assists }),
    }));
    return { data: scorers, rate: this.rateOf(headers) };
  }

  async fetchDay(
    leagues: readonly League[],
    now: Date,
  ): Promise<Fetched<Map<League, ProvidedMatch[]>>> {
    const codes = new Map(leagues.map((league) => [codeOf(league), league]));
    const query = new URLSearchParams({
      competitions: [...codes.keys()].join(','),
      dateFrom: dayOf(now, -DAY_MS),
      dateTo: dayOf(now, DAY_MS),
    });
    const { body, headers } = await this.http.get(`/matches?${query.toString()}`, Matches);
    const days = new Map<League, ProvidedMatch[]>(leagues.map((league) => [league, []]));
    for (const match of body.matches.filter(isShown)) {
      const league = codes.get(match.competition.code);
      if (league) days.get(league)?.push(toMatch(match, now));
    }
    return { data: days, rate: this.rateOf(headers) };
  }

  private rateOf(headers: IncomingHttpHeaders): Rate | undefined {
    const remaining = wholeNumber(headers, 'x-requests-available-minute');
    if (remaining === undefined) return undefined;
    this.mostLeft = Math.max(this.mostLeft, remaining);
    return { remaining, resetSeconds: wholeNumber(headers, RESET_HEADER) ?? 60 };
  }
}

function codeOf(league: League): string {
  const code = rulesOf(league).providers.footballData;
  if (code === null) throw new Error(`${ID} does not cover ${league}`);
  return code;
}

function pathOf(league: League): string {
  return `/competitions/${codeOf(league)}`;
}

function dayOf(now: Date, shiftMs: number): string {
  return new Date(now.getTime() + shiftMs).toISOString().slice(0, 10);
}

function isShown({ stage }: ProviderMatch): boolean {
  return !QUALIFYING.test(stage ?? '');
}

function toMatch(
  { id, utcDate, matchday, score, stage, lastUpdated, ...match }: ProviderMatch,
  now: Date,
): ProvidedMatch {
  // Unknown status: scheduled before kick-off, unknown after it.
  const status =
    STATUSES.get(match.status) ?? (Date.parse(utcDate) > now.getTime() ? 'SCHEDULED' : 'SUSPENDED');
  const begun = status !== 'SCHEDULED' && status !== 'POSTPONED' && status !== 'CANCELED';
  const period = PERIODS.get(match.status);
  return {
    id: `${ID}:${id}`,
    homeTeam: teamFrom(ID, match.homeTeam),
    awayTeam: teamFrom(ID, match.awayTeam),
    utcDate: new Date(utcDate).toISOString(),
    status,
    matchday,
    score: {
      fullTime: toGoals(begun ? withoutShootOut(score) : undefined),
      halfTime: toGoals(begun ? score.halfTime : undefined),
    },
    ...(WITH_TABLE.test(stage ?? 'REGULAR_SEASON') ? {} : { knockOut: true }),
    ...(period ? { period } : {}),
    ...(match.status === 'AWARDED' ? { awarded: true } : {}),
    ...(lastUpdated ? { updatedAt: new Date(lastUpdated).toISOString() } : {}),
  };
}

/** `fullTime` includes the goals of a shoot-out. */
function withoutShootOut({ duration, fullTime, penalties }: ProviderMatch['score']): Goals {
  if (duration !== 'PENALTY_SHOOTOUT' || !penalties) return fullTime;
  const rest = (all: number | null, shot: number | null) =>
    all === null ? null : all - (shot ?? 0);
  return {
    home: rest(fullTime.home, penalties.home),
    away: rest(fullTime.away, penalties.away),
  };
}

function toGoals(goals: Goals | null | undefined): Match['score']['fullTime'] {
  return { homeTeam: goals?.home ?? null, awayTeam: goals?.away ?? null };
}
