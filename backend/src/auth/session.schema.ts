import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** A login that lives until it is ended, unused for too long, or too old. Its row decides each call. */
export interface StoredSession {
  _id: Types.ObjectId;
  ownerId: Types.ObjectId;
  audience: 'fan' | 'admin';

  /** Browser and system in words, for the list of sessions. */
  device: string;
  createdAt: Date;
  lastSeenAt: Date;

  /** Moves with use, never past the token's own end. */
  expiresAt: Date;
}

export type Session = WithStringIds<StoredSession>;

export const sessionsCollection = defineCollection<StoredSession>('sessions')
  // Ended by the database itself, at most a minute late; every look-up checks the time as well.
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  // A person's sessions, for listing them and for ending them all.
  .index({ ownerId: 1, audience: 1, createdAt: -1, _id: -1 });
