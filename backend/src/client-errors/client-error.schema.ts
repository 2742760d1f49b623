import type { ClientErrorRow } from '@kickoff/contracts';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

const DAY_S = 24 * 60 * 60;

/** An error in browsers. Equal errors share one row with a count. No field identifies a person. */
@Schema({ collection: 'client_errors', versionKey: false })
export class ClientError {
  _id!: Types.ObjectId;

  @Prop({ type: String })
  kind!: ClientErrorRow['kind'];

  @Prop({ type: String })
  remote!: ClientErrorRow['remote'];

  /** The pattern of an address. */
  @Prop({ type: String })
  page!: string;

  @Prop({ type: String })
  version!: string;

  /** Sanitised and cut. */
  @Prop({ type: String })
  message!: string;

  @Prop({ type: Number })
  count!: number;

  @Prop({ type: Date })
  firstAt!: Date;

  @Prop({ type: Date })
  lastAt!: Date;
}

export const ClientErrorSchema = SchemaFactory.createForClass(ClientError)
  // Uniqueness, also with concurrent reports.
  .index({ message: 1, kind: 1, remote: 1, page: 1, version: 1 }, { unique: true })
  // The admins' list, newest first.
  .index({ lastAt: -1, _id: -1 })
  // The newest of a remote.
  .index({ remote: 1, lastAt: -1 })
  // Deleted 30 days after the last report.
  .index({ lastAt: 1 }, { expireAfterSeconds: 30 * DAY_S });
