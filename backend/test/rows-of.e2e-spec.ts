import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { rowsOf } from '../src/common/mongo/rows-of.js';
import { type KickOff, startKickOff } from './support/kickoff.js';

const ROWS = 250;
const BATCH = 100;

describe('rowsOf', () => {
  let kickoff: KickOff;
  /** Numbers of the rows that were converted. */
  let converted: number[];

  beforeAll(async () => {
    kickoff = await startKickOff();
    const rows = Array.from({ length: ROWS }, (_, number) => ({ number }));
    await kickoff.connection.collection('numbers').insertMany(rows);
  });
  afterAll(() => kickoff.stop());

  const toNumber = (row: { number?: number }) => {
    converted.push(row.number ?? -1);
    return row.number ?? -1;
  };
  function find(filter = {}) {
    converted = [];
    const numbers = kickoff.connection.collection<{ number: number }>('numbers');
    return numbers.find(filter, { sort: { number: 1 }, batchSize: BATCH });
  }

  it('yields all rows in order across several batches', async () => {
    const rows: number[] = [];

    for await (const row of rowsOf(find(), toNumber)) rows.push(row);

    expect(rows).toEqual(Array.from({ length: ROWS }, (_, number) => number));
  });

  it('yields nothing when no row matches', async () => {
    const rows: number[] = [];

    for await (const row of rowsOf(find({ number: -1 }), toNumber)) rows.push(row);

    expect(rows).toEqual([]);
  });

  it('converts rows lazily and closes the cursor when the reader stops', async () => {
    const cursor = find();

    for await (const row of rowsOf(cursor, toNumber)) if (row === 2) break;

    expect(converted).toEqual([0, 1, 2]);
    expect(cursor.killed).toBe(true);
  });
});
