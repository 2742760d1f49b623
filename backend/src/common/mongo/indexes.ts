import { type Connection, mongo } from 'mongoose';

import { StartError } from '../config/start-error.js';
import { type CollectionDefinition, definedCollections } from './collections.js';
import { isDuplicateKey } from './database-away.js';

/** Error codes for an index that exists with other options. */
const DIFFERS = new Set<unknown>([85, 86]);

/**
 * Creates every defined index, with one command per collection.
 *
 * @throws if one cannot be created: unique indexes enforce uniqueness rules
 */
export async function ensureIndexes(connection: Connection): Promise<void> {
  await Promise.all(definedCollections().map((defined) => ensureIndexesOf(defined, connection)));
}

async function ensureIndexesOf(
  { name, indexes }: CollectionDefinition<object>,
  connection: Connection,
): Promise<void> {
  if (indexes.length === 0) return;
  try {
    await connection.collection(name).createIndexes(indexes);
  } catch (error) {
    throw explained(error, name);
  }
}

function explained(error: unknown, collection: string): unknown {
  if (isDuplicateKey(error)) {
    const fields = Object.keys(error.keyPattern).join(', ');
    return new StartError(
      `KickOff does not start without its unique indexes: the collection ${collection} holds the same ${fields} more than once. Remove the doubles, then start again.`,
    );
  }
  if (error instanceof mongo.MongoServerError && DIFFERS.has(error.code)) {
    return new StartError(
      `The collection ${collection} has another index than this version of KickOff needs. Drop its indexes, then start again.`,
    );
  }
  return error;
}
