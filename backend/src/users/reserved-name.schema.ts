import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';

/** A former name, reserved for a time so that nobody impersonates the fan. */
export interface StoredReservedName {
  /** The name's key, as `usernameKey` of a fan. */
  _id: string;
  skeleton: string;

  /** The former owner, who may take it again. Absent after account removal. */
  fanId?: Types.ObjectId;
  until: Date;
}

export const reservedNamesCollection = defineCollection<StoredReservedName>('reserved_names')
  // Names that look like a reserved one are reserved too.
  .index({ skeleton: 1 })
  // All names of a fan, for account removal.
  .index({ fanId: 1 }, { sparse: true })
  // TTL.
  .index({ until: 1 }, { expireAfterSeconds: 0 });
