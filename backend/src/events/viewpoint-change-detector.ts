import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import { SingleCheck } from '../common/work/single-check.js';
import {
  type MatchVisibility,
  MatchVisibilityLoader,
  type PastMatch,
} from '../football/viewpoints/match-visibility.js';
import { LiveService } from '../live/live.service.js';
import { EventStreamsService } from './event-streams.service.js';

/** An entry of a match 45 s ago reaches a fan with that delay within 47 s. */
const INTERVAL_MS = 1_000;

/**
 * Publishes changes of matches to fans who see them with a delay or in a replay, at their moment. It
 * compares only matches of fans with such viewpoints who are connected to this instance, and
 * computes none that is over and seen to its end.
 */
@Injectable()
export class ViewpointChangeDetector implements BeforeApplicationShutdown {
  /** State keys at the last check, by connected fan and match. */
  private previous: ReadonlyMap<object, ReadonlyMap<string, string>> = new Map();
  private readonly check = new SingleCheck(() => this.compareAll());

  constructor(
    private readonly streams: EventStreamsService,
    private readonly matches: MatchVisibilityLoader,
    private readonly live: LiveService,
  ) {}

  @Interval(INTERVAL_MS)
  detect(): Promise<void> {
    return this.check.run();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.check.close();
  }

  private async compareAll(): Promise<void> {
    await this.streams.reloadChangedMatches();
    const now = new Map<object, ReadonlyMap<string, string>>();
    for (const { key, fanId, matches } of this.streams.pastMatches()) {
      now.set(key, await this.publishChanges(fanId, matches, this.previous.get(key)));
    }
    this.previous = now;
  }

  /**
   * @param matches with the states at the time of loading
   * @param previous the states at the last check, if the fan was connected then
   */
  private async publishChanges(
    fanId: string,
    { past, seenToEnd }: MatchVisibility,
    previous: ReadonlyMap<string, string> | undefined,
  ): Promise<Map<string, string>> {
    const states = new Map<string, string>();
    const compare = async (matchId: string, loaded: string, { state, change }: PastMatch) => {
      states.set(matchId, state);
      if ((previous?.get(matchId) ?? loaded) === state) return;
      await this.live.publish('match.changed', change, { to: 'viewer', fanId });
    };
    for (const [matchId, loaded] of past) {
      const seen = await this.matches.seePast(fanId, matchId);
      if (seen) await compare(matchId, loaded, seen);
    }
    for (const [matchId, seen] of seenToEnd) await compare(matchId, seen.state, seen);
    return states;
  }
}
