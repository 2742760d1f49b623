import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

const DAYS_S = 2 * 24 * 60 * 60;

/** What was told last of a match. `_id` names the match on its day. */
@Schema({ collection: 'told_matches', versionKey: false })
export class ToldMatch {
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ type: String, required: true })
  text!: string;

  /** How much was told of it so far. */
  @Prop({ type: Number, required: true })
  number!: number;

  @Prop({ type: Date, required: true })
  at!: Date;
}

export const ToldMatchSchema = SchemaFactory.createForClass(ToldMatch).index(
  { at: 1 },
  { expireAfterSeconds: DAYS_S },
);
