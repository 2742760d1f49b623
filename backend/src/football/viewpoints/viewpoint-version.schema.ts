import type { Types } from 'mongoose';

import { defineCollection } from '../../common/mongo/collections.js';
import type { WithStringIds } from '../../common/mongo/ids.js';

/** Every instance has read a version long before. */
const RETENTION_SECONDS = 86_400;

/** Changes with each change of a fan's viewpoints or shield. */
export interface StoredViewpointVersion {
  /** The fan's id. */
  _id: Types.ObjectId;
  version: Types.ObjectId;
  /** By the clock of the database, which all instances share. */
  at: Date;
}

export type ViewpointVersion = WithStringIds<StoredViewpointVersion>;

export const viewpointVersionsCollection = defineCollection<StoredViewpointVersion>(
  'viewpoint_versions',
)
  // Versions changed since the last check.
  .index({ at: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
