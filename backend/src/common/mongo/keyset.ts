import { Types } from 'mongoose';

import type { Position } from '../http/cursors.js';

/** The fields that a list is sorted by, and its direction. */
interface Order {
  at?: string;
  id?: string;
  isAscending?: boolean;
}

/**
 * Returns the filter of the rows after a position; of all rows without one. The position's own time
 * bounds the index scan.
 *
 * @param order by default `createdAt` and `_id`, newest first
 */
export function keyset(
  position: Position | undefined,
  { at = 'createdAt', id = '_id', isAscending = false }: Order = {},
): object {
  if (!position) return {};
  const [beyond, until] = isAscending ? ['$gt', '$gte'] : ['$lt', '$lte'];
  return {
    [at]: { [until]: position.at },
    $or: [
      { [at]: { [beyond]: position.at } },
      { [at]: position.at, [id]: { [beyond]: new Types.ObjectId(position.id) } },
    ],
  };
}
