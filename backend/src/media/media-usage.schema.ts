import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** The bytes of all files of a fan, for the quota. `_id` is the fan. */
@Schema({ collection: 'media_usage', versionKey: false })
export class MediaUsage {
  @Prop({ type: Types.ObjectId })
  _id!: Types.ObjectId;

  @Prop({ type: Number })
  bytes!: number;
}

export const MediaUsageSchema = SchemaFactory.createForClass(MediaUsage);
