import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';

/** The bytes of all files of a fan, for the quota. `_id` is the fan. */
export interface StoredMediaUsage {
  _id: Types.ObjectId;
  bytes: number;
}

export const mediaUsageCollection = defineCollection<StoredMediaUsage>('media_usage');
