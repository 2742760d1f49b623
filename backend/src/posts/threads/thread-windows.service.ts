import { Injectable } from '@nestjs/common';

import { Clock } from '../../common/time/clock.js';
import { FootballService } from '../../football/football.service.js';
import type { SeenMatch } from '../../football/viewpoints/moment.js';
import { type ThreadWindow, threadWindow } from './thread-window.js';

/** Returns when the thread of a match is open to posts, as a fan sees it. */
@Injectable()
export class ThreadWindowsService {
  constructor(
    private readonly football: FootballService,
    private readonly clock: Clock,
  ) {}

  async find(seen: SeenMatch): Promise<ThreadWindow> {
    const { match, moment } = seen;
    const now = this.clock.now();
    const isLive = moment.mode === 'live';
    const window = threadWindow(seen, now, { isLive });
    // A rehearsal is removed when its threads would close.
    if (moment.mode !== 'replay' || match.rehearsal !== undefined) return window;
    // The fan may know that a replayed match is over, but not when it ended.
    const { entries } = await this.football.adminTimeline(match.id);
    return { ...window, state: threadWindow({ match, entries }, now, { isLive: true }).state };
  }
}
