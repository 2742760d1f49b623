import { Injectable } from '@nestjs/common';
import type { Match } from '@kickoff/contracts';

import { NotFound } from '../common/errors/coded-errors.js';
import { Clock } from '../common/time/clock.js';
import { FootballService } from '../football/football.service.js';
import { replay } from '../football/timelines/timeline-state.js';

/** Finds when the server detected the present state of a match. */
@Injectable()
export class MatchChangeTimes {
  constructor(
    private readonly football: FootballService,
    private readonly clock: Clock,
  ) {}

  /** Returns the time of the last entry of its timeline, or now if the timeline is behind. */
  async find({ id, status, score: { fullTime } }: Match): Promise<Date> {
    const now = this.clock.now();
    try {
      const state = replay((await this.football.adminTimeline(id)).entries);
      const isUpToDate =
        state.status === status &&
        state.score.homeTeam === fullTime.homeTeam &&
        state.score.awayTeam === fullTime.awayTeam;
      return isUpToDate ? new Date(Math.min(state.atMs, now.getTime())) : now;
    } catch (error) {
      if (error instanceof NotFound) return now;
      throw error;
    }
  }
}
