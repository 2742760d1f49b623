import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/**
 * A login, valid until it is ended, idle for too long, or too old. Its row authorises each request.
 */
export interface StoredSession {
  _id: Types.ObjectId;
  ownerId: Types.ObjectId;
  audience: 'fan' | 'admin';

  /** Formatted browser and system, for the list of sessions. */
  device: string;
  createdAt: Date;
  lastSeenAt: Date;

  /** Extended by use, never past the token's own expiry. */
  expiresAt: Date;
}

export type Session = WithStringIds<StoredSession>;

export const sessionsCollection = defineCollection<StoredSession>('sessions')
  // The TTL monitor deletes up to a minute late, so every query also checks the time.
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  // The sessions of an account, for listing and for ending all of them.
  .index({ ownerId: 1, audience: 1, createdAt: -1, _id: -1 });
