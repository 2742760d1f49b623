import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { CallLimits } from '../src/common/limits/call-limits.js';
import { LimitsRepository } from '../src/common/limits/limits.repository.js';
import { aFan, as, asVisitor } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { all, expectRefused, times } from './support/limited-calls.js';

const MINUTE_MS = 60_000;

describe('overall request limit', () => {
  let few: KickOff;
  let addresses = 0;
  /** Through the proxy header, each test has its own addresses. */
  let address: string;

  beforeAll(async () => {
    few = await startKickOff({ RATE_LIMIT_FACTOR: '0.4', TRUST_PROXY: 'loopback' });
  });
  beforeEach(() => {
    address = anAddress();
  });
  afterAll(() => few.stop());

  const anAddress = () => `192.0.2.${(addresses += 1)}`;
  const visit = (from = address, at = few) =>
    asVisitor(at).get('/api/user/profile').set('X-Forwarded-For', from);

  it('allows 300 per address without a session in 5 minutes, times the factor', async () => {
    expect(await times(120, () => visit())).toEqual(all(120, 401));

    expectRefused(await visit(), 5 * MINUTE_MS);
    expect((await visit(anAddress())).status).toBe(401);
    few.clock.advance(5 * MINUTE_MS);
    expect((await visit()).status).toBe(401);
  });

  it('allows 600 per fan in 5 minutes, times the factor, and survives a restart', async () => {
    const alice = await aFan(few);
    const bob = await aFan(few);
    const first = await few.another();
    const profile = (at: KickOff, by = alice) => as(at, by).get('/api/user/profile');

    expect(await times(240, () => profile(first))).toEqual(all(240, 200));
    expectRefused(await profile(first), 5 * MINUTE_MS);
    await first.close();
    const second = await few.another();
    expectRefused(await profile(second), 5 * MINUTE_MS);
    expect((await profile(second, bob)).status).toBe(200);
    await second.close();
  });

  it('adds up the counts of two instances', async () => {
    const other = await few.another();
    const flush = async () => {
      for (const instance of [few, other]) await instance.app.get(CallLimits).flush();
    };
    await visit();
    await visit(address, other);

    await times(59, () => visit());
    await times(59, () => visit(address, other));
    await flush();
    await visit();
    await visit(address, other);
    await flush();

    expectRefused(await visit(), 5 * MINUTE_MS);
    expectRefused(await visit(address, other), 5 * MINUTE_MS);
    await other.close();
  });

  it('writes each call once while the database is slow', async () => {
    const repository = few.app.get(LimitsRepository, { strict: false });
    const addAll = repository.addAll.bind(repository);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const spy = jest
      .spyOn(repository, 'addAll')
      .mockImplementation((...args) => released.then(() => addAll(...args)));
    await times(61, () => visit());

    const flushes = [1, 2, 3].map(() => few.app.get(CallLimits).flush());
    release();
    await Promise.all(flushes);

    expect((await visit()).status).toBe(401);
    spy.mockRestore();
  });

  it('does not apply to health checks', async () => {
    const statuses = await times(130, () => asVisitor(few).get('/api/health/live'));

    expect(statuses).toEqual(all(130, 200));
  });
});
