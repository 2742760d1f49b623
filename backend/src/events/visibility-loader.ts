import { Injectable } from '@nestjs/common';

import { ALL_LIVE, MatchVisibilityLoader } from '../football/viewpoints/match-visibility.js';
import type { LiveMessage } from '../live/live-message.js';
import { BlocksService } from '../people/blocks.service.js';
import { FollowsService } from '../people/follows.service.js';
import { MutedWordsService } from '../people/muted-words/muted-words.service.js';
import type { ConnectedFan } from './connected-fan.js';
import { ThreadWatches } from './thread-watches.js';

/** Checks of a fan's matches, one a second, between two loads without a message. */
const CHECKS_BETWEEN_LOADS = 5;

/** By fan id. */
type ConnectedFans = ReadonlyMap<string, ConnectedFan>;

/** Loads what the fans who are connected to this instance may see. */
@Injectable()
export class VisibilityLoader {
  private checks = 0;

  constructor(
    private readonly blocks: BlocksService,
    private readonly words: MutedWordsService,
    private readonly follows: FollowsService,
    private readonly matches: MatchVisibilityLoader,
    private readonly watches: ThreadWatches,
  ) {}

  /** Loads a fan's visibility. Returns false if it changed during the load. */
  async load(fanId: string, fan: ConnectedFan): Promise<boolean> {
    const { revision } = fan;
    const [hidden, words, followed, matches] = await Promise.all([
      this.blocks.hiddenFrom(fanId),
      this.words.matcherOf(fanId),
      this.follows.followedBy(fanId),
      this.matches.load(fanId),
      this.watches.refresh(fanId, fan.watches()),
    ]);
    if (fan.revision !== revision) return false;
    fan.visibility = { hidden, words, followed: new Set(followed), matches };
    return true;
  }

  /** Buffers messages while reloading, so that none is sent by an outdated visibility. */
  async reload(fanId: string, fan: ConnectedFan | undefined): Promise<void> {
    if (!fan) return;
    fan.revision += 1;
    for (const stream of fan.streams) stream.pause();
    try {
      // If it has changed again, the later reload resumes the streams.
      if (!(await this.load(fanId, fan))) return;
      for (const stream of fan.streams) stream.resume(fan.visibility);
    } catch {
      // End the streams rather than leak events; the client reconnects.
      for (const stream of fan.streams) stream.end();
    }
  }

  /** Reloads those of these fans whose blocks, mutes or follows have changed without a message. */
  async reloadChanged(fans: ConnectedFans, fanIds: readonly string[]): Promise<void> {
    const [hidden, followed] = await Promise.all([
      this.blocks.hiddenFromEach(fanIds),
      this.follows.countsFollowedBy(fanIds),
    ]);
    const changed = fanIds.filter((fanId, at) => {
      const visibility = fans.get(fanId)?.visibility;
      if (!visibility) return false;
      const follows = followed.get(fanId) ?? visibility.followed.size;
      return !isSameSet(visibility.hidden, hidden[at]) || visibility.followed.size !== follows;
    });
    await Promise.all(changed.map((fanId) => this.reload(fanId, fans.get(fanId))));
    for (const fanId of fanIds) await this.refreshWords(fanId, fans.get(fanId));
  }

  /** Detects viewpoints that ended by the clock, and changes of them whose message was lost. */
  async reloadChangedMatches(connected: ConnectedFans): Promise<void> {
    const fans = [...connected];
    const areAllLive = await Promise.all(fans.map(([fanId]) => this.matches.isAllLive(fanId)));
    for (const [at, [fanId, fan]] of fans.entries()) {
      const wasAllLive = fan.visibility.matches === ALL_LIVE;
      const isAllLive = areAllLive[at] === true;
      if (wasAllLive && isAllLive) continue;
      const { revision } = fan;
      const isDue = wasAllLive || isAllLive || this.checks % CHECKS_BETWEEN_LOADS === 0;
      const matches = isDue ? await this.matches.load(fanId) : undefined;
      if (matches && fan.revision === revision) fan.visibility = { ...fan.visibility, matches };
    }
    this.checks += 1;
  }

  /** Finds the matches as the fan sees them now, for a stream that is resumed. */
  async findPastChanges(
    fanId: string,
    { visibility }: ConnectedFan,
    position: string,
  ): Promise<LiveMessage[]> {
    const { past, seenToEnd } = visibility.matches;
    const matches = [...seenToEnd.values()];
    for (const matchId of past.keys()) {
      const seen = await this.matches.seePast(fanId, matchId);
      if (seen) matches.push(seen);
    }
    const audience = { to: 'viewer', fanId } as const;
    return matches.map(({ change }) => ({
      id: position,
      body: { kind: 'event', name: 'match.changed', data: change, audience },
    }));
  }

  /** Muted words expire without a message; the previous check has loaded them. */
  private async refreshWords(fanId: string, fan: ConnectedFan | undefined): Promise<void> {
    if (!fan) return;
    const { revision } = fan;
    const words = await this.words.matcherOf(fanId);
    if (fan.revision === revision) fan.visibility = { ...fan.visibility, words };
  }
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string> = new Set()): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}
