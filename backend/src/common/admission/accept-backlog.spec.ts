import { beforeEach, describe, expect, it } from '@jest/globals';

import { AcceptBacklog } from './accept-backlog.js';

describe('AcceptBacklog', () => {
  let events: string[];
  let nowMs: number;
  let backlog: AcceptBacklog;

  beforeEach(() => {
    events = [];
    nowMs = 10_000;
    const queue = { hold: () => events.push('hold'), release: () => events.push('release') };
    backlog = new AcceptBacklog(queue, () => nowMs);
  });

  const turn = () => new Promise(setImmediate);

  /** Opens one connection in each of this many consecutive turns of the event loop. */
  async function connectFor(turns: number): Promise<void> {
    for (let count = 0; count < turns; count += 1) {
      backlog.onConnection();
      await turn();
    }
  }

  it('holds the queue while each event loop turn accepts another connection', async () => {
    await connectFor(10);
    expect(events).toEqual(['hold']);

    await turn();
    await turn();
    expect(events).toEqual(['hold', 'release']);
  });

  it('does not hold the queue for connections in separate event loop turns', async () => {
    for (let count = 0; count < 10; count += 1) {
      await connectFor(1);
      await turn();
      await turn();
    }

    expect(events).toEqual([]);
  });

  it('holds the queue for at most 500 ms, then not again for 250 ms', async () => {
    await connectFor(5);
    nowMs += 501;
    await connectFor(5);
    expect(events).toEqual(['hold', 'release']);

    nowMs += 249;
    await connectFor(5);
    expect(events).toEqual(['hold', 'release']);

    nowMs += 2;
    await connectFor(5);
    expect(events).toEqual(['hold', 'release', 'hold']);
  });
});
