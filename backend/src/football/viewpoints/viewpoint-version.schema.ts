import type { Types } from 'mongoose';

import { defineCollection } from '../../common/mongo/collections.js';

/** Every instance has read a version long before. */
const RETENTION_SECONDS = 86_400;

/** Changes with each change of a fan's viewpoints or shield. */
export interface ViewpointVersion {
  /** The fan's id. */
  _id: Types.ObjectId;
  version: Types.ObjectId;
  /** By the clock of the database, which all instances share. */
  at: Date;
}

export const viewpointVersionsCollection = defineCollection<ViewpointVersion>('viewpoint_versions')
  // Those that changed since the last check.
  .index({ at: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
