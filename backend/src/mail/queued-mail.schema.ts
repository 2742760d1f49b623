import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** A mail on its way; its row goes when the mail server has taken it. */
@Schema({ collection: 'mails', versionKey: false })
export class QueuedMail {
  @Prop({ type: Types.ObjectId })
  _id!: Types.ObjectId;

  /** Whom it goes to and what it says: it may hold a link, so only the server can read it. */
  @Prop({ type: Buffer })
  sealed!: Buffer;

  /** The fan or admin whom it is about. */
  @Prop({ type: String })
  accountId?: string;

  @Prop({ type: Boolean })
  isUrgent!: boolean;

  /** From when on an instance may take it; whoever sends it holds it by moving this on. */
  @Prop({ type: Date })
  dueAt!: Date;

  /** The hold of whoever sends it: a new one each time. */
  @Prop({ type: String })
  heldBy?: string;

  /** How often it was begun. */
  @Prop({ type: Number })
  tries!: number;

  /** When it is given up. */
  @Prop({ type: Date })
  until!: Date;
}

const HOUR_SECONDS = 60 * 60;

export const QueuedMailSchema = SchemaFactory.createForClass(QueuedMail)
  // What is due next.
  .index({ isUrgent: -1, dueAt: 1 })
  // What goes with an account.
  .index({ accountId: 1 }, { sparse: true })
  // Nothing secret lies about, also where nobody sends any more.
  .index({ until: 1 }, { expireAfterSeconds: HOUR_SECONDS });
