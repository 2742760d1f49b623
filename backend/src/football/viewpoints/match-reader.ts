import { Injectable } from '@nestjs/common';
import type { LatestMatch, Match, TimelineEntry } from '@kickoff/contracts';

import type { ByteBoundedCache } from '../../common/cache/byte-bounded-cache.js';
import { Caches } from '../../common/cache/caches.js';
import { Clock } from '../../common/time/clock.js';
import { LeagueCache } from '../league-cache.js';
import { isOver, toStateKey } from '../match-state.js';
import { rehearsedTimeline } from '../rehearsals/rehearsal-course.js';
import { toRehearsedMatches } from '../rehearsals/rehearsal.view.js';
import { RehearsalsService } from '../rehearsals/rehearsals.service.js';
import { replay } from '../timelines/timeline-state.js';
import { LeagueAtMoments } from './league-at-moments.js';
import { type Landmarks, landmarksOf } from './viewpoint-clock.js';

const MAX_BYTES = 2 * 1024 * 1024;
/** Of the times of one match with their entry: those of 5,000 matches fit. */
const TIMES_BYTES = 400;

/** A match as its source states it. */
export interface ReadMatch {
  match: LatestMatch;
  /** Seconds of the match per real second: the speed of a rehearsal. */
  pace: number;
  /** Oldest first. */
  readEntries: () => Promise<TimelineEntry[]>;
  /** The date for fans who hide the match: the first one at which it started. */
  readHiddenDate: () => Promise<string>;
}

/** Times in the timeline of a match in one state. */
interface MatchTimes {
  /** Of the match as its source states it: a later correction is another state. */
  state: string;
  landmarks: Landmarks | undefined;
  /** Time of the last entry, in ms; undefined if the match is not over by its entries. */
  lastMs: number | undefined;
}

/**
 * Reads matches with their timelines as the sources state them, independent of fans' viewpoints.
 */
@Injectable()
export class MatchReader {
  /** Of matches that are over, by match id. */
  private readonly times: ByteBoundedCache<MatchTimes>;

  constructor(
    private readonly leagues: LeagueCache,
    private readonly moments: LeagueAtMoments,
    private readonly rehearsals: RehearsalsService,
    private readonly clock: Clock,
    caches: Caches,
  ) {
    this.times = caches.create('match_landmarks', MAX_BYTES);
  }

  /** Finds a match that exists for a fan. */
  async find(fanId: string, matchId: string): Promise<ReadMatch | undefined> {
    return (await this.findRehearsed(fanId, matchId)) ?? (await this.findInLeagues(matchId));
  }

  /** Finds all matches of this season and of rehearsals that exist for a fan. */
  async findAll(fanId: string): Promise<LatestMatch[]> {
    const now = this.clock.now().getTime();
    const { leagues } = await this.leagues.current();
    const rehearsals = await this.rehearsals.findByFan(fanId);
    return [
      ...[...leagues.values()].map(({ data }) => data),
      ...rehearsals.map((rehearsal) => ({
        league: rehearsal.league,
        matches: toRehearsedMatches(rehearsal, now),
      })),
    ].flatMap(({ league, matches }) => matches.map((match) => ({ ...match, league })));
  }

  /** Returns when the parts of a match began; undefined without a kick-off. */
  async readLandmarks(read: ReadMatch): Promise<Landmarks | undefined> {
    return (await this.readTimes(read)).landmarks;
  }

  /**
   * Returns whether a match is over and has no entry after a time. Its timeline is read once for
   * each state of it.
   */
  async hasEndedBy(fanId: string, match: LatestMatch, untilMs: number): Promise<boolean> {
    const times = this.findTimes(match) ?? (await this.readEnd(fanId, match));
    return times?.lastMs !== undefined && times.lastMs <= untilMs;
  }

  /** Returns the times of a match that is over; undefined if its state has changed since. */
  private async readEnd(fanId: string, match: LatestMatch): Promise<MatchTimes | undefined> {
    const read = isOver(match) ? await this.find(fanId, match.id) : undefined;
    const times = read && (await this.readTimes(read));
    return times?.state === toStateKey(match) ? times : undefined;
  }

  private async readTimes({ match, readEntries }: ReadMatch): Promise<MatchTimes> {
    const known = this.findTimes(match);
    if (known) return known;
    const entries = await readEntries();
    const last = isOver(match) && isOver(replay(entries)) ? entries.at(-1) : undefined;
    const times: MatchTimes = {
      state: toStateKey(match),
      landmarks: landmarksOf(entries),
      lastMs: last && Date.parse(last.at),
    };
    if (last) this.times.set(match.id, times, TIMES_BYTES);
    return times;
  }

  private findTimes(match: Match): MatchTimes | undefined {
    if (!isOver(match)) return undefined;
    return this.times.get(match.id, ({ state }) => state === toStateKey(match));
  }

  private async findRehearsed(fanId: string, matchId: string): Promise<ReadMatch | undefined> {
    const found = await this.rehearsals.findMatch(fanId, matchId);
    if (!found) return undefined;
    const { rehearsal, index, match } = found;
    const now = this.clock.now().getTime();
    return {
      match: { ...match, league: rehearsal.league },
      pace: rehearsal.speed,
      readEntries: () => Promise.resolve(rehearsedTimeline(rehearsal, index, now)),
      // A rehearsed match never starts a second time.
      readHiddenDate: () => Promise.resolve(match.utcDate),
    };
  }

  private async findInLeagues(matchId: string): Promise<ReadMatch | undefined> {
    for (const [league, page] of (await this.leagues.current()).leagues) {
      const match =
        page.data.matches.find(({ id }) => id === matchId) ??
        this.leagues.formerMatch(page, matchId)?.match;
      if (!match) continue;
      return {
        match: { ...match, league },
        pace: 1,
        readEntries: () => this.leagues.timelineOf(page, matchId),
        readHiddenDate: async () =>
          (await this.moments.hiddenDatesOf(page)).get(matchId) ?? match.utcDate,
      };
    }
    return undefined;
  }
}
