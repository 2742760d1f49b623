import { Injectable } from '@nestjs/common';
import type { Match } from '@kickoff/contracts';

import { LeagueCache } from './league-cache.js';

/** Finds single matches for other features. */
@Injectable()
export class MatchFinder {
  constructor(private readonly cache: LeagueCache) {}

  /** Finds a match of this season or the one before. */
  async find(id: string): Promise<Match | undefined> {
    const { leagues } = await this.cache.current();
    for (const page of leagues.values()) {
      const match =
        page.data.matches.find((known) => known.id === id) ??
        this.cache.formerMatch(page, id)?.match;
      if (match) return match;
    }
    return undefined;
  }
}
