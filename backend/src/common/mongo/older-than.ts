import { Types } from 'mongoose';

import type { Position } from '../http/cursors.js';

/** The filter of a list's rows after a place, newest first; the place's own moment bounds the index scan. */
export function olderThan({ at, id }: Position) {
  return {
    createdAt: { $lte: at },
    $or: [{ createdAt: { $lt: at } }, { createdAt: at, _id: { $lt: new Types.ObjectId(id) } }],
  };
}
