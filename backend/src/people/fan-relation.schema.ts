import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** `block` hides both fans, `mute` hides the other from its owner, `dismissal` only ends suggestions. */
export type RelationKind = 'block' | 'mute' | 'dismissal';

/** A block, mute or dismissal. One collection for all kinds, so that one query reads them all. */
export interface StoredFanRelation {
  _id: Types.ObjectId;
  fanId: Types.ObjectId;
  otherId: Types.ObjectId;
  kind: RelationKind;
  createdAt: Date;

  /** When a dismissal ends; absent for blocks, mutes and dismissals without end. */
  until?: Date;
}

export type FanRelation = WithStringIds<StoredFanRelation>;

export const fanRelationsCollection = defineCollection<StoredFanRelation>('fan_relations')
  // One row per kind; all relations of a fan, covered.
  .index({ fanId: 1, kind: 1, otherId: 1 }, { unique: true })
  // Who blocks a fan, covered; all relations to a fan at account removal.
  .index({ otherId: 1, kind: 1, fanId: 1 })
  // Fans that a fan blocks or mutes, newest first, paged.
  .index({ fanId: 1, kind: 1, createdAt: -1, otherId: -1 })
  // Dismissals that have ended.
  .index({ fanId: 1, until: 1 }, { partialFilterExpression: { until: { $exists: true } } });
