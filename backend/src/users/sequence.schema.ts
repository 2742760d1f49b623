import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** A sequence of numbers, such as `userId`, and the last number given. */
@Schema({ collection: 'sequences', versionKey: false })
export class Sequence {
  @Prop({ type: String })
  _id!: string;

  @Prop({ type: Number })
  value!: number;
}

export const SequenceSchema = SchemaFactory.createForClass(Sequence);
