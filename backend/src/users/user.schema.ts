import type { FanSettings } from '@kickoff/contracts';
import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** Collation that compares favourite teams without case and accents. */
export const TEAM_COLLATION = { locale: 'en', strength: 1 } as const;

/** A fan, with stored counts of friends, followers and posts. */
export interface StoredUser {
  _id: Types.ObjectId;

  /** Sequential registration number from 1001, never reused. */
  userId: number;

  /** As shown. */
  username: string;

  /** Normalised name (NFKC, case folding): equal keys count as the same name. */
  usernameKey: string;

  /** Confusable skeleton: equal skeletons look like the same name. */
  usernameSkeleton: string;

  /** Keys of the name search, which matches prefixes of them. */
  searchKeys: string[];
  email: string;

  /** How often the address was changed; absent until the first change. */
  emailChanges?: number;
  phone: string;
  passwordHash: string;

  /** Hash of the open reset link; a newer request overwrites it. */
  reset?: { tokenHash: string; expiresAt: Date };
  fav_team1: string;
  fav_player: string;
  profilePicture: string;
  settings: FanSettings;
  counts: { friends: number; followers: number; posts: number };

  /** Incremented by each change of the fan's own follows; absent until the first one. */
  followsVersion?: number;

  /** Completed first steps; absent until the first one. */
  firstSteps?: { posted?: true; done?: true };

  /** Reason of a suspension, and its end if it is limited. */
  suspension?: { reason: string; at: Date; until?: Date };
  createdAt: Date;

  /** Last use of any session, at most a minute old; absent until the first login. */
  lastSeenAt?: Date;

  /**
   * Every suffix of the values that admins search, so that a substring is a prefix of one of them.
   */
  foundBy: string[];
}

export type User = WithStringIds<StoredUser>;

export const usersCollection = defineCollection<StoredUser>('users')
  // Registration and login; names and addresses are unique.
  .index({ usernameKey: 1 }, { unique: true })
  .index({ usernameSkeleton: 1 }, { unique: true })
  .index({ email: 1 }, { unique: true })
  .index({ userId: 1 }, { unique: true })
  // Search as you type: prefix ranges, best match first.
  .index({ searchKeys: 1 })
  // Which stored pictures are in use, for the cleanup job.
  .index({ profilePicture: 1 }, { partialFilterExpression: { profilePicture: { $gt: '' } } })
  // Fans active since a moment, for the dashboard; most recently active fans, for suggestions and
  // the admins' list.
  .index({ lastSeenAt: -1, _id: -1 })
  // Other orders of the admins' list; userId, name and email have unique indexes.
  .index({ createdAt: -1, _id: -1 })
  .index({ phone: 1, _id: 1 })
  .index({ 'counts.posts': -1, _id: -1 })
  // The admins' search: a substring is a range of suffixes, so only matching fans are read.
  .index({ foundBy: 1 })
  // Suspended fans, for the admins' list.
  .index({ 'suspension.at': -1 }, { sparse: true })
  // Fans of one team, most recently active first, without case and accents. With the id in the
  // index, excluded fans are skipped without reading their documents.
  .index({ fav_team1: 1, lastSeenAt: -1, _id: 1 }, { collation: TEAM_COLLATION });
