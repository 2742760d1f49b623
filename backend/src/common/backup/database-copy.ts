import { Readable } from 'node:stream';

import { mongo } from 'mongoose';

/** Batch size of inserts, in documents and bytes. */
const BATCH = 500;
const BATCH_BYTES = 8_000_000;
/** A BSON document starts with its length. */
const LENGTH_BYTES = 4;

/**
 * Reads all collections in one snapshot, each as the BSON of its documents. The replica set retains
 * a snapshot for five minutes (`minSnapshotHistoryWindowInSeconds`); larger databases need a higher
 * value.
 *
 * @param take consumes a collection's documents before it resolves
 */
export async function copyOut(
  client: mongo.MongoClient,
  take: (collection: string, bytes: Readable) => Promise<void>,
): Promise<void> {
  const db = client.db();
  const collections = await db
    .listCollections({ type: 'collection' }, { nameOnly: true })
    .toArray();
  const names = collections.map(({ name }) => name).filter((name) => !name.startsWith('system.'));
  await client.withSession({ snapshot: true }, async (session) => {
    for (const name of names.sort()) {
      const cursor = db.collection(name).find({}, { session, raw: true });
      await take(name, Readable.from(cursor));
    }
  });
}

/**
 * Reads a collection's documents with the original BSON types.
 *
 * @param store writes some of them before it resolves
 */
export async function copyIn(
  bytes: AsyncIterable<Buffer>,
  store: (batch: mongo.BSON.Document[]) => Promise<void>,
): Promise<void> {
  let batch: mongo.BSON.Document[] = [];
  let size = 0;
  for await (const document of documentsIn(bytes)) {
    batch.push(
      mongo.BSON.deserialize(document, {
        promoteValues: false,
        promoteLongs: false,
        bsonRegExp: true,
      }),
    );
    size += document.length;
    if (batch.length < BATCH && size < BATCH_BYTES) continue;
    await store(batch);
    batch = [];
    size = 0;
  }
  if (batch.length > 0) await store(batch);
}

async function* documentsIn(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const part of parts) {
    rest = Buffer.concat([rest, part]);
    let at = 0;
    while (rest.length - at >= LENGTH_BYTES) {
      const length = rest.readInt32LE(at);
      if (rest.length - at < length) break;
      yield rest.subarray(at, at + length);
      at += length;
    }
    rest = rest.subarray(at);
  }
}
