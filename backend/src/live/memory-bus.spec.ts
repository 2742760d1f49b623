import { describe, expect, it } from '@jest/globals';

import type { LiveNotification, NotificationPayload } from './live-message.js';
import { MemoryBus } from './memory-bus.js';

const MIB = 1024 * 1024;

/** A notification to this many fans, as a fan-out publishes it: about 60 bytes per fan. */
function aNotification(fans: number): LiveNotification {
  const ids = Object.fromEntries(
    Array.from({ length: fans }, (_, at) => [`${at}`.padStart(24, '0'), 'f'.repeat(24)]),
  );
  const notification: NotificationPayload = {
    kind: 'team',
    target: { type: 'match', id: 'm1' },
    text: 'Goal',
    actors: [],
    count: 1,
    read: false,
    createdAt: '2026-11-21T14:35:00.000Z',
  };
  return { kind: 'notification', notification, ids };
}

describe('MemoryBus', () => {
  it('retains at most 36 MiB of large messages', async () => {
    const bus = new MemoryBus(() => 0);
    const notification = aNotification(5_000);
    const bytes = JSON.stringify(notification).length;
    const begin = bus.position();
    const positions: string[] = [];

    for (let sent = 0; sent * bytes < 80 * MIB; sent += 1) {
      await bus.publish(notification);
      positions.push(bus.position());
    }

    // The retained messages are those that `since` returns.
    expect(await bus.since(begin)).toBeUndefined();
    let retained = 0;
    for (const position of positions) {
      retained = (await bus.since(position))?.length ?? 0;
      if (retained > 0) break;
    }
    expect(retained * bytes).toBeGreaterThan(30 * MIB);
    expect(retained * bytes).toBeLessThan(36 * MIB);
  });

  it('returns the messages after any of them', async () => {
    const bus = new MemoryBus(() => 0);
    const positions = [bus.position()];
    for (let sent = 0; sent < 1_000; sent += 1) {
      await bus.publish({ kind: 'end', sessionId: `${sent}` });
      positions.push(bus.position());
    }

    for (const sent of [0, 1, 99, 100, 101, 555, 999, 1_000]) {
      const missed = await bus.since(positions[sent] ?? '');
      const expected = Array.from({ length: 1_000 - sent }, (_, at) => ({
        id: positions[sent + at + 1],
        body: { kind: 'end', sessionId: `${sent + at}` },
      }));
      expect(missed).toEqual(expected);
    }
  });

  it('retains about 50,000 small messages', async () => {
    const bus = new MemoryBus(() => 0);
    const positions: string[] = [];
    for (let sent = 0; sent < 60_000; sent += 1) {
      positions.push(bus.position());
      await bus.publish({ kind: 'end', sessionId: `${sent}` });
    }

    expect(await bus.since(positions[9_900] ?? '')).toBeUndefined();
    expect(await bus.since(positions[10_100] ?? '')).toHaveLength(49_900);
  });
});
