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

  /** As many turns of the event loop in a row, each with a new connection. */
  async function connectFor(turns: number): Promise<void> {
    for (let count = 0; count < turns; count += 1) {
      backlog.onConnection();
      await turn();
    }
  }

  it('holds the queue while each turn of the event loop brings another connection', async () => {
    await connectFor(10);
    expect(events).toEqual(['hold']);

    await turn();
    await turn();
    expect(events).toEqual(['hold', 'release']);
  });

  it('holds nothing for connections that come one by one', async () => {
    for (let count = 0; count < 10; count += 1) {
      await connectFor(1);
      await turn();
      await turn();
    }

    expect(events).toEqual([]);
  });

  it('holds the queue for 500 ms at most, then not again for 250 ms', async () => {
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
