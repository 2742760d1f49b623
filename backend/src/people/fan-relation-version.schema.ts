import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';

/** Changes with each change of a fan's relations; absent for fans without any change. */
export interface StoredFanRelationVersion {
  /** The fan's id. */
  _id: Types.ObjectId;
  version: Types.ObjectId;
}

export const fanRelationVersionsCollection =
  defineCollection<StoredFanRelationVersion>('fan_relation_versions');
