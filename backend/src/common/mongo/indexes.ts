import { type Collection, type Connection, mongo, type Schema } from 'mongoose';

import { StartError } from '../config/start-error.js';
import { isDuplicateKey } from './database-away.js';

/** The server's codes for an index that exists in another form. */
const DIFFERS = new Set<unknown>([85, 86]);

/**
 * Makes every index that the schemas declare, by one command a collection. Throws when one cannot be made:
 * the unique ones back each "only once" rule, so nothing is served without them.
 */
export async function ensureIndexes(connection: Connection): Promise<void> {
  const models = Object.values(connection.models);
  await Promise.all(models.map(({ schema, collection }) => ensureIndexesOf(schema, collection)));
}

async function ensureIndexesOf(schema: Schema, collection: Collection): Promise<void> {
  const indexes = schema.indexes().map(([key, options]) => ({ key, ...options }));
  if (indexes.length === 0) return;
  try {
    await collection.createIndexes(indexes as mongo.IndexDescription[]);
  } catch (error) {
    throw explained(error, collection.name);
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
