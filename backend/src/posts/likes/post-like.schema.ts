import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** That a fan likes a post. The row decides; the post's count and preview follow it. */
@Schema({ collection: 'post_likes', versionKey: false })
export class PostLike {
  _id!: Types.ObjectId;

  @Prop({ type: Types.ObjectId })
  postId!: Types.ObjectId;

  @Prop({ type: Types.ObjectId })
  userId!: Types.ObjectId;

  @Prop({ type: Date })
  createdAt!: Date;
}

export const PostLikeSchema = SchemaFactory.createForClass(PostLike)
  // Once only; and which posts of a page a reader likes, answered by the index alone.
  .index({ postId: 1, userId: 1 }, { unique: true })
  // The newest likers of a post, page by page.
  .index({ postId: 1, createdAt: -1, _id: -1 })
  // All likes of one fan, for export and removal.
  .index({ userId: 1, _id: 1 });
