import type { ClientErrorRow } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

const DAY_S = 24 * 60 * 60;

/** An error in browsers. Equal errors share one row with a count. No field identifies a person. */
export interface StoredClientError {
  _id: Types.ObjectId;
  kind: ClientErrorRow['kind'];
  remote: ClientErrorRow['remote'];

  /** The pattern of an address. */
  page: string;
  version: string;

  /** Sanitised and cut. */
  message: string;
  count: number;
  firstAt: Date;
  lastAt: Date;
}

export type ClientError = WithStringIds<StoredClientError>;

export const clientErrorsCollection = defineCollection<StoredClientError>('client_errors')
  // Uniqueness, also with concurrent reports.
  .index({ message: 1, kind: 1, remote: 1, page: 1, version: 1 }, { unique: true })
  // The admins' list, newest first.
  .index({ lastAt: -1, _id: -1 })
  // The newest errors of a remote.
  .index({ remote: 1, lastAt: -1 })
  // Deleted 30 days after the last report.
  .index({ lastAt: 1 }, { expireAfterSeconds: 30 * DAY_S });
