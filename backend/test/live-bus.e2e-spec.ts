import { randomBytes } from 'node:crypto';

import { Logger } from '@nestjs/common';
import { afterAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Redis } from 'ioredis';

import { RETENTION_MS, type LiveBus } from '../src/live/live-bus.js';
import type { LiveMessage, LiveEventMessage } from '../src/live/live-message.js';
import { MemoryBus } from '../src/live/memory-bus.js';
import { RedisBus } from '../src/live/redis-bus.js';
import { TcpProxy } from './support/tcp-proxy.js';
import { until } from './support/until.js';

const redisUrl = process.env['KICKOFF_TEST_REDIS'] ?? '';

const anEvent = (id: string): LiveEventMessage => ({
  kind: 'event',
  name: 'post.created',
  data: { _id: id, user: { _id: 'a', username: 'Ann' } },
  audience: { to: 'everyone' },
});
const idsOf = (messages: readonly LiveMessage[] | undefined) =>
  messages?.map(({ body }) => (body.kind === 'event' && '_id' in body.data ? body.data._id : ''));

/** A bus with the messages and gaps that its subscriber received. */
function subscribe(bus: LiveBus) {
  const received: LiveMessage[] = [];
  const gaps: number[] = [];
  bus.subscribe({
    onMessage: (message) => void received.push(message),
    onGap: () => void gaps.push(received.length),
  });
  return { bus, received, gaps };
}

describe.each(['within one process', 'over Redis'])('LiveBus %s', (carrier) => {
  const open: LiveBus[] = [];
  let memoryClockMs = Date.now();

  function aBus(): LiveBus {
    const bus =
      carrier === 'over Redis'
        ? new RedisBus(redisUrl, new Logger('LiveBus'))
        : new MemoryBus(() => memoryClockMs);
    open.push(bus);
    return bus;
  }
  const awaitPosition = (bus: LiveBus) => until(() => bus.position());

  beforeEach(() => {
    memoryClockMs = Date.now();
  });
  afterAll(() => Promise.all(open.map((bus) => bus.close())));

  it('delivers each message once and in order', async () => {
    const { bus, received } = subscribe(aBus());
    await awaitPosition(bus);
    const names = Array.from({ length: 50 }, () => randomBytes(6).toString('hex'));

    for (const name of names) await bus.publish(anEvent(name));

    await until(() => received.length >= names.length || undefined);
    expect(idsOf(received)).toEqual(names);
  });

  it('returns exactly the missed messages', async () => {
    const { bus, received } = subscribe(aBus());
    await awaitPosition(bus);
    for (const name of ['one', 'two', 'three']) await bus.publish(anEvent(name));
    await until(() => received.length >= 3 || undefined);

    const missed = await bus.since(received[0]?.id ?? '');
    const nothing = await bus.since(bus.position());

    expect(idsOf(missed)).toEqual(['two', 'three']);
    expect(nothing).toEqual([]);
  });

  it.each([
    '',
    '0',
    '-1',
    'nonsense',
    '000000000000-1',
    '000000000000.1-1',
    '9'.repeat(40),
    '\r\ndata: x',
  ])('cannot resume from %j', async (id) => {
    const { bus } = subscribe(aBus());
    await awaitPosition(bus);
    await bus.publish(anEvent('one'));

    expect(await bus.since(id)).toBeUndefined();
  });

  it('cannot resume from a future position', async () => {
    const { bus } = subscribe(aBus());
    const position = await awaitPosition(bus);
    const later = position.replace(/(\d+)$/, (digits) => `${Number(digits) + 7}`);

    expect(await bus.since(later)).toBeUndefined();
  });
});

describe('MemoryBus', () => {
  it('retains messages for more than five minutes and evicts older ones', async () => {
    let nowMs = 1_000_000_000;
    const { bus, received } = subscribe(new MemoryBus(() => nowMs));
    await bus.publish(anEvent('old'));
    await bus.publish(anEvent('older than five minutes'));
    nowMs += 5 * 60_000;
    await bus.publish(anEvent('new'));
    const first = received[0]?.id ?? '';

    const inTime = await bus.since(first);
    nowMs += RETENTION_MS;
    await bus.publish(anEvent('newest'));
    const tooLate = await bus.since(first);

    expect(idsOf(inTime)).toEqual(['older than five minutes', 'new']);
    expect(tooLate).toBeUndefined();
  });
});

