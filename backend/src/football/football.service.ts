import { Injectable } from '@nestjs/common';
import {
  type AdminMatchTimeline,
  isCalled,
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

import { NotFound } from '../common/errors/coded-errors.js';
import { Clock } from '../common/time/clock.js';
import { toDigest } from './digest.view.js';
import { type CachedResponse, renderJson } from './cached-response.js';
import { type CachedLeague, LeagueCache, type LeagueCacheState } from './league-cache.js';
import {
  clubsOf,
  type TeamFixture,
  toFixtures,
  toLatest,
  toMatchPage,
  toSummaries,
  toTeams,
} from './football.view.js';

/**
 * Owns what fans read of football: leagues, matches and clubs. Where the data
 * comes from, and when it is renewed, is the business of the pages' sources.
 */
@Injectable()
export class FootballService {
  /** Responses computed from pages, cached until a page or the minute changes. */
  private rendered = { key: '', responses: new Map<string, Promise<CachedResponse>>() };

  constructor(
    private readonly cache: LeagueCache,
    private readonly clock: Clock,
  ) {}

  /** A league with matches, table and scorers. */
  async league(name: string): Promise<CachedResponse> {
    const league = LEAGUES.find((known) => known === name);
    if (!league) throw new NotFound('league');
    const page = (await this.cache.current()).leagues.get(league);
    if (!page) throw new NotFound('league');
    return page.response;
  }

  /** All leagues with today's numbers. */
  summaries(): Promise<CachedResponse> {
    return this.renderCached('summaries', (leagues, now) => toSummaries(dataOf(leagues), now));
  }

  /** The same as data, for a search among them. */
  async allSummaries(): Promise<LeagueSummary[]> {
    return toSummaries(dataOf((await this.cache.current()).leagues), this.clock.now());
  }

  /**
   * The newest matches over all leagues.
   *
   * @param own leagues that only the reader sees, whose response is not shared
   */
  async latest(own: readonly LeagueData[]): Promise<CachedResponse> {
    if (own.length === 0) {
      return this.renderCached('latest', (leagues) => toLatest(dataOf(leagues)));
    }
    const { leagues } = await this.cache.current();
    return renderJson(toLatest([...dataOf(leagues), ...own]));
  }

  /** Every club that can be a favourite. */
  teams(): Promise<CachedResponse> {
    return this.renderCached('teams', (leagues) => toTeams(dataOf(leagues)));
  }

  /** The club with this id. */
  async findTeam(id: string): Promise<Team | undefined> {
    return clubsOf(dataOf((await this.cache.current()).leagues)).find((club) => club.id === id);
  }

  /** The same as data, for a search among them. */
  async allTeams(): Promise<Team[]> {
    return toTeams(dataOf((await this.cache.current()).leagues));
  }

  /**
   * The few matches for beside the posts of a fan whose team is called so.
   *
   * @param own leagues that only the reader sees, whose response is not shared
   */
  async digest(team: string, own: readonly LeagueData[]): Promise<CachedResponse> {
    const leagues = dataOf((await this.cache.current()).leagues);
    const club = clubsOf(leagues).find((known) => isCalled(known, team)) ?? null;
    if (own.length > 0) return renderJson(toDigest([...leagues, ...own], club, this.clock.now()));
    return this.renderCached(`digest ${club?.id ?? ''}`, (all, now) =>
      toDigest(dataOf(all), club, now),
    );
  }

  /** One match with its story, earlier meetings and both clubs' form. */
  match(id: string): Promise<CachedResponse> {
    return this.renderCached(`match ${id}`, (leagues) => this.matchPage(leagues, id));
  }

  /** One match with the entries of its timeline. */
  timeline(id: string): Promise<CachedResponse> {
    return this.renderCached(`timeline ${id}`, async (leagues) =>
      MatchTimeline.parse(await this.findTimeline(leagues, id)),
    );
  }

  /** The same as data. */
  async timelineOf(id: string): Promise<MatchTimeline> {
    return MatchTimeline.parse(await this.adminTimeline(id));
  }

  /** The same with what only admins see. */
  async adminTimeline(id: string): Promise<AdminMatchTimeline> {
    return this.findTimeline((await this.cache.current()).leagues, id);
  }

  /** All fixtures of the club that a fan calls so; none where no club is called so. */
  async fixturesOf(team: string): Promise<TeamFixture[]> {
    return toFixtures(dataOf((await this.cache.current()).leagues), team);
  }

  /** A league without its serialized response. */
  async dataOf(league: League): Promise<LeagueData> {
    const page = (await this.cache.current()).leagues.get(league);
    if (!page) throw new NotFound('league');
    return page.data;
  }

  /** The page of a match that is on the page of no league. */
  async pageOf(league: League, match: Match, events: MatchEvent[]): Promise<MatchPage> {
    const { leagues } = await this.cache.current();
    return this.toPage(leagues, await this.dataOf(league), match, events);
  }

  private matchPage(leagues: LeagueCacheState['leagues'], id: string): MatchPage {
    const { page, match, events } = this.findMatch(leagues, id);
    return this.toPage(leagues, page.data, match, events);
  }

  private toPage(
    leagues: LeagueCacheState['leagues'],
    data: LeagueData,
    match: Match,
    events: MatchEvent[] | undefined,
  ): MatchPage {
    const clubs = [match.homeTeam.id, match.awayTeam.id];
    const all = [
      ...dataOf(leagues).flatMap(({ matches }) => matches),
      ...[...leagues.values()].flatMap((other) => this.cache.formerMeetings(other, clubs)),
    ];
    return toMatchPage(data, match, all, events);
  }

  private async findTimeline(
    leagues: LeagueCacheState['leagues'],
    id: string,
  ): Promise<AdminMatchTimeline> {
    const { page, match } = this.findMatch(leagues, id);
    const { league } = page.data;
    return { match: { ...match, league }, entries: await this.cache.timelineOf(page, id) };
  }

  /** Finds a match of this season or the one before; throws where no league has it. */
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
    if (this.rendered.key !== key) this.rendered = { key, responses: new Map() };
    const { responses } = this.rendered;
    const known = responses.get(name);
    if (known) return known;
    // The promise is cached, so that many requests at once make one response.
    const response = Promise.resolve(make(leagues, now)).then(renderJson);
    responses.set(name, response);
    return response.catch((error: unknown) => {
      responses.delete(name);
      throw error;
    });
  }
}

interface FoundMatch {
  page: CachedLeague;
  match: Match;
  events: MatchEvent[] | undefined;
}

function dataOf(leagues: LeagueCacheState['leagues']): LeagueData[] {
  return [...leagues.values()].map(({ data }) => data);
}
