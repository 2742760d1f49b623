import type { ClientErrorRow } from '@kickoff/contracts';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

const DAY_S = 24 * 60 * 60;

/** How many errors of a kind a remote had in a minute: bounded however many are reported. */
@Schema({ collection: 'client_error_minutes', versionKey: false })
export class ClientErrorMinute {
  _id!: Types.ObjectId;

  @Prop({ type: String })
  remote!: ClientErrorRow['remote'];

  @Prop({ type: String })
  kind!: ClientErrorRow['kind'];

  /** Its beginning. */
  @Prop({ type: Date })
  minute!: Date;

  @Prop({ type: Number })
  count!: number;
}

export const ClientErrorMinuteSchema = SchemaFactory.createForClass(ClientErrorMinute)
  // Uniqueness, also with concurrent reports, and the sums of the last 24 hours.
  .index({ minute: 1, remote: 1, kind: 1 }, { unique: true })
  // Deleted when no sum needs it.
  .index({ minute: -1 }, { expireAfterSeconds: DAY_S });
