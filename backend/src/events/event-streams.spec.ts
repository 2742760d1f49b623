import { describe, expect, it } from '@jest/globals';

import { FANS, type Name, Screen, streamsOver, World } from '../../test/support/event-world.js';
import type { NotificationPayload } from '../live/live-message.js';
import { MemoryBus } from '../live/memory-bus.js';
import type { EventStreamsService } from './event-streams.service.js';

const HISTORIES = 1_000;
const STEPS = 60;

/** One random step of a history. */
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
      // Events a stream had not sent when it closed are sent when its fan reconnects.
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
      // Other fans act either while it opens or after it has opened.
      if (pick(2) === 0) await opening;
      break;
    }
    case 5:
      return world.publish(
        {
          kind: 'event',
          name: 'story.created',
          data: { _id, user },
          audience: { to: 'followersOf', fanId: fan },
        },
        (reader) => world.follows(reader, fan) && world.sees(reader, fan),
      );
    case 6: {
      const notification: NotificationPayload = {
        kind: 'follow',
        actors: [],
        count: 1,
        target: { type: 'user', id: fan },
        read: false,
        createdAt: '',
      };
      return world.publish(
        { kind: 'notification', notification, ids: { [fan]: _id } },
        (reader) => reader === fan,
      );
    }
    case 7:
      return world.settle();
    default:
      return world.publish(
        {
          kind: 'event',
          name: 'post.created',
          data: { _id, user },
          audience: { to: 'readersOf', fanId: fan },
        },
        (reader) => world.sees(reader, fan),
      );
  }
}

/** A connection to a client that reads nothing. */
class StalledScreen extends Screen {
  override get bufferedBytes(): number {
    return this.pieces.reduce((sum, { length }) => sum + length, 0);
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
      kind: 'event',
      name: 'post.created',
      data: { _id: '1', user: { _id: 'ann', username: 'ann' } },
      audience: { to: 'readersOf', fanId: 'ann' },
    });

    const [first, ...others] = screens.map(({ pieces }) => pieces.at(-1));
    expect(String(first)).toContain('event: post.created');
    expect(others.every((bytes) => bytes === first)).toBe(true);
    expect(world.asks).toBe(asks);
  });

  it('sends one reset in place of more missed events than the connection may buffer', async () => {
    const bus = new MemoryBus(() => 0);
    const streams = await streamsOver(bus, () => new World(bus, 1));
    const publish = () =>
      bus.publish({
        kind: 'event',
        name: 'post.created',
        data: { _id: 'x'.repeat(1_000), user: { _id: 'ann', username: 'ann' } },
        audience: { to: 'everyone' },
      });
    /** Missed this many events, over a connection that has sent nothing yet. */
    const resume = async (count: number) => {
      const screen = new StalledScreen();
      const position = bus.position();
      for (let number = 0; number < count; number += 1) await publish();
      await streams.open({ id: 'ann', sessionId: 'ann', audience: 'fan' }, position, screen);
      return screen;
    };

    const few = await resume(100);
    few.destroy();
    const many = await resume(300);
    await publish();

    expect(few.received).toHaveLength(100);
    expect(many.isClosed).toBe(false);
    expect(many.received.map(({ name }) => name)).toEqual(['reset', 'post.created']);
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
