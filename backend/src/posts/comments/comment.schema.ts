import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** What a fan says below a post. */
@Schema({ collection: 'comments', versionKey: false })
export class CommentDocument {
  _id!: Types.ObjectId;

  @Prop({ type: Types.ObjectId })
  postId!: Types.ObjectId;

  @Prop({ type: Types.ObjectId })
  authorId!: Types.ObjectId;

  @Prop({ type: String })
  text!: string;

  @Prop({ type: Date })
  createdAt!: Date;
}

export const CommentSchema = SchemaFactory.createForClass(CommentDocument)
  // The comments of a post in order, page by page; read backwards, the newest.
  .index({ postId: 1, createdAt: 1, _id: 1 })
  // All comments of one fan, for export and removal.
  .index({ authorId: 1, _id: 1 });
