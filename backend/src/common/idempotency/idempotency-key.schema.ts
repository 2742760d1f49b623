import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/**
 * One call that a client may repeat: what it asked, and the id and status of its result. The
 * answer itself is not stored: a repeated call reads its result anew, so a row stays small
 * whatever the answer comes to.
 */
@Schema({ collection: 'idempotency_keys', versionKey: false })
export class IdempotencyKey {
  /** The fan and the key the client made. */
  @Prop({ type: String })
  _id!: string;

  /** A hash of what was asked, so that one key never answers for another request. */
  @Prop({ type: String })
  fingerprint!: string;

  /** The id of the call's result, the same at every try: a second try meets the first one's work. */
  @Prop({ type: String })
  resultId!: string;

  /** Names the try that holds the key. */
  @Prop({ type: String })
  attempt!: string;

  /** Until then the try is taken for running. */
  @Prop({ type: Date })
  heldUntil!: Date;

  /** The status of the answer, there once the call is done. */
  @Prop({ type: Number })
  status?: number;

  @Prop({ type: Date })
  expiresAt!: Date;
}

export const IdempotencyKeySchema = SchemaFactory.createForClass(IdempotencyKey)
  // Deleted after 24 hours.
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
