import { Injectable } from '@nestjs/common';
import {
  type League,
  type LeagueData,
  LEAGUES,
  type Match,
  type MatchEvent,
} from '@kickoff/contracts';

import type { ByteBoundedCache } from '../common/cache/byte-bounded-cache.js';
import { Caches } from '../common/cache/caches.js';
import { Clock } from '../common/time/clock.js';
import { DemoSource } from './demo/demo-source.js';
import { type CachedResponse, renderJson } from './cached-response.js';
import type { FormerMatch, LeagueSource, RoundMatch } from './league-source.js';
import { SnapshotSource } from './snapshots/snapshot-source.js';
import type { RecordedEntry } from './timelines/match-entry.schema.js';

/** Minimum time between two refreshes. */
const REFRESH_MS = 2_000;
/** Of all timelines. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Of a timeline without entries, and of each entry. */
const TIMELINE_BYTES = 500;
const ENTRY_BYTES = 400;

/** A league's current data and its serialized response. */
export interface CachedLeague {
  version: string;
  revision: number;
  source: LeagueSource;
  data: LeagueData;
  response: CachedResponse;
}

/** The timeline of a match, up to the state of one version of its league. */
interface CachedTimeline {
  version: string;
  entries: Promise<RecordedEntry[]>;
}

/** All leagues at one moment. `generation` grows with each change, as a cache key for derived data. */
export interface LeagueCacheState {
  generation: number;
  leagues: ReadonlyMap<League, CachedLeague>;
}

/** Caches the eight leagues in memory and refreshes those whose source has a new version. */
@Injectable()
export class LeagueCache {
  private state: LeagueCacheState = { generation: 0, leagues: new Map() };
  private refreshedAtMs = -Infinity;
  private refreshing: Promise<void> | undefined;
  private readonly timelines: ByteBoundedCache<CachedTimeline>;
  private readonly sources: readonly LeagueSource[];

  constructor(
    private readonly clock: Clock,
    snapshots: SnapshotSource,
    demo: DemoSource,
    caches: Caches,
  ) {
    this.timelines = caches.create('timelines', MAX_BYTES);
    // The demo season is the fallback for leagues without provider data.
    this.sources = [snapshots, demo];
  }

  async current(): Promise<LeagueCacheState> {
    const now = this.clock.now().getTime();
    if (Math.abs(now - this.refreshedAtMs) >= REFRESH_MS) {
      this.refreshing ??= this.refresh(now).finally(() => (this.refreshing = undefined));
      await this.refreshing;
    }
    return this.state;
  }

  /** Returns the events of a match, or undefined if the source does not provide them. */
  eventsOf(page: CachedLeague, matchId: string): MatchEvent[] | undefined {
    return page.source.eventsOf(page.data.league, matchId, this.clock.now().getTime());
  }

  /** Returns the timeline of a match, up to the state that the page shows. */
  timelineOf(page: CachedLeague, matchId: string): Promise<RecordedEntry[]> {
    const { source, data, revision, version } = page;
    const key = `${data.league} ${matchId}`;
    const known = this.timelines.get(key, (timeline) => timeline.version === version);
    if (known) return known.entries;
    const timeline = { version, entries: source.timelineOf(data.league, matchId, revision) };
    this.timelines.setLoading(
      key,
      timeline,
      timeline.entries,
      TIMELINE_BYTES,
      ({ length }) => TIMELINE_BYTES + length * ENTRY_BYTES,
    );
    return timeline.entries;
  }

  /** Returns the ids of matches that began or were called off, and got a new date. */
  rescheduledIn({ source, data, revision }: CachedLeague): Promise<ReadonlySet<string>> {
    return source.rescheduledIn(data.league, revision);
  }

  /** Returns matches between two clubs in the previous season, if the source has them. */
  formerMeetings({ source, data }: CachedLeague, clubs: readonly string[]): Match[] {
    return source.formerMeetings(data.league, clubs, this.clock.now().getTime());
  }

  /** Returns a match of the previous season, if the source has it. */
  formerMatch({ source, data }: CachedLeague, matchId: string): FormerMatch | undefined {
    return source.formerMatch(data.league, matchId, this.clock.now().getTime());
  }

  /** Returns the matches of a matchday with their results, to be played again. */
  async roundOf(league: League, matchday: number): Promise<RoundMatch[]> {
    const source = (await this.current()).leagues.get(league)?.source;
    return source?.roundOf(league, matchday, this.clock.now().getTime()) ?? [];
  }

  private async refresh(now: number): Promise<void> {
    for (const source of this.sources) await source.prepare(now);

    const renewed = LEAGUES.map((league) => [league, this.toCachedLeague(league, now)] as const);
    if (renewed.some(([league, page]) => page !== this.state.leagues.get(league))) {
      this.state = { generation: this.state.generation + 1, leagues: new Map(renewed) };
    }
    this.refreshedAtMs = now;
  }

  private toCachedLeague(league: League, now: number): CachedLeague {
    const shown = this.state.leagues.get(league);
    for (const source of this.sources) {
      const version = source.versionOf(league, now);
      if (version === undefined) continue;
      if (version === shown?.version) return shown;
      const data = source.read(league, now);
      const revision = source.revisionOf(league, now);
      return { version, revision, source, data, response: renderJson(data) };
    }
    throw new Error(`No source has ${league}`);
  }
}
