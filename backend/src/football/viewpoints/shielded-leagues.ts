import { Injectable } from '@nestjs/common';
import type { LeagueData, Match } from '@kickoff/contracts';

import { Clock } from '../../common/time/clock.js';
import { type CachedResponse, renderJson } from '../cached-response.js';
import type { CachedLeague } from '../league-cache.js';
import { LeagueAtMoments, type ListedMatch } from './league-at-moments.js';
import { toMatchList } from './seen-league.js';
import type { ShieldDocument } from './shield.schema.js';
import { endedDayBefore, LONGEST_MATCH_MS } from './viewpoint-clock.js';
import type { ShieldSight } from './viewpoints.service.js';

/** Bound of the cached states of one league, at most 0.5 MB each; the oldest are evicted first. */
const MAX_STATES = 16;

/** A league as a shield without other viewpoints shows it. */
export interface ShieldedLeague {
  /** The matches that are hidden, by id. */
  hidden: ReadonlyMap<string, ListedMatch>;
  /** Without table and scorers; the league's data itself if nothing is hidden. */
  list: LeagueData;
  /** The whole league, rendered on first use. */
  render: () => CachedResponse;
}

/** A state, and the interval in which no hidden match starts or ends by the clock. */
interface CachedState {
  fromMs: number;
  toMs: number;
  loading: Promise<ShieldedLeague>;
}

/** The cached states of one version of a league. */
class PageStates {
  /** Of each shield that was used with the page. */
  readonly keys = new WeakMap<ShieldDocument, Promise<string>>();
  readonly states = new Map<string, CachedState>();
}

/**
 * Caches leagues under shields, shared by all fans whose shields hide the same matches, until the
 * league changes or a hidden match starts or ends by the clock.
 */
@Injectable()
export class ShieldedLeagues {
  private readonly pages = new WeakMap<CachedLeague, PageStates>();

  constructor(
    private readonly moments: LeagueAtMoments,
    private readonly clock: Clock,
  ) {}

  async of(page: CachedLeague, sight: ShieldSight): Promise<ShieldedLeague> {
    const { keys, states } = this.statesOf(page);
    const { shield } = sight;
    const key = await (keys.get(shield) ?? this.startKey(page, keys, sight));
    const dates = await this.moments.hiddenDatesOf(page);
    const now = this.clock.now().getTime();
    const known = states.get(key);
    if (known && known.fromMs <= now && now < known.toMs) return known.loading;
    states.delete(key);
    const state = { ...boundsOf(page.data.matches, dates, now), loading: this.load(page, sight) };
    states.set(key, state);
    const [oldest] = states.keys();
    if (states.size > MAX_STATES && oldest !== undefined) states.delete(oldest);
    state.loading.catch(() => {
      if (states.get(key) === state) states.delete(key);
    });
    return state.loading;
  }

  private statesOf(page: CachedLeague): PageStates {
    const states = this.pages.get(page) ?? new PageStates();
    this.pages.set(page, states);
    return states;
  }

  private startKey(
    page: CachedLeague,
    keys: PageStates['keys'],
    sight: ShieldSight,
  ): Promise<string> {
    const key = this.toKey(page, sight);
    keys.set(sight.shield, key);
    key.catch(() => keys.delete(sight.shield));
    return key;
  }

  /**
   * Equal for shields that hide the same matches: a later shield exempts the same old matches, or
   * more.
   */
  private async toKey(page: CachedLeague, { shield, momentOf }: ShieldSight): Promise<string> {
    const { league, matches } = page.data;
    let excepted = 0;
    for (const match of matches) {
      const isExcepted =
        endedDayBefore(match, shield) ?? (await momentOf({ ...match, league })).mode === 'live';
      if (isExcepted) excepted += 1;
    }
    return JSON.stringify([namedIn(page.data, shield), shield.until, excepted]);
  }

  private async load(page: CachedLeague, sight: ShieldSight): Promise<ShieldedLeague> {
    const { league, matches } = page.data;
    const hidden = new Map<string, ListedMatch>();
    for (const match of matches) {
      const moment = sight.momentNow(match, league) ?? (await sight.momentOf({ ...match, league }));
      if (moment.mode === 'live') continue;
      hidden.set(match.id, await this.moments.seeListed(page, match, moment));
    }
    if (hidden.size === 0) return { hidden, list: page.data, render: () => page.response };
    let response: CachedResponse | undefined;
    return {
      hidden,
      list: toMatchList(page.data, ({ id }) => hidden.get(id)?.match),
      render: () => (response ??= renderJson(this.moments.toLeague(page, hidden))),
    };
  }
}

/** What a shield names of a league: its name for all of it, else ids of teams. */
function namedIn(
  { league, matches }: LeagueData,
  { all, leagues = [], teams = [] }: ShieldDocument,
): string[] {
  if (all === true || leagues.includes(league)) return [league];
  const playing = new Set(matches.flatMap(({ homeTeam, awayTeam }) => [homeTeam.id, awayTeam.id]));
  return teams.filter((id) => playing.has(id)).sort();
}

/** The interval around now in which no match starts or ends by the clock. */
function boundsOf(
  matches: readonly Match[],
  hiddenDates: ReadonlyMap<string, string>,
  now: number,
): { fromMs: number; toMs: number } {
  let [fromMs, toMs] = [-Infinity, Infinity];
  for (const { id, utcDate } of matches) {
    const kickOffMs = Date.parse(hiddenDates.get(id) ?? utcDate);
    for (const boundMs of [kickOffMs, kickOffMs + LONGEST_MATCH_MS]) {
      if (boundMs <= now) fromMs = Math.max(fromMs, boundMs);
      else toMs = Math.min(toMs, boundMs);
    }
  }
  return { fromMs, toMs };
}
