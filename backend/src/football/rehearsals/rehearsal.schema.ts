import type { League, RehearsalFault } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import { defineCollection } from '../../common/mongo/collections.js';
import type { WithStringIds } from '../../common/mongo/ids.js';
import type { RoundMatch } from '../league-source.js';

/**
 * A round that is replayed for some fans. Its course is fixed at creation: everything shown of it
 * is computed from this document and the time.
 */
export interface StoredRehearsal {
  _id: Types.ObjectId;
  league: League;
  matchday: number;
  speed: number;
  faults: RehearsalFault[];
  fanIds: string[];
  matches: RoundMatch[];
  createdAt: Date;
  kickOffAt: Date;
  endsAt: Date;
  removeAt: Date;
  /** Number among those that are not over. */
  slot?: number;
}

export type RehearsalDocument = WithStringIds<StoredRehearsal>;

export const rehearsalsCollection = defineCollection<StoredRehearsal>('rehearsals')
  // As many are not over at a time as there are slots.
  .index({ slot: 1 }, { unique: true, sparse: true })
  .index({ fanIds: 1 })
  .index({ removeAt: 1 }, { expireAfterSeconds: 0 });
