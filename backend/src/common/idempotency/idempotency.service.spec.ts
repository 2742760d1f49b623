import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { Unavailable } from '../errors/coded-errors.js';
import { SystemClock } from '../time/clock.js';
import type { IdempotencyKey } from './idempotency-key.schema.js';
import type { IdempotencyRepository } from './idempotency.repository.js';
import { IdempotencyService } from './idempotency.service.js';

const SLOW_MS = 400;
const DAY_MS = 24 * 60 * 60_000;

describe('IdempotencyService', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('waits 10 s for another try of the same call, also over a slow database', async () => {
    const held: IdempotencyKey = {
      ...{ _id: 'fan:key', fingerprint: 'f', resultId: 'r', attempt: 'other' },
      ...{ leaseUntil: new Date(Date.now() + DAY_MS), expiresAt: new Date(Date.now() + DAY_MS) },
    };
    const slow = <Row>(row: Row): Promise<Row> => {
      jest.setSystemTime(Date.now() + SLOW_MS);
      return Promise.resolve(row);
    };
    const repository = { find: () => slow(held), takeOver: () => slow(null) };
    const service = new IdempotencyService(
      repository as unknown as IdempotencyRepository,
      new SystemClock(),
    );
    const begun = Date.now();

    const call = service.once('fan:key', 'f', () => Promise.reject(new Error('not to be done')));

    await expect(call).rejects.toBeInstanceOf(Unavailable);
    expect(Date.now() - begun).toBeGreaterThanOrEqual(10_000);
    expect(Date.now() - begun).toBeLessThanOrEqual(11_000);
  });
});
