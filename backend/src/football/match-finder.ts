import { Injectable } from '@nestjs/common';
import type { LatestMatch } from '@kickoff/contracts';

import { Clock } from '../common/time/clock.js';
import { LeagueCache } from './league-cache.js';
import { toRehearsedMatches } from './rehearsals/rehearsal.view.js';
import { RehearsalsService } from './rehearsals/rehearsals.service.js';

/** Finds single matches for other features, as their source states them. */
@Injectable()
export class MatchFinder {
  constructor(
    private readonly cache: LeagueCache,
    private readonly rehearsals: RehearsalsService,
    private readonly clock: Clock,
  ) {}

  /** Finds a match of this season or the one before. */
  async find(id: string): Promise<LatestMatch | undefined> {
    const { leagues } = await this.cache.current();
    for (const page of leagues.values()) {
      const match =
        page.data.matches.find((known) => known.id === id) ??
        this.cache.formerMatch(page, id)?.match;
      if (match) return { ...match, league: page.data.league };
    }
    return undefined;
  }

  /** Finds the same, or a match of a rehearsal of this fan. */
  async findFor(fanId: string, id: string): Promise<LatestMatch | undefined> {
    for (const rehearsal of await this.rehearsals.findByFan(fanId)) {
      const matches = toRehearsedMatches(rehearsal, this.clock.now().getTime());
      const match = matches.find((one) => one.id === id);
      if (match) return { ...match, league: rehearsal.league };
    }
    return this.find(id);
  }
}
