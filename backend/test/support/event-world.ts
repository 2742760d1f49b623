import { setImmediate as tick } from 'node:timers/promises';

import { Test } from '@nestjs/testing';

import { SessionsService } from '../../src/auth/sessions.service.js';
import { Clock } from '../../src/common/time/clock.js';
import { EventStreamsService } from '../../src/events/event-streams.service.js';
import { MatchPostEvents } from '../../src/events/match-post-events.js';
import { MissedMessages } from '../../src/events/missed-messages.js';
import type { SseConnection } from '../../src/events/sse-connection.js';
import { ThreadWatches } from '../../src/events/thread-watches.js';
import { VisibilityLoader } from '../../src/events/visibility-loader.js';
import { ALL_LIVE, MatchVisibilityLoader } from '../../src/football/viewpoints/match-visibility.js';
import { SeenMatches } from '../../src/football/viewpoints/seen-matches.js';
import { LiveBus } from '../../src/live/live-bus.js';
import type { LiveMessage } from '../../src/live/live-message.js';
import { SendableNotifications } from '../../src/notifications/sendable-notifications.js';
import { BlocksService } from '../../src/people/blocks.service.js';
import { FollowsService } from '../../src/people/follows.service.js';
import { MutedWordsService } from '../../src/people/muted-words/muted-words.service.js';
import { WordMatcher } from '../../src/people/muted-words/word-matcher.js';

export const FANS = ['ann', 'bob', 'cat', 'dan'] as const;
export type Name = (typeof FANS)[number];

/** A connection that records what is written, and parses it like a browser. */
export class Screen implements SseConnection {
  get bufferedBytes(): number {
    return 0;
  }
  isClosed = false;
  lastEventId: string | undefined;
  readonly received: { number: number; name: string }[] = [];
  /** The written chunks. */
  readonly pieces: Uint8Array[] = [];
  private closed: (() => void) | undefined;

  writeHead(): void {}
  write(bytes: Uint8Array): void {
    this.pieces.push(bytes);
    const text = String(bytes);
    const id = /^id: (.*)$/m.exec(text)?.[1];
    if (id !== undefined) this.lastEventId = id;
    const name = /^event: (.*)$/m.exec(text)?.[1];
    if (name !== undefined) this.received.push({ number: numberOf(id), name });
  }
  end(): void {
    this.destroy();
  }
  destroy(): void {
    this.isClosed = true;
    this.closed?.();
  }
  onClose(listener: () => void): void {
    this.closed = listener;
  }
}

const numberOf = (id = '') => Number(id.split('-')[1]);

