import { mongo } from 'mongoose';

const BATCH = 500;
const NAMESPACE_EXISTS = 48;
const DUPLICATE = 11_000;

interface Rename {
  from: string;
  /** Absent if only fields change. */
  to?: string;
  /** Renames of fields, in order: a nested field before the field that contains it. */
  fields?: readonly Readonly<Record<string, string>>[];
  /** An index on a renamed field; the start creates the new one. */
  oldIndex?: string;
}

const RENAMES: readonly Rename[] = [
  { from: 'fan_marks', to: 'fan_relations' },
  { from: 'fan_mark_versions', to: 'fan_relation_versions' },
  {
    from: 'removed_posts',
    to: 'moderated_posts',
    fields: [{ 'removal.withheld': 'removal.hidden' }],
    oldIndex: 'removal.withheld_1',
  },
  { from: 'post_removals', to: 'deleted_posts' },
  {
    from: 'notification_causes',
    to: 'notification_dedup_keys',
    fields: [{ once: 'dedupKey' }],
    oldIndex: 'fanId_1_group_1_once_1',
  },
  {
    from: 'notification_rounds',
    to: 'notification_fanouts',
    fields: [
      { 'telling.once': 'telling.dedupKey', 'telling.isNewEachTime': 'telling.renotify' },
      { telling: 'request' },
    ],
  },
  { from: 'told_matches', to: 'match_notification_states' },
  { from: 'held_names', to: 'reserved_names' },
  { from: 'mails', fields: [{ heldBy: 'leaseId' }] },
  { from: 'push_messages', fields: [{ heldBy: 'leaseId' }], oldIndex: 'heldBy_1' },
  { from: 'idempotency_keys', fields: [{ heldUntil: 'leaseUntil' }] },
];

/** Renames collections and fields to the names in the code. Other indexes remain. */
export async function renameCollections(db: mongo.Db): Promise<void> {
  for (const { from, to, fields = [], oldIndex } of RENAMES) {
    const found = await db.listCollections({ name: from }, { nameOnly: true }).toArray();
    if (found.length === 0) continue;
    const collection = db.collection(from);
    // Before the fields: without its field, a unique index would see equal rows.
    if (oldIndex && (await collection.indexExists(oldIndex))) await collection.dropIndex(oldIndex);
    for (const names of fields) await collection.updateMany({}, { $rename: names });
    if (to) await move(collection, db.collection(to));
  }
}

/**
 * Renames a collection. If the new one exists, adds the missing rows to it and drops the old one.
 */
async function move(from: mongo.Collection, to: mongo.Collection): Promise<void> {
  try {
    await from.rename(to.collectionName);
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError) || error.code !== NAMESPACE_EXISTS) throw error;
    await copyMissing(from, to);
    await from.drop();
  }
}

async function copyMissing(from: mongo.Collection, to: mongo.Collection): Promise<void> {
  let batch: mongo.BSON.Document[] = [];
  for await (const row of from.find({}, { batchSize: BATCH })) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    await insertMissing(to, batch);
    batch = [];
  }
  if (batch.length > 0) await insertMissing(to, batch);
}

async function insertMissing(to: mongo.Collection, rows: mongo.BSON.Document[]): Promise<void> {
  try {
    await to.insertMany(rows, { ordered: false });
  } catch (error) {
    if (!(error instanceof mongo.MongoBulkWriteError)) throw error;
    if ([error.writeErrors].flat().some(({ code }) => code !== DUPLICATE)) throw error;
  }
}
