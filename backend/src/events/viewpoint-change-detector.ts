import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

import { SingleCheck } from '../common/work/single-check.js';
import { MatchVisibilityLoader } from '../football/viewpoints/match-visibility.js';
import { LiveService } from '../live/live.service.js';
import { EventStreamsService } from './event-streams.service.js';

/** An entry of a match 45 s ago reaches a fan with that delay within 47 s. */
const INTERVAL_MS = 1_000;

/**
 * Publishes changes of matches to fans who see them with a delay or in a replay, at their moment. It
 * compares only matches of fans with such viewpoints who are connected to this instance.
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
    for (const { key, fanId, past } of this.streams.pastMatches()) {
      now.set(key, await this.publishChanges(fanId, past, this.previous.get(key)));
    }
    this.previous = now;
  }

  /**
   * @param past the states at the time of loading, by match
   * @param previous those at the last check, if the fan was connected then
   */
  private async publishChanges(
    fanId: string,
    past: ReadonlyMap<string, string>,
    previous: ReadonlyMap<string, string> | undefined,
  ): Promise<Map<string, string>> {
    const states = new Map<string, string>();
    for (const [matchId, loaded] of past) {
      const seen = await this.matches.seePast(fanId, matchId);
      if (!seen) continue;
      states.set(matchId, seen.state);
      if ((previous?.get(matchId) ?? loaded) === seen.state) continue;
      await this.live.publish('match.changed', seen.change, { to: 'viewer', fanId });
    }
    return states;
  }
}
