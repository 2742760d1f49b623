import { Injectable } from '@nestjs/common';
import type { LeagueData, Match, MatchEvent, TimelineEntry } from '@kickoff/contracts';

import { Clock } from '../../common/time/clock.js';
import { type CachedLeague, LeagueCache } from '../league-cache.js';
import { rulesOf } from '../leagues.js';
import type { Moment } from './moment.js';
import { seeEvents } from './seen-events.js';
import { isBehind, toSeenLeague } from './seen-league.js';
import { entriesUpTo, hiddenDateOf, isHiddenAt, seeMatch } from './seen-match.js';

/** A match at a fan's moment that is not live. */
export interface MatchAtMoment {
  match: Match;
  entries: TimelineEntry[];
  events: MatchEvent[] | undefined;
  moment: Moment;
}

/** The same for a list of matches. */
export type ListedMatch = Omit<MatchAtMoment, 'entries'>;

/** Computes a league, and single matches of it, at moments that are not live. */
@Injectable()
export class LeagueAtMoments {
  private readonly hiddenDates = new WeakMap<CachedLeague, Promise<ReadonlyMap<string, string>>>();

  constructor(
    private readonly cache: LeagueCache,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns one match with its timeline.
   *
   * @param events as the source states them
   */
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

  /**
   * Returns the dates, by match id, that only fans see who hide the match: read once per league
   * state.
   */
  hiddenDatesOf(page: CachedLeague): Promise<ReadonlyMap<string, string>> {
    const known = this.hiddenDates.get(page);
    if (known) return known;
    const loading = this.readHiddenDates(page);
    this.hiddenDates.set(page, loading);
    loading.catch(() => this.hiddenDates.delete(page));
    return loading;
  }

  private async readHiddenDates(page: CachedLeague): Promise<ReadonlyMap<string, string>> {
    const rescheduled = await this.cache.rescheduledIn(page);
    const dates = new Map<string, string>();
    for (const match of page.data.matches) {
      if (!rescheduled.has(match.id)) continue;
      dates.set(match.id, hiddenDateOf(match, await this.cache.timelineOf(page, match.id)));
    }
    return dates;
  }

  /** One match of a list. */
  async seeListed(page: CachedLeague, listed: Match, moment: Moment): Promise<ListedMatch> {
    const now = this.clock.now().getTime();
    const hiddenDate =
      moment.mode === 'hidden' ? (await this.hiddenDatesOf(page)).get(listed.id) : undefined;
    const match = hiddenDate === undefined ? listed : { ...listed, utcDate: hiddenDate };
    // A shield hides hundreds of matches: their timelines are not needed.
    const isByClock =
      isHiddenAt(match, moment, now) || (moment.mode === 'hidden' && match.status === 'SCHEDULED');
    return isByClock
      ? { match: seeMatch(match, [], moment, now), events: undefined, moment }
      : this.see(page, match, this.cache.eventsOf(page, match.id), moment);
  }

  /**
   * Returns a league with its table and scorers.
   *
   * @param seen its matches that are not live for the fan, by id
   */
  toLeague({ data, source }: CachedLeague, seen: ReadonlyMap<string, ListedMatch>): LeagueData {
    const { league } = data;
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
}