describe('RedisBus', () => {
  it('delivers a message to every instance', async () => {
    const one = subscribe(new RedisBus(redisUrl, new Logger('LiveBus')));
    const other = subscribe(new RedisBus(redisUrl, new Logger('LiveBus')));
    await until(() => one.bus.position());
    await until(() => other.bus.position());

    await one.bus.publish(anEvent('published'));

    await until(() => other.received.length > 0 || undefined);
    expect(idsOf(other.received)).toEqual(['published']);
    expect(await other.bus.since(one.bus.position())).toEqual([]);
    await Promise.all([one.bus.close(), other.bus.close()]);
  });

  it('publishes once an event that two instances detect at the same time', async () => {
    const one = subscribe(new RedisBus(redisUrl, new Logger('LiveBus')));
    const other = subscribe(new RedisBus(redisUrl, new Logger('LiveBus')));
    await until(() => one.bus.position());
    const key = randomBytes(6).toString('hex');

    await Promise.all([
      one.bus.publish(anEvent('goal'), key),
      other.bus.publish(anEvent('goal'), key),
    ]);
    await one.bus.publish(anEvent('end'));

    await until(() => idsOf(one.received)?.includes('end') || undefined);
    expect(idsOf(one.received)).toEqual(['goal', 'end']);
    await Promise.all([one.bus.close(), other.bus.close()]);
  });

  it('reports a gap when Redis has lost its data', async () => {
    const admin = new Redis(redisUrl);
    const { bus, gaps } = subscribe(new RedisBus(redisUrl, new Logger('LiveBus')));
    const before = await until(() => bus.position());

    await admin.del('kickoff:live', 'kickoff:live:generation');
    await bus.publish(anEvent('after'));

    await until(() => gaps.length > 0 || undefined);
    expect(await bus.since(before)).toBeUndefined();
    await Promise.all([bus.close(), admin.quit()]);
  }, 15_000);

  it('reports a gap to every instance after one could not publish a message', async () => {
    const proxy = new TcpProxy(new URL(redisUrl));
    await proxy.open();
    const url = `redis://${proxy.address}`;
    const one = subscribe(new RedisBus(url, new Logger('LiveBus')));
    const other = subscribe(new RedisBus(redisUrl, new Logger('LiveBus')));
    await until(() => one.bus.position());
    const before = await until(() => other.bus.position());

    await proxy.close();
    await one.bus.publish(anEvent('lost'));
    await proxy.open();

    await until(() => (one.gaps.length > 0 && other.gaps.length > 0) || undefined, 20_000);
    expect(await other.bus.since(before)).toBeUndefined();
    await Promise.all([one.bus.close(), other.bus.close()]);
    await proxy.close();
  }, 30_000);

  it('cannot resume while Redis does not respond, and logs it once', async () => {
    const proxy = new TcpProxy(new URL(redisUrl));
    await proxy.open();
    const logger = new Logger('LiveBus');
    const warn = jest.spyOn(logger, 'warn').mockReturnValue();
    const bus = new RedisBus(`redis://${proxy.address}`, logger);
    const position = await until(() => bus.position());

    proxy.freeze();
    const missed = await Promise.all([bus.since(position), bus.since(position)]);

    expect(missed).toEqual([undefined, undefined]);
    expect(warn.mock.calls).toMatchObject([[{ event: 'live_bus_failed' }]]);
    await bus.close();
    await proxy.close();
  });

  it('loses only the message while Redis is unavailable', async () => {
    const bus = new RedisBus('redis://127.0.0.1:1', new Logger('LiveBus'));

    await expect(bus.publish(anEvent('lost'))).resolves.toBeUndefined();
    expect(() => bus.position()).toThrow('Live news are not available');
    await bus.close();
  });
});