/** A pseudo-random generator, deterministic per seed. */
function chance(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * One event and one fan: whether the fan could see it at some time since it was due, and whether at
 * some time not.
 */
interface Due {
  number: number;
  mayKnow: () => boolean;
  wasOpen: boolean;
  wasClosed: boolean;
}

/** The relations and events of some fans, and which events each of them has to receive. */
export class World {
  readonly screens = new Map<Name, Screen>();
  private readonly hidden = new Set<string>();
  private readonly followed = new Set<string>();
  private readonly published: { number: number; mayKnow: (fan: Name) => boolean }[] = [];
  private readonly due = new Map<Name, Due[]>();
  private readonly received = new Map<Name, number[]>(FANS.map((fan) => [fan, []]));
  private loading = 0;
  /** Number of database queries. */
  asks = 0;
  /** Events that were lost, duplicated, or delivered to a fan who must not see them. */
  readonly faults: string[] = [];

  readonly pick: (below: number) => number;

  constructor(
    private readonly bus: LiveBus,
    private readonly seed: number,
  ) {
    this.pick = chance(seed);
  }

  /** The state of the database at some moment during the query. */
  private async asked(set: ReadonlySet<string>, fan: string): Promise<Set<string>> {
    this.loading += 1;
    this.asks += 1;
    for (let waits = this.pick(4); waits > 0; waits -= 1) await tick();
    const found = [...set].filter((pair) => pair.startsWith(fan)).map((pair) => pair.slice(4));
    for (let waits = this.pick(4); waits > 0; waits -= 1) await tick();
    this.loading -= 1;
    return new Set(found);
  }
  readonly hiddenFrom = (fan: string) => this.asked(this.hidden, fan);
  readonly followedBy = async (fan: string) => [...(await this.asked(this.followed, fan))];

  async change(kind: 'hidden' | 'followed', fan: Name, other: Name): Promise<void> {
    const pair = `${fan} ${other}`;
    const set = this[kind];
    if (!set.delete(pair)) set.add(pair);
    this.look();
    await this.bus.publish({ kind: 'relations', fanIds: [fan] });
  }

  async publish(body: LiveMessage['body'], mayKnow: (fan: Name) => boolean): Promise<void> {
    const number = numberOf(this.bus.position()) + 1;
    this.published.push({ number, mayKnow });
    for (const [fan, due] of this.due) due.push(toDue(number, () => mayKnow(fan)));
    this.look();
    await this.bus.publish(body);
  }

  sees = (fan: Name, author: Name) => !this.hidden.has(`${fan} ${author}`);
  follows = (fan: Name, author: Name) => this.followed.has(`${fan} ${author}`);

  /** From now on everything published since the fan's last connection is due to this fan. */
  enter(fan: Name, lastEventId: string | undefined): Screen {
    const since = lastEventId === undefined ? Infinity : numberOf(lastEventId);
    const missed = this.published.filter(({ number }) => number > since);
    this.due.set(
      fan,
      missed.map(({ number, mayKnow }) => toDue(number, () => mayKnow(fan))),
    );
    this.look();
    const screen = new Screen();
    this.screens.set(fan, screen);
    return screen;
  }

  leave(fan: Name): void {
    const screen = this.screens.get(fan);
    if (!screen) return;
    this.received.get(fan)?.push(...screen.received.map(({ number }) => number));
    screen.destroy();
    this.due.delete(fan);
  }

  isHere = (fan: Name) => this.due.has(fan);

  /** Waits until nothing is in flight, and compares received events with due ones. */
  async settle(): Promise<void> {
    do await tick();
    while (this.loading > 0);
    await tick();
    for (const [fan, due] of this.due) {
      const screen = this.screens.get(fan);
      const received = new Set(screen?.received.map(({ number }) => number));
      for (const { number, wasOpen, wasClosed } of due) {
        if (wasOpen === wasClosed || received.has(number) === wasOpen) continue;
        this.faults.push(`${this.seed}: ${fan} ${wasOpen ? 'missed' : 'was sent'} ${number}`);
      }
      due.length = 0;
      const now = screen?.received.map(({ number }) => number) ?? [];
      const all = [...(this.received.get(fan) ?? []), ...now];
      const isInOrder = all.every((number, at) => at === 0 || number > (all[at - 1] ?? 0));
      if (!isInOrder) this.faults.push(`${this.seed}: ${fan} received ${all.join(' ')}`);
    }
  }

  private look(): void {
    for (const entry of [...this.due.values()].flat()) {
      if (entry.mayKnow()) entry.wasOpen = true;
      else entry.wasClosed = true;
    }
  }
}

function toDue(number: number, mayKnow: () => boolean): Due {
  return { number, mayKnow, wasOpen: false, wasClosed: false };
}

/** Creates the streams over consecutive worlds. */
export async function streamsOver(bus: LiveBus, world: () => World): Promise<EventStreamsService> {
  const blocks = {
    hiddenFrom: (fan: string) => world().hiddenFrom(fan),
    hiddenFromEach: (fans: string[]) => Promise.all(fans.map((fan) => world().hiddenFrom(fan))),
  };
  const follows = {
    followedBy: (fan: string) => world().followedBy(fan),
    countsFollowedBy: () => Promise.resolve(new Map()),
  };
  const matches = { load: () => Promise.resolve(ALL_LIVE) };
  const module = await Test.createTestingModule({
    providers: [
      EventStreamsService,
      VisibilityLoader,
      { provide: LiveBus, useValue: bus },
      { provide: BlocksService, useValue: blocks },
      {
        provide: MutedWordsService,
        useValue: { matcherOf: () => Promise.resolve(new WordMatcher([])) },
      },
      { provide: FollowsService, useValue: follows },
      { provide: SessionsService, useValue: {} },
      { provide: MatchVisibilityLoader, useValue: matches },
      MatchPostEvents,
      MissedMessages,
      // No notification is outdated.
      {
        provide: SendableNotifications,
        useValue: { filter: (written: unknown) => Promise.resolve(written) },
      },
      { provide: SeenMatches, useValue: { of: () => Promise.resolve(undefined) } },
      { provide: Clock, useValue: { now: () => new Date() } },
      // No stream watches a thread.
      { provide: ThreadWatches, useValue: { refresh: () => Promise.resolve() } },
    ],
  }).compile();
  const streams = module.get(EventStreamsService);
  streams.onApplicationBootstrap();
  return streams;
}
