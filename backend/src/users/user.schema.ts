import type { Theme } from '@kickoff/contracts';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** Under which two favourite teams are the same: case and accents do not count. */
export const TEAM_COLLATION = { locale: 'en', strength: 1 } as const;

/** A fan, with stored counts of friends, followers and posts. */
@Schema({ collection: 'users', versionKey: false })
export class User {
  _id!: Types.ObjectId;

  /** Whole number in order of registration from 1001, never used again. */
  @Prop({ type: Number })
  userId!: number;

  /** As shown. */
  @Prop({ type: String })
  username!: string;

  /** What counts as the same name: NFKC, case folded. */
  @Prop({ type: String })
  usernameKey!: string;

  /** What looks like the same name. */
  @Prop({ type: String })
  usernameSkeleton!: string;

  /** What the name is found by; each is a beginning that a search can name. */
  @Prop({ type: [String] })
  searchKeys!: string[];

  @Prop({ type: String })
  email!: string;

  /** How often the address was changed; absent until the first change. */
  @Prop({ type: Number })
  emailChanges?: number;

  @Prop({ type: String })
  phone!: string;

  @Prop({ type: String })
  passwordHash!: string;

  /** The one open reset link, by its hash; a newer request overwrites it. */
  @Prop({ type: Object })
  reset?: { tokenHash: string; expiresAt: Date };

  @Prop({ type: String })
  fav_team1!: string;

  @Prop({ type: String })
  fav_player!: string;

  @Prop({ type: String })
  profilePicture!: string;

  @Prop({ type: Object })
  settings!: {
    hideContact: boolean;
    feed: 'everyone' | 'following';
    theme: Theme;
    notifications: {
      like: boolean;
      comment: boolean;
      follow: boolean;
      story: boolean;
      team: boolean;
      report: boolean;
    };
  };

  @Prop({ type: Object })
  counts!: { friends: number; followers: number; posts: number };

  /** Why a fan may not log in, and until when where it ends by itself. */
  @Prop({ type: Object })
  suspension?: { reason: string; at: Date; until?: Date };

  @Prop({ type: Date })
  createdAt!: Date;

  /** The last use of any session, at most a minute old; absent until the first login. */
  @Prop({ type: Date })
  lastSeenAt?: Date;

  /** Every ending of what admins search by: what holds a part has an ending that begins with it. */
  @Prop({ type: [String] })
  foundBy!: string[];
}

export const UserSchema = SchemaFactory.createForClass(User)
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
