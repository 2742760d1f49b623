import type { Match } from '@kickoff/contracts';

import { MatchChangeDetector } from '../../src/football/match-change-detector.js';
import { NotificationFanoutJob } from '../../src/notifications/notification-fanout.job.js';
import type { NotificationFixture } from './notification-fixture.js';
import { until } from './until.js';

const HOUR_MS = 3_600_000;

/** Goals of the home team of a match in play; `score` detects and notifies the next one. */
export class DetectedGoals {
  private count = 0;

  constructor(
    private readonly fixture: NotificationFixture,
    private readonly match: Match,
  ) {}

  /** Detects a goal now, and runs its fan-out to the team's supporters. */
  async score(): Promise<void> {
    const before = this.state();
    this.count += 1;
    this.fixture.service(MatchChangeDetector).changes.emit('changed', before, this.state());
    const fanouts = this.fixture.kickoff.connection.collection('notification_fanouts');
    const filter = { 'request.text': this.newest(), 'request.kind': 'team' };
    await until(async () => (await fanouts.findOne(filter)) ?? undefined);
    await this.fixture.service(NotificationFanoutJob).resume();
  }

  /** Matches the text of the newest goal's notification. */
  newest(): RegExp {
    return new RegExp(` ${this.count}–0 `);
  }

  private state(): Match {
    const { match, count } = this;
    return {
      ...match,
      utcDate: new Date(this.fixture.kickoff.clock.now().getTime() - HOUR_MS).toISOString(),
      status: 'IN_PLAY',
      score: { ...match.score, fullTime: { homeTeam: count, awayTeam: 0 } },
    };
  }
}
