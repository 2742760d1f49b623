import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** What a fan says below a post. */
@Schema({ collection: 'comments', versionKey: false })
export class Comment {
  _id!: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  postId!: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  authorId!: Types.ObjectId;

  @Prop({ type: String, required: true })
  text!: string;

  @Prop({ type: Date, required: true })
  createdAt!: Date;
}

export const CommentSchema = SchemaFactory.createForClass(Comment)
  // The comments of a post in order, page by page; read backwards, the newest.
  .index({ postId: 1, createdAt: 1, _id: 1 })
  // All comments of one fan, for export and removal.
  .index({ authorId: 1, _id: 1 });
