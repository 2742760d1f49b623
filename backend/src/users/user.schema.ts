import type { FanSettings } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** Under which two favourite teams are the same: case and accents do not count. */
export const TEAM_COLLATION = { locale: 'en', strength: 1 } as const;

/** A fan, with stored counts of friends, followers and posts. */
export interface StoredUser {
  _id: Types.ObjectId;

  /** Whole number in order of registration from 1001, never used again. */
  userId: number;

  /** As shown. */
  username: string;

  /** What counts as the same name: NFKC, case folded. */
  usernameKey: string;

  /** What looks like the same name. */
  usernameSkeleton: string;

  /** What the name is found by; each is a beginning that a search can name. */
  searchKeys: string[];
  email: string;

  /** How often the address was changed; absent until the first change. */
  emailChanges?: number;
  phone: string;
  passwordHash: string;

  /** The one open reset link, by its hash; a newer request overwrites it. */
  reset?: { tokenHash: string; expiresAt: Date };
  fav_team1: string;
  fav_player: string;
  profilePicture: string;
  settings: FanSettings;
  counts: { friends: number; followers: number; posts: number };

  /** What a newcomer has done for good; absent until the first step. */
  firstSteps?: { posted?: true; done?: true };

  /** Why a fan may not log in, and until when where it ends by itself. */
  suspension?: { reason: string; at: Date; until?: Date };
  createdAt: Date;

  /** The last use of any session, at most a minute old; absent until the first login. */
  lastSeenAt?: Date;

  /** Every ending of what admins search by: what holds a part has an ending that begins with it. */
  foundBy: string[];
}

export type User = WithStringIds<StoredUser>;

export const usersCollection = defineCollection<StoredUser>('users')
  // Registration and login; the same name or address never twice.
  .index({ usernameKey: 1 }, { unique: true })
  .index({ usernameSkeleton: 1 }, { unique: true })
  .index({ email: 1 }, { unique: true })
  .index({ userId: 1 }, { unique: true })
  // Search as one types: a range of beginnings, best first.
  .index({ searchKeys: 1 })
  // Which stored pictures are in use, for the sweep.
  .index({ profilePicture: 1 }, { partialFilterExpression: { profilePicture: { $gt: '' } } })
  // Fans seen since a moment, for the dashboard; those seen last, for suggestions and the admins' list.
  .index({ lastSeenAt: -1, _id: -1 })
  // The admins' list in its other orders; userId, name and email are unique and have theirs.
  .index({ createdAt: -1, _id: -1 })
  .index({ phone: 1, _id: 1 })
  .index({ 'counts.posts': -1, _id: -1 })
  // The admins' search: a part is a range of endings, so only fans who match are looked at.
  .index({ foundBy: 1 })
  // Those who are suspended, for the admins' list.
  .index({ 'suspension.at': -1 }, { sparse: true })
  // Fans of one team, those seen last first; without regard to case and accents. The id is there
  // so that fans who are left out cost no look at their documents.
  .index({ fav_team1: 1, lastSeenAt: -1, _id: 1 }, { collation: TEAM_COLLATION });
