import { Injectable } from '@nestjs/common';
import type { League, LeagueData, Match, MatchTeam } from '@kickoff/contracts';

import { type CachedResponse, renderJson } from '../cached-response.js';
import { type CachedLeague, LeagueCache } from '../league-cache.js';
import { LeagueAtMoments, type ListedMatch } from './league-at-moments.js';
import { toMatchList } from './seen-league.js';
import { ShieldedLeagues } from './shielded-leagues.js';
import type { FanSight } from './viewpoints.service.js';

/**
 * Computes leagues for fans who do not see everything live. States hidden by shields are shared
 * between fans; only matches with a chosen viewpoint are computed per call.
 */
@Injectable()
export class SeenLeagues {
  constructor(
    private readonly cache: LeagueCache,
    private readonly moments: LeagueAtMoments,
    private readonly shielded: ShieldedLeagues,
  ) {}

  /** Returns all leagues for lists of matches: without tables and scorers. */
  async all(sight: FanSight): Promise<LeagueData[]> {
    const { leagues } = await this.cache.current();
    return Promise.all([...leagues.values()].map((page) => this.list(page, sight)));
  }

  /** A league with its table and scorers. */
  async league(page: CachedLeague, sight: FanSight): Promise<CachedResponse> {
    const shielded = sight.shield && (await this.shielded.of(page, sight.shield));
    const chosen = await this.seeChosen(page, sight);
    if (chosen.size === 0) return shielded?.render() ?? page.response;
    const seen = new Map([...(shielded?.hidden ?? []), ...chosen]);
    for (const [id, { moment }] of chosen) if (moment.mode === 'live') seen.delete(id);
    return seen.size === 0 ? page.response : renderJson(this.moments.toLeague(page, seen));
  }

  /** Returns the matches of two clubs in each league, and the known ones of the previous season. */
  async ofClubs(
    clubs: readonly MatchTeam['id'][],
    sight: FanSight,
  ): Promise<Map<League, { matches: Match[]; former: Match[] }>> {
    const { leagues } = await this.cache.current();
    const plays = ({ homeTeam, awayTeam }: Match) =>
      clubs.includes(homeTeam.id) || clubs.includes(awayTeam.id);
    const ofLeagues = [...leagues].map(async ([league, page]) => {
      const former = this.cache.formerMeetings(page, clubs);
      return [
        league,
        {
          matches: await this.seeAll(page, page.data.matches.filter(plays), sight),
          former: await this.seeAll(page, former, sight),
        },
      ] as const;
    });
    return new Map(await Promise.all(ofLeagues));
  }

  /**
   * Returns the same object for all fans whose shields hide the same matches, except those with
   * chosen viewpoints.
   */
  private async list(page: CachedLeague, sight: FanSight): Promise<LeagueData> {
    const shielded = sight.shield && (await this.shielded.of(page, sight.shield));
    const list = shielded?.list ?? page.data;
    const chosen = await this.seeChosen(page, sight);
    if (chosen.size === 0) return list;
    return toMatchList(list, ({ id }) => chosen.get(id)?.match);
  }

  /**
   * Returns the matches with a viewpoint chosen by the fan; live ones only if a shield hides
   * others.
   */
  private async seeChosen(
    page: CachedLeague,
    sight: FanSight,
  ): Promise<ReadonlyMap<string, ListedMatch>> {
    const chosen = new Map<string, ListedMatch>();
    for (const match of page.data.matches) {
      if (!sight.isChosen(match.id)) continue;
      const seen = await this.see(page, match, sight);
      if (seen.moment.mode !== 'live' || sight.shield) chosen.set(match.id, seen);
    }
    return chosen;
  }

  private async seeAll(
    page: CachedLeague,
    matches: readonly Match[],
    sight: FanSight,
  ): Promise<Match[]> {
    const seen: Match[] = [];
    for (const match of matches) seen.push((await this.see(page, match, sight)).match);
    return seen;
  }

  private async see(page: CachedLeague, match: Match, sight: FanSight): Promise<ListedMatch> {
    const { league } = page.data;
    const moment = sight.momentNow(match, league) ?? (await sight.momentOf({ ...match, league }));
    if (moment.mode === 'live') return { match, events: undefined, moment };
    return this.moments.seeListed(page, match, moment);
  }
}
