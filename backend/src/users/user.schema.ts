import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** A fan. Counts are kept beside the fan and healed by a recount. */
@Schema({ collection: 'users', versionKey: false })
export class User {
  _id!: Types.ObjectId;

  /** Whole number in order of registration from 1001, never used again. */
  @Prop({ type: Number, required: true })
  userId!: number;

  /** As shown. */
  @Prop({ type: String, required: true })
  username!: string;

  /** What counts as the same name: NFKC, case folded. */
  @Prop({ type: String, required: true })
  usernameKey!: string;

  @Prop({ type: String, required: true })
  email!: string;

  @Prop({ type: String, required: true })
  phone!: string;

  @Prop({ type: String, required: true })
  passwordHash!: string;

  @Prop({ type: String, default: '' })
  fav_team1!: string;

  @Prop({ type: String, default: '' })
  fav_player!: string;

  @Prop({ type: String, default: '' })
  profilePicture!: string;

  @Prop({ type: Object, required: true })
  settings!: {
    hideContact: boolean;
    feed: 'everyone' | 'following';
    theme: 'system' | 'light' | 'dark';
    notifications: {
      like: boolean;
      comment: boolean;
      follow: boolean;
      story: boolean;
      team: boolean;
      report: boolean;
    };
  };

  @Prop({ type: Object, required: true })
  counts!: { friends: number; followers: number; posts: number };

  @Prop({ type: Date, required: true })
  createdAt!: Date;
}

export const UserSchema = SchemaFactory.createForClass(User)
  // Registration and login; the same name or address never twice.
  .index({ usernameKey: 1 }, { unique: true })
  .index({ email: 1 }, { unique: true })
  .index({ userId: 1 }, { unique: true });
