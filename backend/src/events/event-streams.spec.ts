import { setImmediate as tick } from 'node:timers/promises';

import { Test } from '@nestjs/testing';
import { describe, expect, it, jest } from '@jest/globals';

import { SessionsService } from '../auth/sessions.service.js';
import { Clock } from '../common/time/clock.js';
import { ALL_LIVE, MatchVisibilityLoader } from '../football/viewpoints/match-visibility.js';
import { SeenMatches } from '../football/viewpoints/seen-matches.js';
import { LiveBus } from '../live/live-bus.js';
import type { LiveMessage, NotificationPayload } from '../live/live-message.js';
import { MemoryBus } from '../live/memory-bus.js';
import { BlocksService } from '../people/blocks.service.js';
import { FollowsService } from '../people/follows.service.js';
import { MutedWordsService } from '../people/muted-words/muted-words.service.js';
import { toWordPattern, WordMatcher } from '../people/muted-words/word-matcher.js';
import { EventStreamsService } from './event-streams.service.js';
import { MatchPostEvents } from './match-post-events.js';
import type { SseConnection } from './sse-connection.js';
import { ThreadWatches } from './thread-watches.js';

const HISTORIES = 1_000;
const STEPS = 60;
const FANS = ['ann', 'bob', 'cat', 'dan'] as const;
type Name = (typeof FANS)[number];

/** Keeps what is written, as a browser would understand it. */
class Screen implements SseConnection {
  readonly bufferedBytes = 0;
  isClosed = false;
  lastEventId: string | undefined;
  readonly heard: { number: number; name: string }[] = [];
  /** What was written, piece by piece. */
  readonly pieces: Uint8Array[] = [];
  private closed: (() => void) | undefined;

