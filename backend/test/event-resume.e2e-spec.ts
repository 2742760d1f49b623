import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import { aFan } from './support/callers.js';
import { carriers, EventRoom, receivedIds, untilReceived, newId } from './support/event-room.js';
import { startKickOff } from './support/kickoff.js';
import { until } from './support/until.js';

describe.each(carriers(4))('resumed event stream %s', (_, settings) => {
  let room: EventRoom;

  beforeAll(async () => {
    room = await EventRoom.open(settings);
  });
  afterEach(() => room.empty());
  afterAll(() => room.kickoff.stop());

  it('continues from the last position without loss or duplicates', async () => {
    const first = await room.listens(room.ann);
    const seen = await room.aPostBy(room.bob);
    await untilReceived(first, seen);
    first.disconnect();
    const missed = [
      await room.aPostBy(room.bob),
      await room.aPostBy(room.bob),
      await room.aPostBy(room.bob),
    ];

    const again = await room.listens(room.ann, first.lastEventId);
    const after = await room.aPostBy(room.bob);

    await untilReceived(again, after);
    expect(receivedIds(again)).toEqual([...missed, after]);
  });

  it('continues from a position before the first event', async () => {
    const first = await room.listens(room.ann);
    await until(() => first.lastEventId);
    first.disconnect();
    const missed = await room.aPostBy(room.bob);

    const again = await room.listens(room.ann, first.lastEventId);

    await untilReceived(again, missed);
    expect(receivedIds(again)).toEqual([missed]);
  });

  it.each(['', '0', 'nonsense', '9'.repeat(100), 'id: 1', '../../etc'])(
    'sends one reset for the id %j',
    async (id) => {
      const listener = await room.listens(room.ann, id);
      const after = await room.aPostBy(room.bob);

      await untilReceived(listener, after);
      expect(listener.namesHeard()).toEqual(['reset', 'post.created']);
    },
  );

  it('continues from the position of a reset', async () => {
    const listener = await room.listens(room.ann, 'nonsense');
    await until(() => listener.heard.length > 0 || undefined);
    listener.disconnect();
    const missed = await room.aPostBy(room.bob);

    const again = await room.listens(room.ann, listener.lastEventId);

    await untilReceived(again, missed);
    expect(again.namesHeard()).toEqual(['post.created']);
  });

  it('sends each visible event once and no hidden one in random histories', async () => {
    const fans = [room.ann, room.bob, await aFan(room.kickoff), await aFan(room.kickoff)];
    let seed = 20_261_121;
    const pick = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const listeners = await Promise.all(fans.map((fan) => room.listens(fan)));
    const expected: string[][] = fans.map(() => []);
    const heardBefore: string[][] = fans.map(() => []);
    const isOn = fans.map(() => true);

    for (let step = 0; step < 400; step += 1) {
      const who = pick(fans.length);
      const fan = fans[who];
      if (!fan) continue;
      if (pick(4) > 0) {
        const isPrivate = pick(3) === 0;
        const id = newId();
        if (isPrivate) await room.notice(fan, id);
        else {
          const user = { _id: fan.id, username: fan.username };
          await room.live.publish('post.created', { _id: id, user }, { to: 'everyone' });
        }
        for (const [at, ids] of expected.entries()) if (!isPrivate || at === who) ids.push(id);
      } else if (isOn[who]) {
        listeners[who]?.disconnect();
        isOn[who] = false;
      } else {
        const left = listeners[who];
        if (left) heardBefore[who]?.push(...receivedIds(left));
        listeners[who] = await room.listens(fan, left?.lastEventId);
        isOn[who] = true;
      }
    }
    for (const [at, fan] of fans.entries()) {
      if (isOn[at]) continue;
      const left = listeners[at];
      if (left) heardBefore[at]?.push(...receivedIds(left));
      listeners[at] = await room.listens(fan, left?.lastEventId);
    }
    const last = await room.aPostBy(room.bob);
    for (const listener of listeners) await untilReceived(listener, last);

    for (const [at, listener] of listeners.entries()) {
      expect([...(heardBefore[at] ?? []), ...receivedIds(listener)]).toEqual([
        ...(expected[at] ?? []),
        last,
      ]);
    }
  });

  it('sends a reset for a position that the server does not retain', async () => {
    const listener = await room.listens(room.ann);
    await untilReceived(listener, await room.aPostBy(room.bob));
    listener.disconnect();
    const other = await startKickOff({});

    const stranger = await aFan(other);
    const again = await room.listens(stranger, listener.lastEventId, other);

    await until(() => again.heard.length > 0 || undefined);
    expect(again.namesHeard()).toEqual(['reset']);
    await other.stop();
  });
});
