import type { mongo } from 'mongoose';

import { StartError } from '../config/start-error.js';

/** Throws for a single server: only a replica set, or a cluster of them, has transactions. */
export async function requireReplicaSet(db: mongo.Db): Promise<void> {
  const { setName, msg } = await db.command({ hello: 1 });
  if (setName !== undefined || msg === 'isdbgrid') return;
  throw new StartError(
    'The MongoDB of MONGODB_URI is no replica set, without which it has no transactions. Start it with --replSet rs0, run rs.initiate() in it once, and add ?replicaSet=rs0 to the address.',
  );
}
