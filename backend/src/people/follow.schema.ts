import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** One fan follows another. The counts on both sides are kept in `users`. */
@Schema({ collection: 'follows', versionKey: false })
export class Follow {
  _id!: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  followerId!: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  followedId!: Types.ObjectId;

  @Prop({ type: Date, required: true })
  createdAt!: Date;
}

export const FollowSchema = SchemaFactory.createForClass(Follow)
  // Nobody follows a fan twice; which of these fans someone follows.
  .index({ followerId: 1, followedId: 1 }, { unique: true })
  // Whom a fan follows, newest first, page by page; the index alone answers.
  .index({ followerId: 1, createdAt: -1, followedId: -1 })
  // Which of these fans follow someone; all of someone's followers at a removal.
  .index({ followedId: 1, followerId: 1 });
