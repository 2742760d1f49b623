import { Injectable } from '@nestjs/common';
import {
  AdminMatchTimeline,
  isCalled,
  type LatestMatch,
  type League,
  type LeagueData,
  LEAGUES,
  type LeagueSummary,
  type Match,
  type MatchEvent,
  type MatchPage,
  MatchTimeline,
  type Team,
} from '@kickoff/contracts';

import type { ByteBoundedCache } from '../common/cache/byte-bounded-cache.js';
import { Caches } from '../common/cache/caches.js';
import { NotFound } from '../common/errors/coded-errors.js';
import { Clock } from '../common/time/clock.js';
import { toDigest } from './digest.view.js';
import { type CachedResponse, renderJson } from './cached-response.js';
import { type CachedLeague, LeagueCache, type LeagueCacheState } from './league-cache.js';
import { clubsOf, toLatest, toMatchPage, toSummaries, toTeams } from './football.view.js';

const MAX_BYTES = 8 * 1024 * 1024;
/** Of a response beside its body. */
const FRAME_BYTES = 500;
/** A body and its compressed forms, as a multiple of the body. */
const MEMORY_PER_BODY = 1.5;

interface RenderedResponse {
  key: string;
  response: Promise<CachedResponse>;
}

/**
 * Football data for fans: leagues, matches and clubs. LeagueCache and its sources fetch and refresh
 * it.
 */
@Injectable()
export class FootballService {
  /** Responses computed from pages, cached until a page or the minute changes. */
  private readonly rendered: ByteBoundedCache<RenderedResponse>;

  constructor(
    private readonly cache: LeagueCache,
    private readonly clock: Clock,
    caches: Caches,
  ) {
    this.rendered = caches.create('football_responses', MAX_BYTES);
  }

  /** A league with matches, table and scorers. */
  async league(name: string): Promise<CachedResponse> {
    return (await this.cachedLeague(name)).response;
  }

  /** All leagues with today's numbers. */
  summaries(): Promise<CachedResponse> {
    return this.renderCached('summaries', (leagues, now) => toSummaries(dataOf(leagues), now));
  }

  /**
   * Returns the same as data, for a search.
   *
   * @param seen all leagues as the reader sees them, if they differ from the shared ones
   */
  async allSummaries(seen?: readonly LeagueData[]): Promise<LeagueSummary[]> {
    return toSummaries(seen ?? (await this.all()), this.clock.now());
  }

  /** The newest matches over all leagues. */
  latest(): Promise<CachedResponse> {
    return this.renderCached('latest', (leagues) => toLatest(dataOf(leagues)));
  }

  /** Every club that can be a favourite. */
  teams(): Promise<CachedResponse> {
    return this.renderCached('teams', (leagues) => toTeams(dataOf(leagues)));
  }

  /** The club with this id. */
  async findTeam(id: string): Promise<Team | undefined> {
    return clubsOf(dataOf((await this.cache.current()).leagues)).find((club) => club.id === id);
  }

  /** Returns the same as data, for a search. */
  async allTeams(): Promise<Team[]> {
    return toTeams(dataOf((await this.cache.current()).leagues));
  }

  /**
   * Returns the digest for a fan with this favourite team.
   *
   * @param seen all leagues as the reader sees them, if they differ from the shared ones
   */
  async digest(team: string, seen?: readonly LeagueData[]): Promise<CachedResponse> {
    const club = clubsOf(await this.all()).find((known) => isCalled(known, team)) ?? null;
    if (seen) return renderJson(toDigest(seen, club, this.clock.now()));
    return this.renderCached(`digest ${club?.id ?? ''}`, (all, now) =>
      toDigest(dataOf(all), club, now),
    );
  }

  /** Returns one match with its events, earlier meetings and both clubs' form. */
  match(id: string): Promise<CachedResponse> {
    return this.renderCached(`match ${id}`, (leagues) => this.matchPage(leagues, id));
  }

