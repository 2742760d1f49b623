import { Injectable } from '@nestjs/common';
import type { League, LeagueData, Match } from '@kickoff/contracts';

import type { ByteBoundedCache } from '../../common/cache/byte-bounded-cache.js';
import { Caches } from '../../common/cache/caches.js';
import { Clock } from '../../common/time/clock.js';
import { type CachedResponse, renderJson } from '../cached-response.js';
import type { CachedLeague } from '../league-cache.js';
import { LeagueAtMoments, type ListedMatch } from './league-at-moments.js';
import { toMatchList } from './seen-league.js';
import type { ShieldDocument } from './shield.schema.js';
import { endedDayBefore, LONGEST_MATCH_MS } from './viewpoint-clock.js';
import type { ShieldSight } from './viewpoints.service.js';

const MAX_BYTES = 16 * 1024 * 1024;
/** Of a state in which nothing is hidden, and of each hidden match. */
const STATE_BYTES = 500;
const MATCH_BYTES = 1_000;
/** A rendered league and its compressed forms, as a multiple of its body. */
const MEMORY_PER_BODY = 1.5;

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

/** The keys of the states of one page, by shield. */
type ShieldKeys = WeakMap<ShieldDocument, Promise<string>>;

/**
 * Caches leagues under shields, shared by all fans whose shields hide the same matches, until the
 * league changes or a hidden match starts or ends by the clock.
 */
@Injectable()
export class ShieldedLeagues {
  private readonly states: ByteBoundedCache<CachedState>;
  private readonly keys = new WeakMap<CachedLeague, ShieldKeys>();
  /** The version of each league whose states are cached. */
  private readonly versions = new Map<League, string>();

  constructor(
    private readonly moments: LeagueAtMoments,
    private readonly clock: Clock,
    caches: Caches,
  ) {
    this.states = caches.create('shielded_leagues', MAX_BYTES);
  }

  async of(page: CachedLeague, sight: ShieldSight): Promise<ShieldedLeague> {
    const keys = this.keysOf(page);
    const key = await (keys.get(sight.shield) ?? this.startKey(page, keys, sight));
    const dates = await this.moments.hiddenDatesOf(page);
    const now = this.clock.now().getTime();
    this.evictOtherVersions(page);
    const known = this.states.get(key, ({ fromMs, toMs }) => fromMs <= now && now < toMs);
    if (known) return known.loading;
    const state = { ...boundsOf(page.data.matches, dates, now), loading: this.load(page, sight) };
    this.states.setLoading(key, state, state.loading, STATE_BYTES, ({ hidden }) =>
      bytesOf(page, hidden.size),
    );
    return state.loading;
  }

  private keysOf(page: CachedLeague): ShieldKeys {
    const keys = this.keys.get(page) ?? new WeakMap();
    this.keys.set(page, keys);
    return keys;
  }

  /** Evicts the states of a league's earlier page, which they retain in memory. */
  private evictOtherVersions({ data: { league }, version }: CachedLeague): void {
    if (this.versions.get(league) === version) return;
    this.versions.set(league, version);
    for (const key of this.states.keys()) {
      if (key.startsWith(toPrefix(league))) this.states.delete(key);
    }
  }

  private startKey(page: CachedLeague, keys: ShieldKeys, sight: ShieldSight): Promise<string> {
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
    const rest = JSON.stringify([namedIn(page.data, shield), shield.until, excepted]);
    return `${toPrefix(league)}${rest}`;
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

/** The bytes of a state once it is rendered. */
function bytesOf({ response }: CachedLeague, hiddenCount: number): number {
  if (hiddenCount === 0) return STATE_BYTES;
  return STATE_BYTES + hiddenCount * MATCH_BYTES + response.body.length * MEMORY_PER_BODY;
}

const toPrefix = (league: League) => `${league} `;

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
