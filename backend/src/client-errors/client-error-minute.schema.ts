import type { ClientErrorRow } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';

const DAY_S = 24 * 60 * 60;

/** Number of errors of one kind and remote in a minute: bounded for any number of reports. */
export interface StoredClientErrorMinute {
  _id: Types.ObjectId;
  remote: ClientErrorRow['remote'];
  kind: ClientErrorRow['kind'];

  /** Start of the minute. */
  minute: Date;
  count: number;
}

export const clientErrorMinutesCollection = defineCollection<StoredClientErrorMinute>(
  'client_error_minutes',
)
  // Uniqueness, also with concurrent reports, and the sums of the last 24 hours.
  .index({ minute: 1, remote: 1, kind: 1 }, { unique: true })
  // Deleted when no sum needs it.
  .index({ minute: -1 }, { expireAfterSeconds: DAY_S });
