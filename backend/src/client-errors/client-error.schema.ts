import type { ClientErrorRow } from '@kickoff/contracts';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

const DAY_S = 24 * 60 * 60;

/** An error in browsers; the same one is one row with a count. Nothing in it leads to a person. */
@Schema({ collection: 'client_errors', versionKey: false })
export class ClientError {
  _id!: Types.ObjectId;

  @Prop({ type: String, required: true })
  kind!: ClientErrorRow['kind'];

  @Prop({ type: String, required: true })
  remote!: ClientErrorRow['remote'];

  /** The pattern of an address. */
  @Prop({ type: String, required: true })
  page!: string;

  @Prop({ type: String, required: true })
  version!: string;

  /** Sanitised and cut. */
  @Prop({ type: String, required: true })
  message!: string;

  @Prop({ type: Number, required: true })
  count!: number;

  @Prop({ type: Date, required: true })
  firstAt!: Date;

  @Prop({ type: Date, required: true })
  lastAt!: Date;
}

export const ClientErrorSchema = SchemaFactory.createForClass(ClientError)
  // The same error is one row, however many report it at once.
  .index({ message: 1, kind: 1, remote: 1, page: 1, version: 1 }, { unique: true })
  // The admins' list, newest first.
  .index({ lastAt: -1, _id: -1 })
  // Removed by the database itself 30 days after the last report.
  .index({ lastAt: 1 }, { expireAfterSeconds: 30 * DAY_S });
