import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** An admin's account. Admins are not fans: they have their own collection, login and tokens. */
export interface StoredAdminAccount {
  _id: Types.ObjectId;

  /** As shown. */
  username: string;

  /** Normalised name: equal keys count as the same name. */
  usernameKey: string;

  /** Confusable skeleton: equal skeletons look like the same name. */
  usernameSkeleton: string;
  email: string;
  passwordHash: string;

  /** Only an active admin may log in. */
  status: 'active' | 'pending';

  /**
   * Held by the admin who became active without approval: the first one. The demo cast's admin has
   * a separate seat.
   */
  seat?: 'first' | 'demo';

  /** Hash of the open reset link; a newer request overwrites it. */
  reset?: { tokenHash: string; expiresAt: Date };

  /** Incremented by every removal of an active admin, so that concurrent removals conflict. */
  removalsSeen?: number;
  createdAt: Date;
}

export type AdminAccount = WithStringIds<StoredAdminAccount>;

export const adminsCollection = defineCollection<StoredAdminAccount>('admins')
  // Registration and login; names and addresses are unique.
  .index({ usernameKey: 1 }, { unique: true })
  .index({ usernameSkeleton: 1 }, { unique: true })
  .index({ email: 1 }, { unique: true })
  // Of concurrent first registrations exactly one becomes active.
  .index({ seat: 1 }, { unique: true, sparse: true })
  // The list of admins, newest first.
  .index({ createdAt: -1, _id: -1 });
