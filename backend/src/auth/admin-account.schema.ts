import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** An admin's account. Admins are no fans: another store, another login, another token. */
@Schema({ collection: 'admins', versionKey: false })
export class AdminAccount {
  _id!: Types.ObjectId;

  /** As shown. */
  @Prop({ type: String })
  username!: string;

  /** What counts as the same name. */
  @Prop({ type: String })
  usernameKey!: string;

  /** What looks like the same name. */
  @Prop({ type: String })
  usernameSkeleton!: string;

  @Prop({ type: String })
  email!: string;

  @Prop({ type: String })
  passwordHash!: string;

  /** Only an active admin may log in. */
  @Prop({ type: String })
  status!: 'active' | 'pending';

  /**
   * Held by the admin who was active without anybody's approval: the first one.
   * The demo cast's admin has a seat of its own and takes nobody's.
   */
  @Prop({ type: String })
  seat?: 'first' | 'demo';

  /** The one open reset link, by its hash; a newer request overwrites it. */
  @Prop({ type: Object })
  reset?: { tokenHash: string; expiresAt: Date };

  /** Touched by every removal of an active admin, so that two at once meet. */
  @Prop({ type: Number })
  removalsSeen?: number;

  @Prop({ type: Date })
  createdAt!: Date;
}

export const AdminAccountSchema = SchemaFactory.createForClass(AdminAccount)
  // Registration and login; the same name or address never twice.
  .index({ usernameKey: 1 }, { unique: true })
  .index({ usernameSkeleton: 1 }, { unique: true })
  .index({ email: 1 }, { unique: true })
  // Of any number of parallel first registrations exactly one becomes active.
  .index({ seat: 1 }, { unique: true, sparse: true })
  // The list of admins, newest first.
  .index({ createdAt: -1, _id: -1 });
