import { randomBytes } from 'node:crypto';

import { Logger } from '@nestjs/common';
import { describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';

import { RedisBus } from '../src/live/redis-bus.js';
import { aFan, as } from './support/callers.js';
import { TcpProxy } from './support/tcp-proxy.js';
import { databaseServer } from './support/databases.js';
import { REAL_BOUNDS, startKickOff } from './support/kickoff.js';
import { until } from './support/until.js';

const CALLS = 20;
const Line = z.looseObject({ event: z.string(), context: z.string().optional() });

describe('log of an outage', () => {
  it('logs a line for each refused request, but each other event once, without driver topology', async () => {
    const proxy = new TcpProxy(databaseServer());
    await proxy.open();
    let log = '';
    const kickoff = await startKickOff(
      { MONGODB_URI: proxy.uri(`test-${randomBytes(6).toString('hex')}`), LOG_LEVEL: 'info' },
      { write: (line) => void (log += line) },
      REAL_BOUNDS,
    );
    const alice = await aFan(kickoff);
    const toLines = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line) => Line.parse(JSON.parse(line)));
    const requestsBefore = toLines(log).filter(({ event }) => event === 'request').length;

    await proxy.close();
    const calls = Array.from({ length: CALLS }, () => as(kickoff, alice).get('/api/pt/posts'));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);

    // Also those before the outage: on a busy machine a job finds the database away before it is.
    const lines = toLines(log);
    const count = (event: string) => lines.filter((line) => line.event === event).length;
    expect(statuses).toEqual(Array(CALLS).fill(503));
    expect([count('request') - requestsBefore, count('unavailable')]).toEqual([CALLS, 1]);
    const others = lines
      .filter(({ event }) => event !== 'request')
      .map((line) => [line.event, line.context, line['job']].join(' '));
    expect(others.toSorted()).toEqual([...new Set(others)].toSorted());
    expect(log).not.toMatch(/TopologyDescription|"servers"|setName/);
    await proxy.open();
    await kickoff.stop();
    await proxy.close();
  });

  it('logs an unreachable Redis once, and lost events once', async () => {
    const logger = new Logger('LiveBus');
    const warn = jest.spyOn(logger, 'warn').mockReturnValue();
    const bus = new RedisBus('redis://127.0.0.1:1', logger);
    let faults = 0;
    bus['reader'].on('error', () => (faults += 1));

    for (let call = 0; call < CALLS; call += 1)
      await bus.publish({ kind: 'closed', fanId: 'a', streamId: 'b' });
    await until(() => faults > 3 || undefined);

    const events = warn.mock.calls.map(([line]) => Line.parse(line).event);
    expect(events.sort()).toEqual(['live_bus_failed', 'live_event_lost']);
    await bus.close();
  });
});
