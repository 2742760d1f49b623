import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** A login that lives until it is ended, unused for too long, or too old. Its row decides each call. */
@Schema({ collection: 'sessions', versionKey: false })
export class Session {
  _id!: Types.ObjectId;

  @Prop({ type: Types.ObjectId })
  ownerId!: Types.ObjectId;

  @Prop({ type: String })
  audience!: 'fan' | 'admin';

  /** Browser and system in words, for the list of sessions. */
  @Prop({ type: String })
  device!: string;

  @Prop({ type: Date })
  createdAt!: Date;

  @Prop({ type: Date })
  lastSeenAt!: Date;

  /** Moves with use, never past the token's own end. */
  @Prop({ type: Date })
  expiresAt!: Date;
}

export const SessionSchema = SchemaFactory.createForClass(Session)
  // Ended by the database itself, at most a minute late; every look-up checks the time as well.
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
  // A person's sessions, for listing them and for ending them all.
  .index({ ownerId: 1, audience: 1, createdAt: -1, _id: -1 });
