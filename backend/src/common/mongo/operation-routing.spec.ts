import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';

import { inBackground, iterateInBackground, outsideBackground } from './background.js';
import { routeOperations } from './operation-routing.js';
import { inTransaction, outsideTransaction } from './transaction.js';

/** Every operation with the client it ran on and the client of its session. */
let ran: { on: string; operation: string; sessionOf?: string }[];

function aConnection(on: string): Connection {
  const operate =
    (operation: string) => (_filter?: object, options?: { session: { on: string } }) => {
      ran.push({ on, operation, ...(options && { sessionOf: options.session.on }) });
      return Promise.resolve(null);
    };
  const names = ['findOne', 'insertOne', 'estimatedDocumentCount'];
  const collection = Object.fromEntries(names.map((name) => [name, operate(name)]));
  const collections: Record<string, object> = {};
  return {
    collections,
    collection: (name: string) => (collections[name] ??= { ...collection }),
    getClient: () => ({
      startSession: () => ({
        on,
        startTransaction: () => undefined,
        commitTransaction: () => Promise.resolve(),
        endSession: () => Promise.resolve(),
      }),
    }),
  } as unknown as Connection;
}

describe('routeOperations', () => {
  const rows = routeOperations(aConnection('calls'), aConnection('jobs')).collection('rows');
  const read = () => rows.findOne({});

  beforeEach(() => {
    ran = [];
  });

  it('runs background operations on the jobs connection and all others on the calls connection', async () => {
    await read();
    await inBackground(async () => {
      await read();
      await rows.estimatedDocumentCount();
    });
    await read();

    expect(ran.map(({ on }) => on)).toEqual(['calls', 'jobs', 'jobs', 'calls']);
  });

  it('runs a transaction started in the background in a session of the jobs client', async () => {
    await inBackground(() =>
      inTransaction(async () => {
        await read();
        await rows.insertOne({});
        return true;
      }),
    );

    expect(ran).toEqual([
      { on: 'jobs', operation: 'findOne', sessionOf: 'jobs' },
      { on: 'jobs', operation: 'insertOne', sessionOf: 'jobs' },
    ]);
  });

  it('runs every operation of a transaction on the connection it started on', async () => {
    await inTransaction(async () => {
      await read();
      await inBackground(read);
      return true;
    });
    await inBackground(() =>
      inTransaction(async () => {
        await read();
        await outsideBackground(read);
        return true;
      }),
    );

    expect(ran.map(({ on, sessionOf }) => [on, sessionOf])).toEqual([
      ['calls', 'calls'],
      ['calls', 'calls'],
      ['jobs', 'jobs'],
      ['jobs', 'jobs'],
    ]);
  });

  it('runs outsideTransaction inside a background transaction on the jobs connection without a session', async () => {
    await inBackground(() =>
      inTransaction(async () => {
        await outsideTransaction(read);
        return true;
      }),
    );

    expect(ran).toEqual([{ on: 'jobs', operation: 'findOne' }]);
  });

  it('runs every step of an iterator in the background wherever it is consumed', async () => {
    async function* twoReads() {
      yield await read();
      yield await read();
    }

    for await (const row of iterateInBackground(twoReads())) {
      expect(row).toBeNull();
      await read();
    }

    expect(ran.map(({ on }) => on)).toEqual(['jobs', 'calls', 'jobs', 'calls']);
  });

  it('runs the cleanup of an iterator in the background when its consumer stops', async () => {
    async function* endless() {
      try {
        for (;;) yield await Promise.resolve(1);
      } finally {
        await read();
      }
    }

    for await (const row of iterateInBackground(endless())) {
      expect(row).toBe(1);
      break;
    }

    expect(ran.map(({ on }) => on)).toEqual(['jobs']);
  });
});
