import { EventEmitter } from 'node:events';

import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { LeagueData, Match } from '@kickoff/contracts';

import { SingleCheck } from '../common/work/single-check.js';
import { LiveService } from '../live/live.service.js';
import { LeagueCache } from './league-cache.js';
import { toStateKey } from './match-state.js';

/** With the 2 s of the league cache, a change is on screen within 5 s of being stored. */
const INTERVAL_MS = 1_000;

/** Publishes changes of a match's score, status or date, but not of its minute. */
@Injectable()
export class MatchChangeDetector implements BeforeApplicationShutdown {
  /** For other features: emits, on each instance, every change between two checks. */
  readonly changes = new EventEmitter<{ changed: [before: Match, after: Match] }>();
  /** The leagues at the last check. */
  private previous: readonly LeagueData[] = [];
  private readonly check = new SingleCheck(() => this.compare());

  constructor(
    private readonly cache: LeagueCache,
    private readonly live: LiveService,
  ) {}

  @Interval(INTERVAL_MS)
  detect(): Promise<void> {
    return this.check.run();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.check.close();
  }

  private async compare(): Promise<void> {
    const { leagues } = await this.cache.current();
    const now = [...leagues.values()].map(({ data }) => data);
    for (const data of now) {
      if (this.previous.includes(data)) continue;
      const before = this.previous.find(({ league }) => league === data.league);
      // The first state after start, a new season or another source is not a change.
      if (before?.season === data.season && before.source === data.source) {
        await this.publishChanges(before, data);
      }
    }
    this.previous = now;
  }

  private async publishChanges(before: LeagueData, { league, matches }: LeagueData): Promise<void> {
    const known = new Map(before.matches.map((match) => [match.id, match]));
    for (const match of matches) {
      const state = toStateKey(match);
      const earlier = known.get(match.id);
      if (earlier && toStateKey(earlier) === state) continue;
      if (earlier) this.changes.emit('changed', earlier, match);
      const key = `${match.id} ${state}`;
      await this.live.publish('match.changed', { league, match }, { to: 'everyone' }, key);
    }
  }
}
