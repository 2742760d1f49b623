import { describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';

import { newId, toObjectIds, toStringIds, withObjectIds } from './ids.js';

const ID = 'aaaaaaaaaaaaaaaaaaaaaaaa';
const OTHER_ID = 'bbbbbbbbbbbbbbbbbbbbbbbb';

describe('newId', () => {
  it('returns ids in ascending order', () => {
    const ids = Array.from({ length: 100 }, newId);

    expect(ids).toEqual([...new Set(ids)].sort());
  });
});

describe('toObjectIds', () => {
  it('converts ids in the given order', () => {
    expect(toObjectIds(new Set([OTHER_ID, ID]))).toEqual([
      new Types.ObjectId(OTHER_ID),
      new Types.ObjectId(ID),
    ]);
  });
});

describe('toStringIds', () => {
  it('converts ids at any depth of a document', () => {
    const stored = {
      _id: new Types.ObjectId(ID),
      likers: [new Types.ObjectId(OTHER_ID)],
      comments: [{ _id: new Types.ObjectId(ID), text: 'Goal!' }],
      match: { rehearsal: new Types.ObjectId(OTHER_ID) },
    };

    expect(toStringIds(stored)).toEqual({
      _id: ID,
      likers: [OTHER_ID],
      comments: [{ _id: ID, text: 'Goal!' }],
      match: { rehearsal: OTHER_ID },
    });
  });

  it('leaves all other values unchanged', () => {
    const stored = { at: new Date(0), bytes: Buffer.from('x'), count: 0, text: '', none: null };

    const row = toStringIds(stored);

    expect(row).toEqual(stored);
    expect(row.at).toBe(stored.at);
    expect(row.bytes).toBe(stored.bytes);
  });

  it('returns null for a document that was not found', () => {
    expect(toStringIds(null)).toBeNull();
  });
});

describe('withObjectIds', () => {
  it('converts only the named ids', () => {
    const row = { _id: ID, targetId: OTHER_ID, fanIds: [ID] };

    expect(withObjectIds(row, '_id', 'fanIds')).toEqual({
      _id: new Types.ObjectId(ID),
      targetId: OTHER_ID,
      fanIds: [new Types.ObjectId(ID)],
    });
  });

  it('adds no field for an absent id', () => {
    const row: { _id: string; quoteId?: string } = { _id: ID };

    expect(Object.keys(withObjectIds(row, '_id', 'quoteId'))).toEqual(['_id']);
  });
});
