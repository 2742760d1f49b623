import { Injectable } from '@nestjs/common';
import type { LatestMatch, TimelineEntry } from '@kickoff/contracts';

import type { ByteBoundedCache } from '../../common/cache/byte-bounded-cache.js';
import { Caches } from '../../common/cache/caches.js';
import { Clock } from '../../common/time/clock.js';
import { LeagueCache } from '../league-cache.js';
import { rehearsedTimeline } from '../rehearsals/rehearsal-course.js';
import { RehearsalsService } from '../rehearsals/rehearsals.service.js';
import { isOver, type Landmarks, landmarksOf } from './viewpoint-clock.js';

const MAX_BYTES = 2 * 1024 * 1024;
/** Of the landmarks of one match with their entry: those of 5,000 matches fit. */
const LANDMARKS_BYTES = 400;

/** A match as its source states it. */
export interface ReadMatch {
  match: LatestMatch;
  /** Seconds of the match per real second: the speed of a rehearsal. */
  pace: number;
  /** Oldest first. */
  readEntries: () => Promise<TimelineEntry[]>;
}

/**
 * Reads matches with their timelines as the sources state them, independent of fans' viewpoints.
 */
@Injectable()
export class MatchReader {
  /** Of matches that are over, by match id. */
  private readonly landmarks: ByteBoundedCache<Landmarks>;

  constructor(
    private readonly leagues: LeagueCache,
    private readonly rehearsals: RehearsalsService,
    private readonly clock: Clock,
    caches: Caches,
  ) {
    this.landmarks = caches.create('match_landmarks', MAX_BYTES);
  }

  /** Finds a match that exists for a fan. */
  async find(fanId: string, matchId: string): Promise<ReadMatch | undefined> {
    return (await this.findRehearsed(fanId, matchId)) ?? (await this.findInLeagues(matchId));
  }

  /** Returns when the parts of a match began; undefined without a kick-off. */
  async readLandmarks({ match, readEntries }: ReadMatch): Promise<Landmarks | undefined> {
    const known = isOver(match) ? this.landmarks.get(match.id) : undefined;
    if (known) return known;
    const read = landmarksOf(await readEntries());
    if (read?.endMs !== undefined && isOver(match)) {
      this.landmarks.set(match.id, read, LANDMARKS_BYTES);
    }
    return read;
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
      };
    }
    return undefined;
  }
}
