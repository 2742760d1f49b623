import type { Collection, mongo } from 'mongoose';

/** A document to insert, and the filter of what it would double. */
type Upsert<Document extends mongo.Document> = Pick<
  mongo.UpdateOneModel<Document>,
  'filter' | 'update' | 'hint'
>;

/**
 * Inserts documents where none matches their filters, in one round trip. An insert with a duplicate
 * key would abort the transaction.
 *
 * @returns which are new, in their order
 */
export async function upsertEach<Document extends mongo.Document>(
  collection: Collection<Document>,
  upserts: readonly Upsert<Document>[],
): Promise<boolean[]> {
  const [first, ...others] = upserts;
  if (!first) return [];
  if (others.length === 0) {
    // Most batches have one document, and the driver prepares a bulk write for longer.
    const { filter, update, ...options } = first;
    const { upsertedCount } = await collection.updateOne(filter, update, {
      ...options,
      upsert: true,
    });
    return [upsertedCount === 1];
  }
  const { upsertedIds } = await collection.bulkWrite(
    upserts.map((upsert) => ({ updateOne: { ...upsert, upsert: true } })),
  );
  return upserts.map((_, at) => at in upsertedIds);
}
