import { Injectable } from '@nestjs/common';
import {
  type LatestMatch,
  type LeagueData,
  type LeaguePageQuery,
  type LeagueSummary,
  MatchTimeline,
} from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { NotFound } from '../common/errors/coded-errors.js';
import { Clock } from '../common/time/clock.js';
import { type CachedResponse, renderJson } from './cached-response.js';
import { FootballService } from './football.service.js';
import { type TeamFixture, toFixtures, toLatest, toMatchPage } from './football.view.js';
import type { RehearsalDocument } from './rehearsals/rehearsal.schema.js';
import { type RehearsedMatch, RehearsalsService } from './rehearsals/rehearsals.service.js';
import type { SeenMatch } from './viewpoints/moment.js';
import { LeagueAtMoments, type MatchAtMoment } from './viewpoints/league-at-moments.js';
import { SeenLeagues } from './viewpoints/seen-leagues.js';
import { seeRehearsed, seeRehearsedLeague } from './viewpoints/seen-rehearsal.js';
import { type FanSight, ViewpointsService } from './viewpoints/viewpoints.service.js';

type Reader = Pick<Fan, 'id'>;

/**
 * Football data for one fan, each match up to the fan's moment in it. A fan who sees all matches
 * live and is in no rehearsal gets the shared responses.
 */
@Injectable()
export class FanFootballService {
  constructor(
    private readonly football: FootballService,
    private readonly rehearsals: RehearsalsService,
    private readonly viewpoints: ViewpointsService,
    private readonly seen: SeenLeagues,
    private readonly moments: LeagueAtMoments,
    private readonly clock: Clock,
  ) {}

  /** Returns a league, or the one of a rehearsal. */
  async league(fan: Fan, { league, rehearsal }: LeaguePageQuery): Promise<CachedResponse> {
    const sight = await this.viewpoints.sightOf(fan.id);
    if (rehearsal === undefined) {
      if (sight.isLive) return this.football.league(league);
      return this.seen.league(await this.football.cachedLeague(league), sight);
    }
    const found = (await this.rehearsals.findByFan(fan.id)).find(
      ({ _id, league: played }) => _id === rehearsal && played === league,
    );
    if (!found) throw new NotFound('rehearsal');
    return renderJson(await this.toLeague(found, sight));
  }

  /** Returns all leagues with today's numbers. */
  async leagues({ id }: Fan): Promise<CachedResponse> {
    const sight = await this.viewpoints.sightOf(id);
    return sight.isLive
      ? this.football.summaries()
      : renderJson(await this.football.allSummaries(await this.seen.all(sight)));
  }

  /** Returns the same as data, for a search. */
  async allSummaries({ id }: Reader): Promise<LeagueSummary[]> {
    const sight = await this.viewpoints.sightOf(id);
    return this.football.allSummaries(sight.isLive ? undefined : await this.seen.all(sight));
  }

  async latest(fan: Fan): Promise<CachedResponse> {
    const leagues = await this.leaguesOf(fan);
    return leagues ? renderJson(toLatest(leagues)) : this.football.latest();
  }

  async digest(fan: Fan, team: string): Promise<CachedResponse> {
    return this.football.digest(team, await this.leaguesOf(fan));
  }

  /** Returns all fixtures of the club with this name; none for an unknown name. */
  async fixturesOf({ id }: Reader, team: string): Promise<TeamFixture[]> {
    const sight = await this.viewpoints.sightOf(id);
    const leagues = sight.isLive ? await this.football.all() : await this.seen.all(sight);
    return toFixtures(leagues, team);
  }

  async match(fan: Fan, id: string): Promise<CachedResponse> {
    const sight = await this.viewpoints.sightOf(fan.id);
    const rehearsed = await this.rehearsals.findMatch(fan.id, id);
    if (sight.isLive && !rehearsed) return this.football.match(id);
    const { match, events } = await this.findSeen(id, rehearsed, sight);
    const { homeTeam, awayTeam, league } = match;
    const ofLeagues = await this.seen.ofClubs([homeTeam.id, awayTeam.id], sight);
    const all = [...ofLeagues.values()];
    return renderJson(
      toMatchPage(
        { league, matches: ofLeagues.get(league)?.matches ?? [] },
        match,
        [...all.flatMap(({ matches }) => matches), ...all.flatMap(({ former }) => former)],
        events,
      ),
    );
  }

  async timeline(fan: Fan, id: string): Promise<CachedResponse> {
    const sight = await this.viewpoints.sightOf(fan.id);
    const rehearsed = await this.rehearsals.findMatch(fan.id, id);
    if (sight.isLive && !rehearsed) return this.football.timeline(id);
    return renderJson(MatchTimeline.parse(await this.findSeen(id, rehearsed, sight)));
  }

  /**
   * Returns a match as this fan sees it, for other features.
   *
   * @throws NotFound for a match that does not exist for the fan
   */
  async see(fan: Reader, id: string): Promise<SeenMatch> {
    const sight = await this.viewpoints.sightOf(fan.id);
    const found = await this.findSeen(id, await this.rehearsals.findMatch(fan.id, id), sight);
    return { ...MatchTimeline.parse(found), moment: found.moment };
  }

  private async findSeen(
    id: string,
    rehearsed: RehearsedMatch | undefined,
    sight: FanSight,
  ): Promise<MatchAtMoment & { match: LatestMatch }> {
    if (rehearsed) {
      const { rehearsal, index } = rehearsed;
      const { league } = rehearsal;
      const moment = await sight.momentOf({ ...rehearsed.match, league });
      const seen = seeRehearsed(rehearsal, index, moment, this.clock.now().getTime());
      return { ...seen, match: { ...seen.match, league } };
    }
    const { page, match, events } = await this.football.find(id);
    const { league } = page.data;
    const moment = await sight.momentOf({ ...match, league });
    const seen = await this.moments.see(page, match, events, moment);
    return { ...seen, match: { ...seen.match, league } };
  }

  /**
   * Returns all leagues as the fan sees them, and those of rehearsals; undefined if the shared ones
   * apply.
   */
  private async leaguesOf({ id }: Fan): Promise<LeagueData[] | undefined> {
    const sight = await this.viewpoints.sightOf(id);
    const rehearsals = await this.rehearsals.findByFan(id);
    if (sight.isLive && rehearsals.length === 0) return undefined;
    const leagues = sight.isLive ? await this.football.all() : await this.seen.all(sight);
    const played = rehearsals.map((rehearsal) => this.toLeague(rehearsal, sight));
    return [...leagues, ...(await Promise.all(played))];
  }

  private async toLeague(rehearsal: RehearsalDocument, sight: FanSight): Promise<LeagueData> {
    const data = await this.football.dataOf(rehearsal.league);
    return seeRehearsedLeague(rehearsal, data, sight, this.clock.now().getTime());
  }
}
