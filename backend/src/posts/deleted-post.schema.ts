import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** A deleted post whose likes, comments and files may still exist. `_id` is the post's. */
@Schema({ collection: 'deleted_posts', versionKey: false })
export class DeletedPost {
  _id!: Types.ObjectId;

  /** Stored file names. */
  @Prop({ type: String })
  image?: string;

  @Prop({ type: String })
  video?: string;

  @Prop({ type: Date })
  removedAt!: Date;
}

export const DeletedPostSchema = SchemaFactory.createForClass(DeletedPost);
