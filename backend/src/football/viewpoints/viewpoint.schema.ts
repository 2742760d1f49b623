import type { Viewpoint } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import { defineCollection } from '../../common/mongo/collections.js';
import type { WithStringIds } from '../../common/mongo/ids.js';

/** As long as timelines. */
const RETENTION_SECONDS = 400 * 86_400;

/** A fan's choice for a match; `live` is a choice too, because it reveals a shielded match. */
export interface StoredViewpoint extends Pick<
  Viewpoint,
  'mode' | 'seconds' | 'position' | 'playing' | 'speed'
> {
  _id: Types.ObjectId;
  fanId: Types.ObjectId;
  matchId: string;
  /** Changes with each write: a change applies only to the revision from which it was computed. */
  revision: Types.ObjectId;
  setAt: Date;
  /** For `delayed`: the moment that the fan had seen when it was set. */
  reachedAt?: Date;
  /** Of `hidden`. */
  until?: Date;
}

export type ViewpointDocument = WithStringIds<StoredViewpoint>;

export const viewpointsCollection = defineCollection<StoredViewpoint>('viewpoints')
  // One row per fan and match; all rows of a fan.
  .index({ fanId: 1, matchId: 1 }, { unique: true })
  // The rows of rehearsals that were deleted.
  .index({ matchId: 1 })
  .index({ setAt: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
