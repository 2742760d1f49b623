import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mongo, type Connection } from 'mongoose';

import { isDatabaseAway } from './database-away.js';
import { routeOperations } from './operation-routing.js';
import {
  afterCommit,
  afterWaitSince,
  inTransaction,
  onTransactionEnd,
  outsideTransaction,
} from './transaction.js';

/** A request that waits for the database must fail within this time (SECURITY-BAR). */
const GIVEN_UP_MS = 5_000;
/** Server selection takes 1.5 s; an earlier write may already have succeeded. */
const TRY_MS = 1_700;
/** Steps of the fake clock, 10 ms each. */
const MOST_STEPS = 1_000;

const session = {
  startTransaction: jest.fn(),
  commitTransaction: jest.fn<() => Promise<void>>(),
  endSession: jest.fn<() => Promise<void>>(),
};
const insertOne = jest.fn<(row: object, options?: object) => Promise<void>>();

function aConnection() {
  const collections: Record<string, object> = {};
  return {
    collections,
    collection: (name: string) => (collections[name] ??= { insertOne }),
    getClient: () => ({ startSession: () => session }),
  } as unknown as Connection;
}
const aCollection = () => routeOperations(aConnection(), aConnection()).collection('rows');
const rows = aCollection();
const write = () => rows.insertOne({});

beforeEach(() => {
  session.startTransaction.mockReset();
  session.commitTransaction.mockReset().mockResolvedValue();
  session.endSession.mockReset().mockResolvedValue();
  insertOne.mockReset().mockResolvedValue();
});

