import { Injectable } from '@nestjs/common';
import { isCalled, type LeagueData, LEAGUES, type MatchPage } from '@kickoff/contracts';

import { NotFound } from '../common/errors/coded-errors.js';
import { Clock } from '../common/time/clock.js';
import { toDigest } from './digest.view.js';
import { type Edition, editionOf } from './edition.js';
import { LeaguePages, type Pages } from './league-pages.js';
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
  /** Answers that follow from the pages, kept until one of these or the minute changes. */
  private kept = { key: '', editions: new Map<string, Edition>() };

  constructor(
    private readonly pages: LeaguePages,
    private readonly clock: Clock,
  ) {}

  /** A league with matches, table and scorers. */
  async league(name: string): Promise<Edition> {
    const league = LEAGUES.find((known) => known === name);
    if (!league) throw new NotFound('league');
    const page = (await this.pages.current()).leagues.get(league);
    if (!page) throw new NotFound('league');
    return page.edition;
  }

  /** All leagues with today's numbers. */
  summaries(): Promise<Edition> {
    return this.edition('summaries', (leagues, now) => toSummaries(dataOf(leagues), now));
  }

  /** The newest matches over all leagues. */
  latest(): Promise<Edition> {
    return this.edition('latest', (leagues) => toLatest(dataOf(leagues)));
  }

  /** Every club that can be a favourite. */
  teams(): Promise<Edition> {
    return this.edition('teams', (leagues) => toTeams(dataOf(leagues)));
  }

  /** The few matches for beside the posts of a fan whose team is called so. */
  async digest(team: string): Promise<Edition> {
    const leagues = dataOf((await this.pages.current()).leagues);
    const club = clubsOf(leagues).find((known) => isCalled(known, team)) ?? null;
    return this.edition(`digest ${club?.id ?? ''}`, (all, now) => toDigest(dataOf(all), club, now));
  }

  /** One match with its story, earlier meetings and both clubs' form. */
  match(id: string): Promise<Edition> {
    return this.edition(`match ${id}`, (leagues) => this.matchPage(leagues, id));
  }

  /** All fixtures of the club that a fan calls so; none where no club is called so. */
  async fixturesOf(team: string): Promise<TeamFixture[]> {
    return toFixtures(dataOf((await this.pages.current()).leagues), team);
  }

  private matchPage(leagues: Pages['leagues'], id: string): MatchPage {
    for (const page of leagues.values()) {
      const present = page.data.matches.find((one) => one.id === id);
      const { match, events } = present
        ? { match: present, events: this.pages.eventsOf(page, id) }
        : (this.pages.formerMatch(page, id) ?? {});
      if (!match) continue;
      const clubs = [match.homeTeam.id, match.awayTeam.id];
      const all = [
        ...dataOf(leagues).flatMap(({ matches }) => matches),
        ...[...leagues.values()].flatMap((other) => this.pages.formerMeetings(other, clubs)),
      ];
      return toMatchPage(page.data, match, all, events);
    }
    throw new NotFound('match');
  }

  private async edition(
    name: string,
    make: (leagues: Pages['leagues'], now: Date) => unknown,
  ): Promise<Edition> {
    const { generation, leagues } = await this.pages.current();
    const now = this.clock.now();
    const key = `${generation} ${now.toISOString().slice(0, 16)}`;
    if (this.kept.key !== key) this.kept = { key, editions: new Map() };
    const edition = this.kept.editions.get(name) ?? editionOf(make(leagues, now));
    this.kept.editions.set(name, edition);
    return edition;
  }
}

function dataOf(leagues: Pages['leagues']): LeagueData[] {
  return [...leagues.values()].map(({ data }) => data);
}
