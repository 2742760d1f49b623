import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { aFan } from './support/callers.js';
import {
  carriers,
  EventFixture,
  receivedIds,
  untilReceived,
  newId,
  redisUrl,
} from './support/event-fixture.js';
import { startKickOff } from './support/kickoff.js';
import { TcpProxy } from './support/tcp-proxy.js';
import { until } from './support/until.js';

describe.each(carriers(4))('resumed event stream %s', (_, settings) => {
  let fixture: EventFixture;

  beforeAll(async () => {
    fixture = await EventFixture.open(settings);
  });
  afterEach(() => fixture.empty());
  afterAll(() => fixture.kickoff.stop());

  it('continues from the last position without loss or duplicates', async () => {
    const first = await fixture.listens(fixture.ann);
    const seen = await fixture.aPostBy(fixture.bob);
    await untilReceived(first, seen);
    first.disconnect();
    const missed = [
      await fixture.aPostBy(fixture.bob),
      await fixture.aPostBy(fixture.bob),
      await fixture.aPostBy(fixture.bob),
    ];

    const again = await fixture.listens(fixture.ann, first.lastEventId);
    const after = await fixture.aPostBy(fixture.bob);

    await untilReceived(again, after);
    expect(receivedIds(again)).toEqual([...missed, after]);
  });

  it('continues from a position before the first event', async () => {
    const first = await fixture.listens(fixture.ann);
    await until(() => first.lastEventId);
    first.disconnect();
    const missed = await fixture.aPostBy(fixture.bob);

    const again = await fixture.listens(fixture.ann, first.lastEventId);

    await untilReceived(again, missed);
    expect(receivedIds(again)).toEqual([missed]);
  });

  it.each(['', '0', 'nonsense', '9'.repeat(100), 'id: 1', '../../etc'])(
    'sends one reset for the id %j',
    async (id) => {
      const listener = await fixture.listens(fixture.ann, id);
      const after = await fixture.aPostBy(fixture.bob);

      await untilReceived(listener, after);
      expect(listener.receivedNames()).toEqual(['reset', 'post.created']);
    },
  );

  it('continues from the position of a reset', async () => {
    const listener = await fixture.listens(fixture.ann, 'nonsense');
    await until(() => listener.received.length > 0 || undefined);
    listener.disconnect();
    const missed = await fixture.aPostBy(fixture.bob);

    const again = await fixture.listens(fixture.ann, listener.lastEventId);

    await untilReceived(again, missed);
    expect(again.receivedNames()).toEqual(['post.created']);
  });

  it('sends each visible event once and no hidden one in random histories', async () => {
    const fans = [
      fixture.ann,
      fixture.bob,
      await aFan(fixture.kickoff),
      await aFan(fixture.kickoff),
    ];
    let seed = 20_261_121;
    const pick = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const listeners = await Promise.all(fans.map((fan) => fixture.listens(fan)));
    const expected: string[][] = fans.map(() => []);
    const receivedBefore: string[][] = fans.map(() => []);
    const isOn = fans.map(() => true);

    for (let step = 0; step < 400; step += 1) {
      const who = pick(fans.length);
      const fan = fans[who];
      if (!fan) continue;
      if (pick(4) > 0) {
        const isPrivate = pick(3) === 0;
        const id = newId();
        if (isPrivate) await fixture.notify(fan, id);
        else {
          const user = { _id: fan.id, username: fan.username };
          await fixture.live.publish('post.created', { _id: id, user }, { to: 'everyone' });
        }
        for (const [at, ids] of expected.entries()) if (!isPrivate || at === who) ids.push(id);
      } else if (isOn[who]) {
        listeners[who]?.disconnect();
        isOn[who] = false;
      } else {
        const left = listeners[who];
        if (left) receivedBefore[who]?.push(...receivedIds(left));
        listeners[who] = await fixture.listens(fan, left?.lastEventId);
        isOn[who] = true;
      }
    }
    for (const [at, fan] of fans.entries()) {
      if (isOn[at]) continue;
      const left = listeners[at];
      if (left) receivedBefore[at]?.push(...receivedIds(left));
      listeners[at] = await fixture.listens(fan, left?.lastEventId);
    }
    const last = await fixture.aPostBy(fixture.bob);
    for (const listener of listeners) await untilReceived(listener, last);

    for (const [at, listener] of listeners.entries()) {
      expect([...(receivedBefore[at] ?? []), ...receivedIds(listener)]).toEqual([
        ...(expected[at] ?? []),
        last,
      ]);
    }
  });

  it('sends a reset for a position that the server does not retain', async () => {
    const listener = await fixture.listens(fixture.ann);
    await untilReceived(listener, await fixture.aPostBy(fixture.bob));
    listener.disconnect();
    const other = await startKickOff({});
    other.clock.stand();

    const stranger = await aFan(other);
    const again = await fixture.listens(stranger, listener.lastEventId, other);

    await until(() => again.received.length > 0 || undefined);
    expect(again.receivedNames()).toEqual(['reset']);
    await other.stop();
  });
});

describe('resumed event stream while Redis is unavailable', () => {
  it('sends a reset', async () => {
    const proxy = new TcpProxy(new URL(redisUrl(4)));
    await proxy.open();
    const fixture = await EventFixture.open({ REDIS_URL: `redis://${proxy.address}/4` });
    const first = await fixture.listens(fixture.ann);
    await untilReceived(first, await fixture.aPostBy(fixture.bob));
    await proxy.close();

    const again = await fixture.listens(fixture.ann, first.lastEventId);

    expect(again.status).toBe(200);
    await until(() => again.received.length > 0 || undefined);
    expect(again.receivedNames()).toEqual(['reset']);
    fixture.empty();
    await fixture.kickoff.stop();
  });
});
