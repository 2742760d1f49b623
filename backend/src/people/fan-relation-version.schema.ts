import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** Changes with each change of a fan's relations; absent for fans without any change. */
@Schema({ collection: 'fan_relation_versions', versionKey: false })
export class FanRelationVersion {
  /** The fan's id. */
  _id!: Types.ObjectId;

  @Prop({ type: Types.ObjectId })
  version!: Types.ObjectId;
}

export const FanRelationVersionSchema = SchemaFactory.createForClass(FanRelationVersion);
