import type { Connection } from 'mongoose';

/**
 * Makes every index that the schemas declare. Throws when one cannot be made:
 * the unique ones back each "only once" rule, so nothing is served without them.
 */
export async function ensureIndexes(connection: Connection): Promise<void> {
  for (const model of Object.values(connection.models)) {
    await model.createIndexes();
  }
}
