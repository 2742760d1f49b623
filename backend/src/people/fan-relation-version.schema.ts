import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** Changes with each change of a fan's relations; absent for fans without any change. */
export interface StoredFanRelationVersion {
  /** The fan's id. */
  _id: Types.ObjectId;
  version: Types.ObjectId;
}

export type FanRelationVersion = WithStringIds<StoredFanRelationVersion>;

export const fanRelationVersionsCollection =
  defineCollection<StoredFanRelationVersion>('fan_relation_versions');
