import { Injectable } from '@nestjs/common';
import type { LeagueData, LeaguePageQuery, Match, MatchTimeline } from '@kickoff/contracts';

import type { Fan } from '../common/auth/audience.js';
import { NotFound } from '../common/errors/coded-errors.js';
import { Clock } from '../common/time/clock.js';
import { type CachedResponse, renderJson } from './cached-response.js';
import { FootballService } from './football.service.js';
import { eventsShownAt, rehearsedTimeline } from './rehearsals/rehearsal-course.js';
import type { RehearsalDocument } from './rehearsals/rehearsal.schema.js';
import { toRehearsedLeague, toRehearsedMatches } from './rehearsals/rehearsal.view.js';
import { RehearsalsService } from './rehearsals/rehearsals.service.js';
import type { SeenMatch } from './viewpoints/moment.js';
import { ViewpointsService } from './viewpoints/viewpoints.service.js';

/** A match of a rehearsal. */
interface RehearsedMatch {
  rehearsal: RehearsalDocument;
  index: number;
  match: Match;
}

/**
 * What one fan reads of football. A fan without rehearsals gets the responses that all fans share; for
 * a fan of a rehearsal its matches are added to them.
 */
@Injectable()
export class FanFootballService {
  constructor(
    private readonly football: FootballService,
    private readonly rehearsals: RehearsalsService,
    private readonly viewpoints: ViewpointsService,
    private readonly clock: Clock,
  ) {}

  /** A league, or the one that a rehearsal plays. */
  async league(fan: Fan, { league, rehearsal }: LeaguePageQuery): Promise<CachedResponse> {
    if (rehearsal === undefined) return this.football.league(league);
    const found = (await this.rehearsals.findByFan(fan.id)).find(
      ({ _id, league: played }) => _id.toString() === rehearsal && played === league,
    );
    if (!found) throw new NotFound('rehearsal');
    return renderJson(await this.toLeague(found));
  }

  async latest(fan: Fan): Promise<CachedResponse> {
    return this.football.latest(await this.leaguesOf(fan));
  }

  async digest(fan: Fan, team: string): Promise<CachedResponse> {
    return this.football.digest(team, await this.leaguesOf(fan));
  }

  async match(fan: Fan, id: string): Promise<CachedResponse> {
    const found = await this.findRehearsed(fan, id);
    if (!found) return this.football.match(id);
    const { rehearsal, index, match } = found;
    const events = eventsShownAt(rehearsal, index, this.clock.now().getTime());
    return renderJson(await this.football.pageOf(rehearsal.league, match, events));
  }

  async timeline(fan: Fan, id: string): Promise<CachedResponse> {
    const found = await this.findRehearsed(fan, id);
    return found ? renderJson(this.toTimeline(found)) : this.football.timeline(id);
  }

  /**
   * A match as this fan sees it, for other features.
   *
   * @throws NotFound for a match that does not exist for the fan
   */
  async see(fan: Pick<Fan, 'id'>, id: string): Promise<SeenMatch> {
    const found = await this.findRehearsed(fan, id);
    const timeline = found ? this.toTimeline(found) : await this.football.timelineOf(id);
    const sight = await this.viewpoints.sightOf(fan.id);
    return { ...timeline, moment: await sight.momentOf(timeline.match) };
  }

  private toTimeline({ rehearsal, index, match }: RehearsedMatch): MatchTimeline {
    return {
      match: { ...match, league: rehearsal.league },
      entries: rehearsedTimeline(rehearsal, index, this.clock.now().getTime()),
    };
  }

  private async leaguesOf({ id }: Fan): Promise<LeagueData[]> {
    const rehearsals = await this.rehearsals.findByFan(id);
    return Promise.all(rehearsals.map((rehearsal) => this.toLeague(rehearsal)));
  }

  private async toLeague(rehearsal: RehearsalDocument): Promise<LeagueData> {
    const data = await this.football.dataOf(rehearsal.league);
    return toRehearsedLeague(rehearsal, data, this.clock.now().getTime());
  }

  private async findRehearsed(
    fan: Pick<Fan, 'id'>,
    id: string,
  ): Promise<RehearsedMatch | undefined> {
    for (const rehearsal of await this.rehearsals.findByFan(fan.id)) {
      const matches = toRehearsedMatches(rehearsal, this.clock.now().getTime());
      const index = matches.findIndex((one) => one.id === id);
      const match = matches[index];
      if (match) return { rehearsal, index, match };
    }
    return undefined;
  }
}
