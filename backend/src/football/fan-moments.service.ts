import { Injectable } from '@nestjs/common';

import { NotFound } from '../common/errors/coded-errors.js';
import { Clock } from '../common/time/clock.js';
import { FootballService } from './football.service.js';
import { toRehearsedMatches } from './rehearsals/rehearsal.view.js';
import { RehearsalsService } from './rehearsals/rehearsals.service.js';
import { type SeenLimit, SeenMatches } from './viewpoints/seen-matches.js';

/** How far a fan sees a match. */
export type LimitedMoment = { mode: 'live' } | SeenLimit;

/** The fans who may see a match; all if `fanIds` is absent. */
interface FoundMatch {
  fanIds?: readonly string[];
}

/** Finds, from memory, how far many fans see one match. */
@Injectable()
export class FanMomentsService {
  constructor(
    private readonly football: FootballService,
    private readonly rehearsals: RehearsalsService,
    private readonly seen: SeenMatches,
    private readonly clock: Clock,
  ) {}

  /** Returns moments by fan; fans without access to the match are absent. */
  async findIn(matchId: string, fanIds: readonly string[]): Promise<Map<string, LimitedMoment>> {
    const found = await this.findMatch(matchId);
    const moments = new Map<string, LimitedMoment>();
    if (!found) return moments;
    const { fanIds: allowed } = found;
    for (const fanId of fanIds) {
      if (allowed && !allowed.includes(fanId)) continue;
      const limit = await (await this.seen.of(fanId))?.(matchId);
      moments.set(fanId, limit ?? { mode: 'live' });
    }
    return moments;
  }

  private async findMatch(id: string): Promise<FoundMatch | undefined> {
    const now = this.clock.now().getTime();
    for (const rehearsal of await this.rehearsals.findAll()) {
      // The id of a match starts with that of its rehearsal.
      if (!id.includes(rehearsal._id)) continue;
      const isPlayed = toRehearsedMatches(rehearsal, now).some((match) => match.id === id);
      if (isPlayed) return { fanIds: rehearsal.fanIds };
    }
    try {
      await this.football.matchOf(id);
      return {};
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }
}
