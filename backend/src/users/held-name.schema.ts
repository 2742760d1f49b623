import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';

/** A name that a fan gave up: for a while nobody else can take it and pass for them. */
export interface StoredHeldName {
  /** The name's key, as `usernameKey` of a fan. */
  _id: string;
  skeleton: string;

  /** Whose it was; they may have it back. Absent once they have left KickOff. */
  fanId?: Types.ObjectId;
  until: Date;
}

export const heldNamesCollection = defineCollection<StoredHeldName>('held_names')
  // Names that look like a held one are held with it.
  .index({ skeleton: 1 })
  // All of one fan's, when the account goes.
  .index({ fanId: 1 }, { sparse: true })
  // Taken away by the database itself when the time is over.
  .index({ until: 1 }, { expireAfterSeconds: 0 });
