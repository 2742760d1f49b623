import { Injectable } from '@nestjs/common';
import type {
  League,
  LeagueData,
  Match,
  MatchEvent,
  MatchTeam,
  TimelineEntry,
} from '@kickoff/contracts';

import { Clock } from '../../common/time/clock.js';
import { type CachedLeague, LeagueCache } from '../league-cache.js';
import { rulesOf } from '../leagues.js';
import type { Moment } from './moment.js';
import { seeEvents } from './seen-events.js';
import { isBehind, toSeenLeague } from './seen-league.js';
import { entriesUpTo, isHiddenAt, seeMatch } from './seen-match.js';
import type { FanSight } from './viewpoints.service.js';

/** What a fan sees of a match that has a moment of its own. */
export interface MatchAtMoment {
  match: Match;
  entries: TimelineEntry[];
  events: MatchEvent[] | undefined;
  moment: Moment;
}

/** Computes leagues and their matches as a fan sees them whose sight is not live. */
@Injectable()
export class SeenLeagues {
  constructor(
    private readonly cache: LeagueCache,
    private readonly clock: Clock,
  ) {}

  /** All leagues for lists of matches: without tables and scorers, which cost more than all else. */
  async all(sight: FanSight): Promise<LeagueData[]> {
    const { leagues } = await this.cache.current();
    const pages = [...leagues.values()].map(async (page) => {
      const seen = await this.seeAll(page, page.data.matches, sight);
      if (seen.size === 0) return page.data;
      const matches = page.data.matches.map((match) => seen.get(match.id)?.match ?? match);
      return { ...page.data, matches, standings: [], scorers: [] };
    });
    return Promise.all(pages);
  }

  /** The same object as the league's data where all of it is live for the fan. */
  async league(page: CachedLeague, sight: FanSight): Promise<LeagueData> {
    const { data, source } = page;
    const { league } = data;
    const seen = await this.seeAll(page, data.matches, sight);
    if (seen.size === 0) return data;
    const matches = new Map([...seen].map(([id, { match }]) => [id, match] as const));
    const behind = data.matches.flatMap((match) => {
      const other = seen.get(match.id);
      return other && isBehind(match, other.match) ? [[match.id, other.events ?? []] as const] : [];
    });
    const inTable = source.tableMatchesOf(league, data.matches);
    const shown = toSeenLeague(data, matches, inTable, rulesOf(league));
    if (behind.length === 0) return shown;
    const scorers = source.scorersWith(league, new Map(behind), this.clock.now().getTime());
    return { ...shown, scorers };
  }

  /** The matches of two clubs in each league, with those of the season before that are known. */
  async ofClubs(
    clubs: readonly MatchTeam['id'][],
    sight: FanSight,
  ): Promise<Map<League, { matches: Match[]; former: Match[] }>> {
    const { leagues } = await this.cache.current();
    const plays = ({ homeTeam, awayTeam }: Match) =>
      clubs.includes(homeTeam.id) || clubs.includes(awayTeam.id);
    const ofLeagues = [...leagues].map(async ([league, page]) => {
      const matches = page.data.matches.filter(plays);
      const former = this.cache.formerMeetings(page, clubs);
      const seen = await this.seeAll(page, [...matches, ...former], sight);
      const toSeen = (match: Match) => seen.get(match.id)?.match ?? match;
      return [league, { matches: matches.map(toSeen), former: former.map(toSeen) }] as const;
    });
    return new Map(await Promise.all(ofLeagues));
  }

  /** One match at the fan's moment. @param events as the source states them */
  async see(
    page: CachedLeague,
    match: Match,
    events: readonly MatchEvent[] | undefined,
    moment: Moment,
  ): Promise<MatchAtMoment> {
    const entries = await this.cache.timelineOf(page, match.id);
    return {
      match: seeMatch(match, entries, moment, this.clock.now().getTime()),
      entries: entriesUpTo(entries, moment),
      events: seeEvents(match, events, entries, moment),
      moment,
    };
  }

  /** Those of some matches that are not live for the fan. */
  private async seeAll(
    page: CachedLeague,
    matches: readonly Match[],
    sight: FanSight,
  ): Promise<Map<string, Omit<MatchAtMoment, 'entries'>>> {
    const { league } = page.data;
    const now = this.clock.now().getTime();
    const seen = new Map<string, Omit<MatchAtMoment, 'entries'>>();
    for (const match of matches) {
      const moment = sight.momentNow(match, league) ?? (await sight.momentOf({ ...match, league }));
      if (moment.mode === 'live') continue;
      // A shield hides hundreds of matches: their timelines are not needed.
      const isByClock =
        isHiddenAt(match, moment, now) ||
        (moment.mode === 'hidden' && match.status === 'SCHEDULED');
      const one = isByClock
        ? { match: seeMatch(match, [], moment, now), events: undefined, moment }
        : await this.see(page, match, this.cache.eventsOf(page, match.id), moment);
      seen.set(match.id, one);
    }
    return seen;
  }
}
