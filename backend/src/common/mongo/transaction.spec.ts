import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mongo, type Connection } from 'mongoose';

import { isDatabaseAway } from './database-away.js';
import { inTransaction } from './transaction.js';

/** A database that takes at most so long to answer is given up by then (SECURITY-BAR). */
const GIVEN_UP_MS = 5_000;
/** The driver looks for a server for 1.5 s; before that a first write may have been answered. */
const TRY_MS = 1_700;
/** So many steps of the test's clock, 10 ms each. */
const MOST_STEPS = 1_000;

describe('a transaction whose database goes away', () => {
  const session = {
    startTransaction: jest.fn(),
    commitTransaction: jest.fn<() => Promise<void>>(),
    endSession: jest.fn<() => Promise<void>>(),
  };
  const connection = {
    getClient: () => ({ startSession: () => session }),
  } as unknown as Connection;

  beforeEach(() => {
    jest.useFakeTimers();
    session.commitTransaction.mockReset().mockResolvedValue();
    session.endSession.mockReset().mockResolvedValue();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** What came of a transaction, and how long it took by the clock of the test. */
  async function outcomeOf(work: () => Promise<string>) {
    const begun = Date.now();
    const outcome: { isOver: boolean; error?: unknown } = { isOver: false };
    const running = inTransaction(connection, work)
      .catch((error: unknown) => (outcome.error = error))
      .finally(() => (outcome.isOver = true));
    for (let step = 0; step < MOST_STEPS && !outcome.isOver; step += 1) {
      await jest.advanceTimersByTimeAsync(10);
    }
    expect(outcome.isOver).toBe(true);
    await running;
    return { error: outcome.error, tookMs: Date.now() - begun };
  }

  const labelled = (error: mongo.MongoError, label: string) => {
    error.addErrorLabel(label);
    return error;
  };
  const lost = () => new mongo.MongoNetworkError('connection closed');
  const noServer = () =>
    new mongo.MongoServerSelectionError('no server', {} as mongo.TopologyDescription);

  it.each([
    ['loses its connection', lost],
    ['finds no server', noServer],
  ])('is given up within 5 s and answered 503 where it %s', async (_how, fault) => {
    const work = jest.fn(async (): Promise<string> => {
      await new Promise((resolve) => setTimeout(resolve, TRY_MS));
      throw labelled(fault(), 'TransientTransactionError');
    });

    const { error, tookMs } = await outcomeOf(work);

    expect(isDatabaseAway(error)).toBe(true);
    expect(tookMs).toBeLessThan(GIVEN_UP_MS);
  });

  it.each([
    ['loses its connection', lost],
    ['finds no server', noServer],
  ])('does not wait for its session to end where it %s', async (_how, fault) => {
    session.endSession.mockReturnValue(new Promise(() => undefined));

    const { error } = await outcomeOf(() => Promise.reject(fault()));

    expect(isDatabaseAway(error)).toBe(true);
  });

  it('is not done twice where nobody can say whether it was committed', async () => {
    session.commitTransaction.mockRejectedValue(labelled(lost(), 'UnknownTransactionCommitResult'));
    const work = jest.fn(() => Promise.resolve('written'));

    const { error } = await outcomeOf(work);

    expect(work).toHaveBeenCalledTimes(1);
    expect(isDatabaseAway(error)).toBe(true);
  });

  it('is not done twice where the system itself reports a lost connection', async () => {
    const ended = Object.assign(new Error('This socket has been ended by the other party'), {
      code: 'EPIPE',
    });
    session.commitTransaction.mockRejectedValue(ended);
    const work = jest.fn(() => Promise.resolve('written'));

    const { error } = await outcomeOf(work);

    expect(work).toHaveBeenCalledTimes(1);
    expect(isDatabaseAway(error)).toBe(true);
  });

  it('is tried again where others wrote the same, after its own writes are taken back', async () => {
    const conflict = new mongo.MongoServerError({ message: 'WriteConflict', code: 112 });
    const steps: string[] = [];
    session.endSession.mockImplementation(async () => {
      await Promise.resolve();
      steps.push('ended');
    });
    const { error } = await outcomeOf(() => {
      steps.push('tried');
      return steps.length === 1
        ? Promise.reject(labelled(conflict, 'TransientTransactionError'))
        : Promise.resolve('written');
    });

    expect(error).toBeUndefined();
    expect(steps).toEqual(['tried', 'ended', 'tried', 'ended']);
  });
});
