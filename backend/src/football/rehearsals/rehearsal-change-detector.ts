import { EventEmitter } from 'node:events';

import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Match } from '@kickoff/contracts';

import { SingleCheck } from '../../common/work/single-check.js';
import { Clock } from '../../common/time/clock.js';
import { LiveService } from '../../live/live.service.js';
import { toStateKey } from '../match-state.js';
import { lastPollAt } from './rehearsal-course.js';
import type { RehearsalDocument } from './rehearsal.schema.js';
import { toRehearsedMatches } from './rehearsal.view.js';
import { RehearsalsService } from './rehearsals.service.js';

const INTERVAL_MS = 1_000;

/** The time at which the source stated a change, and the fans who see it. */
interface RehearsedChange {
  at: Date;
  fanIds: string[];
}

/** Publishes changes of matches of rehearsals to the fans who see them only. */
@Injectable()
export class RehearsalChangeDetector implements BeforeApplicationShutdown {
  /** For other features: emits, on each instance, every change between two checks. */
  readonly changes = new EventEmitter<{
    changed: [before: Match, after: Match, change: RehearsedChange];
  }>();
  private checkedAtMs: number | undefined;
  private readonly check = new SingleCheck(() => this.compare());

  constructor(
    private readonly rehearsals: RehearsalsService,
    private readonly live: LiveService,
    private readonly clock: Clock,
  ) {}

  @Interval(INTERVAL_MS)
  detect(): Promise<void> {
    return this.check.run();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.check.close();
  }

  private async compare(): Promise<void> {
    const all = await this.rehearsals.findAll();
    const now = this.clock.now().getTime();
    const { checkedAtMs = now } = this;
    for (const rehearsal of all) {
      if (checkedAtMs < rehearsal.endsAt.getTime()) {
        await this.publishChanges(rehearsal, checkedAtMs, now);
      }
    }
    this.checkedAtMs = now;
  }

  private async publishChanges(
    rehearsal: RehearsalDocument,
    sinceMs: number,
    now: number,
  ): Promise<void> {
    const known = new Map(toRehearsedMatches(rehearsal, sinceMs).map((match) => [match.id, match]));
    // Two instances detect a change before the next simulated poll.
    const answeredAt = lastPollAt(rehearsal, now);
    const audience = { to: 'fans', fanIds: rehearsal.fanIds } as const;
    for (const match of toRehearsedMatches(rehearsal, now)) {
      const before = known.get(match.id);
      if (!before || toStateKey(before) === toStateKey(match)) continue;
      const at = new Date(answeredAt ?? now);
      this.changes.emit('changed', before, match, { at, fanIds: rehearsal.fanIds });
      const key = `${match.id} ${answeredAt}`;
      await this.live.publish('match.changed', { league: rehearsal.league, match }, audience, key);
    }
  }
}
