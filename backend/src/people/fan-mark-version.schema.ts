import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** Another one after each change of the marks around a fan; a fan whose marks never changed has none. */
@Schema({ collection: 'fan_mark_versions', versionKey: false })
export class FanMarkVersion {
  /** The fan's. */
  _id!: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  version!: Types.ObjectId;
}

export const FanMarkVersionSchema = SchemaFactory.createForClass(FanMarkVersion);
