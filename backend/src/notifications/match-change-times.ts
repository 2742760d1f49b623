import { Injectable } from '@nestjs/common';
import type { Match } from '@kickoff/contracts';

import { NotFound } from '../common/errors/coded-errors.js';
import { Clock } from '../common/time/clock.js';
import { FootballService } from '../football/football.service.js';
import { replay } from '../football/timelines/timeline-state.js';

/** How the server detected a state of a match. */
export interface MatchDetection {
  at: Date;
  /** Whether the score was corrected, such as by an award: no goal led to it. */
  isCorrection: boolean;
  /** When the match was last resumed after a suspension, if it was. */
  resumedAt?: Date;
}

/** Finds when the server detected the present state of a match. */
@Injectable()
export class MatchChangeTimes {
  constructor(
    private readonly football: FootballService,
    private readonly clock: Clock,
  ) {}

  /** Returns the time of the last entry of its timeline, or now if the timeline is behind. */
  async find({ id, status, score: { fullTime } }: Match): Promise<MatchDetection> {
    const now = this.clock.now();
    const unknown = { at: now, isCorrection: false };
    try {
      const { entries } = await this.football.adminTimeline(id);
      const state = replay(entries);
      const last = entries.at(-1);
      const resumed = entries.findLast(({ kind }) => kind === 'resumed');
      const isUpToDate =
        state.status === status &&
        state.score.homeTeam === fullTime.homeTeam &&
        state.score.awayTeam === fullTime.awayTeam;
      if (!isUpToDate) return unknown;
      return {
        at: new Date(Math.min(state.atMs, now.getTime())),
        isCorrection: last?.kind === 'correction' && last.status === undefined,
        ...(resumed ? { resumedAt: new Date(resumed.at) } : {}),
      };
    } catch (error) {
      if (error instanceof NotFound) return unknown;
      throw error;
    }
  }
}
