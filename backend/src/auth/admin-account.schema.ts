import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** An admin's account. Admins are no fans: another store, another login, another token. */
export interface StoredAdminAccount {
  _id: Types.ObjectId;

  /** As shown. */
  username: string;

  /** What counts as the same name. */
  usernameKey: string;

  /** What looks like the same name. */
  usernameSkeleton: string;
  email: string;
  passwordHash: string;

  /** Only an active admin may log in. */
  status: 'active' | 'pending';

  /**
   * Held by the admin who was active without anybody's approval: the first one.
   * The demo cast's admin has a seat of its own.
   */
  seat?: 'first' | 'demo';

  /** The one open reset link, by its hash; a newer request overwrites it. */
  reset?: { tokenHash: string; expiresAt: Date };

  /** Touched by every removal of an active admin, so that two at once meet. */
  removalsSeen?: number;
  createdAt: Date;
}

export type AdminAccount = WithStringIds<StoredAdminAccount>;

export const adminsCollection = defineCollection<StoredAdminAccount>('admins')
  // Registration and login; the same name or address never twice.
  .index({ usernameKey: 1 }, { unique: true })
  .index({ usernameSkeleton: 1 }, { unique: true })
  .index({ email: 1 }, { unique: true })
  // Of any number of parallel first registrations exactly one becomes active.
  .index({ seat: 1 }, { unique: true, sparse: true })
  // The list of admins, newest first.
  .index({ createdAt: -1, _id: -1 });
