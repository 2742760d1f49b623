import { mongo } from 'mongoose';

import { toFanSearchSuffixes } from '../../text/fan-search-suffixes.js';
import { toStringIds } from '../ids.js';

const BATCH = 500;
const FIRST_ID = new mongo.ObjectId('0'.repeat(24));

/** Fields of a fan that this step reads. */
interface FanBefore {
  userId: number;
  username: string;
  email: string;
  phone: string;
  createdAt: Date;
  foundBy?: string[];
}

/**
 * Adds the admins' search fields to fans and a start to suspensions. Removes what these replace: an
 * index, and counts by month, which the start recounts by day.
 */
export async function addDirectory(db: mongo.Db): Promise<void> {
  const users = db.collection<FanBefore>('users');
  let last = FIRST_ID;
  for (;;) {
    const fans = await users
      .find(
        { _id: { $gt: last }, foundBy: { $exists: false }, username: { $type: 'string' } },
        {
          projection: { userId: 1, username: 1, email: 1, phone: 1 },
          sort: { _id: 1 },
          limit: BATCH,
        },
      )
      .toArray();
    const end = fans.at(-1);
    if (!end) break;
    await users.bulkWrite(
      fans.map((fan) => ({
        updateOne: {
          filter: { _id: fan._id },
          update: { $set: { foundBy: toFanSearchSuffixes(toStringIds(fan)) } },
        },
      })),
    );
    last = end._id;
  }
  await users.updateMany({ suspension: { $exists: true }, 'suspension.at': { $exists: false } }, [
    { $set: { 'suspension.at': '$createdAt' } },
  ]);
  await dropIndex(users, 'lastSeenAt_-1');
  await db.collection('counters').deleteMany({ days: { $exists: false } });
}

/** A database without the index needs no change. */
async function dropIndex(users: mongo.Collection<FanBefore>, name: string): Promise<void> {
  const isThere = await users.indexExists(name).catch((error: unknown) => {
    if (error instanceof mongo.MongoServerError && error.codeName === 'NamespaceNotFound')
      return false;
    throw error;
  });
  if (isThere) await users.dropIndex(name);
}