  /** Returns one match with its timeline. */
  timeline(id: string): Promise<CachedResponse> {
    return this.renderCached(`timeline ${id}`, async (leagues) =>
      MatchTimeline.parse(await this.findTimeline(leagues, id)),
    );
  }

  /** Returns the same as data, with the fields for admins. */
  async adminTimeline(id: string): Promise<AdminMatchTimeline> {
    const { leagues } = await this.cache.current();
    return AdminMatchTimeline.parse(await this.findTimeline(leagues, id));
  }

  /** A match with its league, without its timeline. */
  async matchOf(id: string): Promise<LatestMatch> {
    const { page, match } = await this.find(id);
    return { ...match, league: page.data.league };
  }

  /** All leagues without their serialized responses. */
  async all(): Promise<LeagueData[]> {
    return dataOf((await this.cache.current()).leagues);
  }

  /** A league without its serialized response. */
  async dataOf(league: League): Promise<LeagueData> {
    return (await this.cachedLeague(league)).data;
  }

  /** A league with its source. */
  async cachedLeague(name: string): Promise<CachedLeague> {
    const league = LEAGUES.find((known) => known === name);
    const page = league && (await this.cache.current()).leagues.get(league);
    if (!page) throw new NotFound('league');
    return page;
  }

  /** Returns a match of this season or the previous one, as its source states it. */
  async find(id: string): Promise<FoundMatch> {
    return this.findMatch((await this.cache.current()).leagues, id);
  }

  private matchPage(leagues: LeagueCacheState['leagues'], id: string): MatchPage {
    const { page, match, events } = this.findMatch(leagues, id);
    const clubs = [match.homeTeam.id, match.awayTeam.id];
    const all = [
      ...dataOf(leagues).flatMap(({ matches }) => matches),
      ...[...leagues.values()].flatMap((other) => this.cache.formerMeetings(other, clubs)),
    ];
    return toMatchPage(page.data, match, all, events);
  }

  private async findTimeline(
    leagues: LeagueCacheState['leagues'],
    id: string,
  ): Promise<AdminMatchTimeline> {
    const { page, match } = this.findMatch(leagues, id);
    const { league } = page.data;
    return { match: { ...match, league }, entries: await this.cache.timelineOf(page, id) };
  }

  /** Finds a match of this season or the previous one; throws if no league has it. */
  private findMatch(leagues: LeagueCacheState['leagues'], id: string): FoundMatch {
    for (const page of leagues.values()) {
      const match = page.data.matches.find((one) => one.id === id);
      if (match) return { page, match, events: this.cache.eventsOf(page, id) };
      const former = this.cache.formerMatch(page, id);
      if (former) return { page, ...former };
    }
    throw new NotFound('match');
  }

  private async renderCached(
    name: string,
    make: (leagues: LeagueCacheState['leagues'], now: Date) => unknown,
  ): Promise<CachedResponse> {
    const { generation, leagues } = await this.cache.current();
    const now = this.clock.now();
    const key = `${generation} ${now.toISOString().slice(0, 16)}`;
    const known = this.rendered.get(name, (rendered) => rendered.key === key);
    if (known) return known.response;
    // Caches the promise, so that concurrent requests share one response.
    const rendered = { key, response: Promise.resolve(make(leagues, now)).then(renderJson) };
    this.rendered.setLoading(
      name,
      rendered,
      rendered.response,
      FRAME_BYTES,
      ({ body }) => FRAME_BYTES + body.length * MEMORY_PER_BODY,
    );
    return rendered.response;
  }
}

/** A match with the league that has it. */
export interface FoundMatch {
  page: CachedLeague;
  match: Match;
  events: MatchEvent[] | undefined;
}

function dataOf(leagues: LeagueCacheState['leagues']): LeagueData[] {
  return [...leagues.values()].map(({ data }) => data);
}
