import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

const RETENTION_SECONDS = 2 * 24 * 60 * 60;

/** The last notification of a match. `_id` is the match's notification group. */
@Schema({ collection: 'match_notification_states', versionKey: false })
export class MatchNotificationState {
  @Prop({ type: String })
  _id!: string;

  @Prop({ type: String })
  text!: string;

  /** Number of notifications so far. */
  @Prop({ type: Number })
  number!: number;

  @Prop({ type: Date })
  at!: Date;
}

export const MatchNotificationStateSchema = SchemaFactory.createForClass(
  MatchNotificationState,
).index({ at: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
