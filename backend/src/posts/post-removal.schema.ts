import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** A post that is gone while its likes and comments may still be there. Has the post's id. */
@Schema({ collection: 'post_removals', versionKey: false })
export class PostRemoval {
  _id!: Types.ObjectId;

  /** Its files, where it had some. */
  @Prop({ type: String })
  image?: string;

  @Prop({ type: String })
  video?: string;

  @Prop({ type: Date, required: true })
  removedAt!: Date;
}

export const PostRemovalSchema = SchemaFactory.createForClass(PostRemoval);
