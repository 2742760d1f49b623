import type { Shield } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import { defineCollection } from '../../common/mongo/collections.js';
import type { WithStringIds } from '../../common/mongo/ids.js';

/** The matches that are hidden from one fan; absent for fans without a shield. */
export interface StoredShield extends Omit<Shield, 'until'> {
  /** The fan's id. */
  _id: Types.ObjectId;
  setAt: Date;
  until?: Date;
}

export type ShieldDocument = WithStringIds<StoredShield>;

export const shieldsCollection = defineCollection<StoredShield>('shields');
