import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** One fan follows another. The counts of both are stored in `users`. */
@Schema({ collection: 'follows', versionKey: false })
export class Follow {
  _id!: Types.ObjectId;

  @Prop({ type: Types.ObjectId })
  followerId!: Types.ObjectId;

  @Prop({ type: Types.ObjectId })
  followedId!: Types.ObjectId;

  @Prop({ type: Date })
  createdAt!: Date;
}

export const FollowSchema = SchemaFactory.createForClass(Follow)
  // One row per pair; which of several fans a fan follows.
  .index({ followerId: 1, followedId: 1 }, { unique: true })
  // Followed fans, newest first, paged and covered.
  .index({ followerId: 1, createdAt: -1, followedId: -1 })
  // Which of several fans follow a fan; all followers at account removal.
  .index({ followedId: 1, followerId: 1 });
