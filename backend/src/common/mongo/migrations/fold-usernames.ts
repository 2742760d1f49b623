import { mongo } from 'mongoose';

import { usernameKey, usernameSkeleton } from '../../text/username-keys.js';
import { isDuplicateKey } from '../database-away.js';

const BATCH = 500;
const FIRST_ID = new mongo.ObjectId('0'.repeat(24));

/** Folding changes no other names. */
const NOT_ASCII = /[^\0-\x7f]/;

interface Named {
  username: string;
  usernameKey: string;
  usernameSkeleton: string;
}

/**
 * Folds the case of stored keys of names. Of two accounts whose names differ only in it both are
 * unchanged: if a new key is taken, the old keys remain, which no new name can have.
 */
export async function foldUsernames(db: mongo.Db): Promise<void> {
  for (const name of ['users', 'admins']) await foldIn(db.collection<Named>(name));
  const reserved = db.collection<{ _id: string; skeleton: string }>('reserved_names');
  for await (const { _id, skeleton } of reserved.find({ skeleton: NOT_ASCII })) {
    await reserved.updateOne({ _id }, { $set: { skeleton: usernameSkeleton(skeleton) } });
  }
}

async function foldIn(accounts: mongo.Collection<Named>): Promise<void> {
  let last = FIRST_ID;
  for (;;) {
    const some = await accounts
      .find(
        { _id: { $gt: last }, username: NOT_ASCII },
        { projection: { username: 1 }, sort: { _id: 1 }, limit: BATCH },
      )
      .toArray();
    const end = some.at(-1);
    if (!end) return;
    for (const { _id, username } of some) {
      const keys = {
        usernameKey: usernameKey(username),
        usernameSkeleton: usernameSkeleton(username),
      };
      try {
        await accounts.updateOne({ _id }, { $set: keys });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    }
    last = end._id;
  }
}
