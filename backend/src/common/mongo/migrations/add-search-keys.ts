import { mongo } from 'mongoose';

import { toSearchKeys } from '../../text/search-keys.js';

const BATCH = 500;
const FIRST_ID = new mongo.ObjectId('0'.repeat(24));

/** Adds search keys to fans who registered before the search existed. */
export async function addSearchKeys(db: mongo.Db): Promise<void> {
  const users = db.collection<{ username: string; searchKeys?: string[] }>('users');
  let last = FIRST_ID;
  for (;;) {
    const fans = await users
      .find(
        { _id: { $gt: last }, searchKeys: { $exists: false }, username: { $type: 'string' } },
        { projection: { username: 1 }, sort: { _id: 1 }, limit: BATCH },
      )
      .toArray();
    const end = fans.at(-1);
    if (!end) return;
    await users.bulkWrite(
      fans.map(({ _id, username }) => ({
        updateOne: { filter: { _id }, update: { $set: { searchKeys: toSearchKeys(username) } } },
      })),
    );
    last = end._id;
  }
}
