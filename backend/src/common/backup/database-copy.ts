import { Readable } from 'node:stream';

import { mongo } from 'mongoose';

/** Documents written back in one conversation, and their bytes. */
const BATCH = 500;
const BATCH_BYTES = 8_000_000;
/** BSON's own: a document begins with its length. */
const LENGTH_BYTES = 4;

/**
 * All collections as they are at one moment, each as the BSON of its documents.
 * The moment is a snapshot of the replica set, which keeps it for five minutes
 * (`minSnapshotHistoryWindowInSeconds`); who has more to copy raises that.
 *
 * @param take takes a collection's documents in before it ends
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

/** Writes a collection's documents back; the types of their values are as they were. */
export async function copyIn(
  db: mongo.Db,
  collection: string,
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  const target = db.collection(collection);
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
    await target.insertMany(batch);
    batch = [];
    size = 0;
  }
  if (batch.length > 0) await target.insertMany(batch);
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