  writeHead(): void {}
  write(bytes: Uint8Array): void {
    this.pieces.push(bytes);
    const text = String(bytes);
    const id = /^id: (.*)$/m.exec(text)?.[1];
    if (id !== undefined) this.lastEventId = id;
    const name = /^event: (.*)$/m.exec(text)?.[1];
    if (name !== undefined) this.heard.push({ number: numberOf(id), name });
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

/** The same numbers for the same seed. */
function chance(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** One event and one fan: whether the fan could see it at some time, and at some time could not, since it was due. */
interface Due {
  number: number;
  mayKnow: () => boolean;
  wasOpen: boolean;
  wasClosed: boolean;
}

/** What a history does and what it has to come to. */
class World {
  readonly screens = new Map<Name, Screen>();
  private readonly hidden = new Set<string>();
  private readonly followed = new Set<string>();
  private readonly told: { number: number; mayKnow: (fan: Name) => boolean }[] = [];
  private readonly due = new Map<Name, Due[]>();
  private readonly heard = new Map<Name, number[]>(FANS.map((fan) => [fan, []]));
  private loading = 0;
  /** How often the database was asked. */
  asks = 0;
  /** What was lost, doubled or told although nobody may. */
  readonly faults: string[] = [];

  readonly pick: (below: number) => number;

  constructor(
    private readonly bus: LiveBus,
    private readonly seed: number,
  ) {
    this.pick = chance(seed);
  }

  /** What the database says at some moment while it is asked. */
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
    await this.bus.publish({ kind: 'ties', fanIds: [fan] });
  }

  async tell(body: LiveMessage['body'], mayKnow: (fan: Name) => boolean): Promise<void> {
    const number = numberOf(this.bus.position()) + 1;
    this.told.push({ number, mayKnow });
    for (const [fan, due] of this.due) due.push(toDue(number, () => mayKnow(fan)));
    this.look();
    await this.bus.publish(body);
  }

  sees = (fan: Name, author: Name) => !this.hidden.has(`${fan} ${author}`);
  follows = (fan: Name, author: Name) => this.followed.has(`${fan} ${author}`);

  /** From now on all is due to this fan that was told since the fan was here last. */
  enter(fan: Name, lastEventId: string | undefined): Screen {
    const since = lastEventId === undefined ? Infinity : numberOf(lastEventId);
    const missed = this.told.filter(({ number }) => number > since);
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
    this.heard.get(fan)?.push(...screen.heard.map(({ number }) => number));
    screen.destroy();
    this.due.delete(fan);
  }

  isHere = (fan: Name) => this.due.has(fan);

  /** Waits until nothing is on its way, and compares what was heard with what was due. */
  async settle(): Promise<void> {
    do await tick();
    while (this.loading > 0);
    await tick();
    for (const [fan, due] of this.due) {
      const screen = this.screens.get(fan);
      const heard = new Set(screen?.heard.map(({ number }) => number));
      for (const { number, wasOpen, wasClosed } of due) {
        if (wasOpen === wasClosed || heard.has(number) === wasOpen) continue;
        this.faults.push(`${this.seed}: ${fan} ${wasOpen ? 'missed' : 'was told'} ${number}`);
      }
      due.length = 0;
      const now = screen?.heard.map(({ number }) => number) ?? [];
      const all = [...(this.heard.get(fan) ?? []), ...now];
      const isInOrder = all.every((number, at) => at === 0 || number > (all[at - 1] ?? 0));
      if (!isInOrder) this.faults.push(`${this.seed}: ${fan} heard ${all.join(' ')}`);
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

/** The streams of worlds that come one after the other. */
async function streamsOver(bus: LiveBus, world: () => World): Promise<EventStreamsService> {
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

async function live(world: World, streams: EventStreamsService): Promise<void> {
  const { pick } = world;
  const fanOf = (at: number): Name => FANS[at % FANS.length] ?? 'ann';
  const fan = fanOf(pick(FANS.length));
  const other = fanOf(FANS.indexOf(fan) + 1 + pick(FANS.length - 1));
  const user = { _id: fan, username: fan };
  const _id = '1';
  switch (pick(10)) {
    case 0:
      return world.change('hidden', fan, other);
    case 1:
      return world.change('followed', fan, other);
    case 2:
      // What a stream left unsaid when it closed is said when its fan comes back.
      await world.settle();
      if (world.isHere(fan)) world.leave(fan);
      break;
    case 3:
    case 4: {
      if (world.isHere(fan)) break;
      const lastEventId = world.screens.get(fan)?.lastEventId;
      const screen = world.enter(fan, lastEventId);
      const opening = streams.open(
        { id: fan, sessionId: fan, audience: 'fan' },
        lastEventId,
        screen,
      );
      // Others act while it opens, or wait for it.
      if (pick(2) === 0) await opening;
      break;
    }
    case 5:
      return world.tell(
        {
          kind: 'news',
          name: 'story.created',
          data: { _id, user },
          audience: { to: 'followersOf', fanId: fan },
        },
        (reader) => world.follows(reader, fan) && world.sees(reader, fan),
      );
    case 6: {
      const notice: NotificationPayload = {
        kind: 'follow',
        actors: [],
        count: 1,
        target: { type: 'user', id: fan },
        read: false,
        createdAt: '',
      };
      return world.tell(
        { kind: 'notice', notice, ids: { [fan]: _id } },
        (reader) => reader === fan,
      );
    }
    case 7:
      return world.settle();
    default:
      return world.tell(
        {
          kind: 'news',
          name: 'post.created',
          data: { _id, user },
          audience: { to: 'readersOf', fanId: fan },
        },
        (reader) => world.sees(reader, fan),
      );
  }
}

describe('EventStreamsService', () => {
  it('sends each visible event once and no hidden one in 1,000 random histories', async () => {
    const faults: string[] = [];
    const bus = new MemoryBus(() => 0);
    let world = new World(bus, 0);
    const streams = await streamsOver(bus, () => world);
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      world = new World(bus, seed);
      for (let step = 0; step < STEPS; step += 1) await live(world, streams);
      await world.settle();
      for (const fan of FANS) world.leave(fan);
      faults.push(...world.faults);
    }
    expect(faults).toEqual([]);
  }, 120_000);

  it('formats an event once for all streams, without a database call', async () => {
    const bus = new MemoryBus(() => 0);
    const world = new World(bus, 1);
    const streams = await streamsOver(bus, () => world);
    const screens = Array.from({ length: 60 }, () => new Screen());
    for (const [at, screen] of screens.entries()) {
      const id = `f${at % 20}`;
      await streams.open({ id, sessionId: id, audience: 'fan' }, undefined, screen);
    }
    const { asks } = world;

    await bus.publish({
      kind: 'news',
      name: 'post.created',
      data: { _id: '1', user: { _id: 'ann', username: 'ann' } },
      audience: { to: 'readersOf', fanId: 'ann' },
    });

    const [first, ...others] = screens.map(({ pieces }) => pieces.at(-1));
    expect(String(first)).toContain('event: post.created');
    expect(others.every((bytes) => bytes === first)).toBe(true);
    expect(world.asks).toBe(asks);
  });

  describe('streams of one fan', () => {
    const ann = { id: 'ann', sessionId: 'ann', audience: 'fan' } as const;
    /** Two instances over one bus. */
    async function twoInstances() {
      const bus = new MemoryBus(() => 0);
      const world = new World(bus, 1);
      const open = async (streams: EventStreamsService) => {
        const screen = new Screen();
        await streams.open(ann, undefined, screen);
        return screen;
      };
      return {
        bus,
        open,
        here: await streamsOver(bus, () => world),
        there: await streamsOver(bus, () => world),
      };
    }
    const areOpen = (screens: readonly Screen[]) => screens.map(({ isClosed }) => !isClosed);

    it('ends the oldest stream beyond five over all instances', async () => {
      const { open, here, there } = await twoInstances();
      const screens = [await open(here), await open(there), await open(here)];
      // The last one there leaves: what is open here counts on.
      screens[1]?.destroy();
      for (let more = 0; more < 3; more += 1) screens.push(await open(there));
      expect(areOpen(screens)).toEqual([true, false, true, true, true, true]);

      screens.push(await open(there), await open(here));

      expect(areOpen(screens)).toEqual([false, false, false, true, true, true, true, true]);
    });

    it('does not count streams closed on any instance', async () => {
      const { open, here, there } = await twoInstances();
      const living = await open(here);

      for (let reloads = 0; reloads < 20; reloads += 1) (await open(there)).destroy();

      expect(living.isClosed).toBe(false);
    });

    it('tracks streams only on instances where the fan is connected', async () => {
      const { open, here, there } = await twoInstances();

      for (let streams = 0; streams < 3; streams += 1) await open(there);

      expect(here['fans'].size).toBe(0);
      expect(there['fans'].size).toBe(1);
    });

    it('stops events of a blocked fan when the message of the block was lost', async () => {
      const { bus, open, here } = await twoInstances();
      const screen = await open(here);
      const blocks = here['blocks'];
      blocks.hiddenFromEach = () => Promise.resolve([new Set(['bob'])]);
      blocks.hiddenFrom = () => Promise.resolve(new Set(['bob']));

      await here.reloadAllVisibility();
      await bus.publish({
        kind: 'news',
        name: 'post.created',
        data: { _id: '1', user: { _id: 'bob', username: 'bob' } },
        audience: { to: 'readersOf', fanId: 'bob' },
      });

      expect(screen.heard).toEqual([]);
    });

    it('sends no post with a word whose message of the mute was lost', async () => {
      const { bus, open, here } = await twoInstances();
      const screen = await open(here);
      here['words'].matcherOf = () => Promise.resolve(new WordMatcher([toWordPattern('VAR')]));

      await here.reloadAllVisibility();
      const publish = (text: string) =>
        bus.publish({
          kind: 'news',
          name: 'post.created',
          data: { _id: '1', user: { _id: 'bob', username: 'bob' } },
          audience: { to: 'readersOf', fanId: 'bob', texts: [text] },
        });

      await publish('var again');
      expect(screen.heard).toEqual([]);
      await publish('Fine');
      expect(screen.heard.map(({ name }) => name)).toEqual(['post.created']);
    });

    it('sends events of a followed fan when the message of the follow was lost', async () => {
      const { bus, open, here } = await twoInstances();
      const screen = await open(here);
      const follows = here['follows'];
      follows.countsFollowedBy = () => Promise.resolve(new Map([['ann', 1]]));
      follows.followedBy = () => Promise.resolve(['bob']);

      await here.reloadAllVisibility();
      await bus.publish({
        kind: 'news',
        name: 'story.created',
        data: { _id: '1', user: { _id: 'bob', username: 'bob' } },
        audience: { to: 'followersOf', fanId: 'bob' },
      });

      expect(screen.heard.map(({ name }) => name)).toEqual(['story.created']);
    });

    it('does not pause streams when a visibility check finds no change', async () => {
      const { open, here } = await twoInstances();
      const screen = await open(here);
      const loadVisibility = jest.spyOn(here['follows'], 'followedBy');

      await here.reloadAllVisibility();

      expect(loadVisibility).not.toHaveBeenCalled();
      expect(screen.isClosed).toBe(false);
    });
  });

  it('releases a client that disconnected before its stream started', async () => {
    const world = new World(new MemoryBus(() => 0), 1);
    const streams = await streamsOver(new MemoryBus(() => 0), () => world);
    const screen = new Screen();
    const opening = streams.open(
      { id: 'ann', sessionId: 'ann', audience: 'fan' },
      undefined,
      screen,
    );
    expect(streams.count).toBe(1);

    screen.destroy();
    await opening;

    expect(streams.count).toBe(0);
    expect(screen.pieces).toEqual([]);
  });
});