describe('inTransaction when the database goes away', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Runs a transaction and returns its error and its duration on the fake clock. */
  async function outcomeOf(work: () => Promise<string>) {
    const begun = Date.now();
    const outcome: { isOver: boolean; error?: unknown } = { isOver: false };
    const running = inTransaction(async () => {
      await write();
      return work();
    })
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
  ])('fails within 5 s with an error answered as 503 when it %s', async (_how, fault) => {
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
  ])('does not wait for its session to end when it %s', async (_how, fault) => {
    session.endSession.mockReturnValue(new Promise(() => undefined));

    const { error } = await outcomeOf(() => Promise.reject(fault()));

    expect(isDatabaseAway(error)).toBe(true);
  });

  it('does not run the work again when the commit result is unknown', async () => {
    session.commitTransaction.mockRejectedValue(labelled(lost(), 'UnknownTransactionCommitResult'));
    const work = jest.fn(() => Promise.resolve('written'));

    const { error } = await outcomeOf(work);

    expect(work).toHaveBeenCalledTimes(1);
    expect(isDatabaseAway(error)).toBe(true);
  });

  it('does not run the work again when the commit fails with a socket error', async () => {
    const ended = Object.assign(new Error('This socket has been ended by the other party'), {
      code: 'EPIPE',
    });
    session.commitTransaction.mockRejectedValue(ended);
    const work = jest.fn(() => Promise.resolve('written'));

    const { error } = await outcomeOf(work);

    expect(work).toHaveBeenCalledTimes(1);
    expect(isDatabaseAway(error)).toBe(true);
  });

  it('retries after a write conflict once the first session has ended', async () => {
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

describe('inTransaction', () => {
  const used = () => insertOne.mock.calls.map(([, options]) => options);
  const conflict = () => {
    const error = new mongo.MongoServerError({ message: 'WriteConflict', code: 112 });
    error.addErrorLabel('TransientTransactionError');
    return error;
  };

  it('passes the session to every operation, also after an await or in a nested call', async () => {
    await inTransaction(async () => {
      await rows.insertOne({}, { comment: 'first' });
      await inTransaction(async () => {
        await Promise.resolve();
        await write();
        return null;
      });
      return true;
    });

    expect(used()).toEqual([{ comment: 'first', session }, { session }]);
    expect(session.startTransaction).toHaveBeenCalledTimes(1);
    expect(session.commitTransaction).toHaveBeenCalledTimes(1);
  });

  it('passes no session to operations outside the transaction', async () => {
    const during = inTransaction(async () => {
      await new Promise(setImmediate);
      return true;
    });
    await write();
    await during;
    await write();

    expect(used()).toEqual([undefined, undefined]);
  });

  it('passes no session to operations of another connection', async () => {
    const others = aCollection();

    await inTransaction(async () => {
      await write();
      await others.insertOne({});
      return true;
    });

    expect(used()).toEqual([{ session }, undefined]);
  });

  it('passes no session to work that outlives the transaction', async () => {
    let late: Promise<unknown> = Promise.resolve();

    await inTransaction(async () => {
      await write();
      late = new Promise(setImmediate).then(write);
      return true;
    });
    await late;

    expect(used()).toEqual([{ session }, undefined]);
  });

  it('passes no session to work in outsideTransaction', async () => {
    await inTransaction(async () => {
      const beside = outsideTransaction(async () => {
        await Promise.resolve();
        await write();
      });
      await write();
      await beside;
      return true;
    });

    expect(used()).toContainEqual({ session });
    expect(used()).toContain(undefined);
  });

  it('rejects two concurrent operations', async () => {
    const both = inTransaction(() => Promise.all([write(), write()]));

    await expect(both).rejects.toThrow('still running');
    expect(session.commitTransaction).not.toHaveBeenCalled();
  });

  it('does not commit while an operation is not awaited', async () => {
    insertOne.mockReturnValue(new Promise(() => undefined));

    const forgetful = inTransaction(() => {
      void write();
      return Promise.resolve(true);
    });

    await expect(forgetful).rejects.toThrow('still running');
    expect(session.commitTransaction).not.toHaveBeenCalled();
  });

  it('runs afterCommit once after the commit when the transaction is retried', async () => {
    const steps: string[] = [];
    session.commitTransaction.mockImplementation(() => {
      steps.push('committed');
      return Promise.resolve();
    });

    await inTransaction(async () => {
      await write();
      await afterCommit(() => write().then(() => steps.push('followed')));
      steps.push('tried');
      if (steps.length === 1) throw conflict();
      return true;
    });

    expect(steps).toEqual(['tried', 'tried', 'committed', 'followed']);
    expect(used().at(-1)).toBeUndefined();
  });

  it('never runs afterCommit after a rollback', async () => {
    const follow = jest.fn();
    const work = async () => {
      await write();
      await afterCommit(follow);
      return null;
    };

    await inTransaction(work);
    await expect(
      inTransaction(async () => {
        await work();
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');

    expect(follow).not.toHaveBeenCalled();
  });

  it('commits without a retry when afterCommit fails', async () => {
    const work = jest.fn(async () => {
      await write();
      await afterCommit(() => {
        throw conflict();
      });
      return true;
    });

    await expect(inTransaction(work)).rejects.toThrow('WriteConflict');

    expect(work).toHaveBeenCalledTimes(1);
    expect(session.commitTransaction).toHaveBeenCalledTimes(1);
  });

  it('runs afterCommit immediately outside a transaction', async () => {
    const follow = jest.fn();

    await afterCommit(follow);

    expect(follow).toHaveBeenCalledTimes(1);
  });

  it('retries a second transaction after a wait as if it had not waited', async () => {
    const work = jest.fn<() => Promise<boolean>>().mockRejectedValueOnce(conflict());
    work.mockResolvedValue(true);

    await afterWaitSince(Date.now() - 60_000, async () => {
      await inTransaction(() => Promise.resolve(true));
      await inTransaction(work);
    });

    expect(work).toHaveBeenCalledTimes(2);
  });

  it('calls onTransactionEnd once per attempt', async () => {
    const ended = jest.fn();
    let tries = 0;

    await inTransaction(async () => {
      onTransactionEnd(ended);
      await write();
      tries += 1;
      expect(ended).toHaveBeenCalledTimes(tries - 1);
      if (tries === 1) throw conflict();
      return true;
    });

    expect(ended).toHaveBeenCalledTimes(2);
    expect(() => {
      onTransactionEnd(ended);
    }).toThrow('needs a transaction');
  });
});
