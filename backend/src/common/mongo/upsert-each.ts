import type { Collection, mongo } from 'mongoose';

/** A document to insert, and the filter of an existing equivalent. */
type Upsert<Document extends mongo.Document> = Pick<
  mongo.UpdateOneModel<Document>,
  'filter' | 'update' | 'hint'
>;

/**
 * Inserts documents for whose filters there is no match, in one round trip. Returns which are new,
 * in their order. Upserts, because a duplicate-key error would abort the transaction.
 */
export async function upsertEach<Document extends mongo.Document>(
  collection: Collection<Document>,
  upserts: readonly Upsert<Document>[],
): Promise<boolean[]> {
  const [first, ...others] = upserts;
  if (!first) return [];
  if (others.length === 0) {
    // Most batches have one document, and a bulk write costs the driver more.
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
