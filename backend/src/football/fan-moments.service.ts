import { Injectable } from '@nestjs/common';
import type { LatestMatch } from '@kickoff/contracts';

import { NotFound } from '../common/errors/coded-errors.js';
import { Clock } from '../common/time/clock.js';
import { FootballService } from './football.service.js';
import { toRehearsedMatches } from './rehearsals/rehearsal.view.js';
import { RehearsalsService } from './rehearsals/rehearsals.service.js';
import type { Moment } from './viewpoints/moment.js';
import { ViewpointsService } from './viewpoints/viewpoints.service.js';

/** A match, and the fans who may see it; all if `fanIds` is absent. */
interface FoundMatch {
  match: LatestMatch;
  fanIds?: readonly string[];
}

/** Finds, from memory, how far many fans see one match, without its timeline. */
@Injectable()
export class FanMomentsService {
  constructor(
    private readonly football: FootballService,
    private readonly rehearsals: RehearsalsService,
    private readonly viewpoints: ViewpointsService,
    private readonly clock: Clock,
  ) {}

  /** Returns moments by fan; a fan for whom the match does not exist is absent. */
  async findIn(matchId: string, fanIds: readonly string[]): Promise<Map<string, Moment>> {
    const found = await this.findMatch(matchId);
    const moments = new Map<string, Moment>();
    if (!found) return moments;
    const { match, fanIds: allowed } = found;
    for (const fanId of fanIds) {
      if (allowed && !allowed.includes(fanId)) continue;
      const sight = await this.viewpoints.sightOf(fanId);
      moments.set(fanId, await sight.momentOf(match));
    }
    return moments;
  }

  private async findMatch(id: string): Promise<FoundMatch | undefined> {
    const now = this.clock.now().getTime();
    for (const rehearsal of await this.rehearsals.findAll()) {
      // The id of a match starts with that of its rehearsal.
      if (!id.includes(rehearsal._id)) continue;
      const match = toRehearsedMatches(rehearsal, now).find((one) => one.id === id);
      const { league, fanIds } = rehearsal;
      if (match) return { match: { ...match, league }, fanIds };
    }
    try {
      return { match: await this.football.matchOf(id) };
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }
}
