import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

import { KEPT_SECONDS } from './notification.schema.js';

/** Remembers that something was told to a fan, so that it is told once however often it is repeated. */
@Schema({ collection: 'notification_causes', versionKey: false })
export class NotificationCause {
  _id!: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  fanId!: Types.ObjectId;

  @Prop({ type: String, required: true })
  group!: string;

  /** What of the group it was: whose act, or which event. */
  @Prop({ type: String, required: true })
  once!: string;

  @Prop({ type: Types.ObjectId })
  actorId?: Types.ObjectId;

  @Prop({ type: Date, required: true })
  at!: Date;
}

export const NotificationCauseSchema = SchemaFactory.createForClass(NotificationCause)
  // Each is told once.
  .index({ fanId: 1, group: 1, once: 1 }, { unique: true })
  // All that one fan has caused, with everyone or with one other.
  .index({ actorId: 1, fanId: 1 }, { sparse: true })
  // What goes with a post, or with a fan who told stories.
  .index({ group: 1 })
  .index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });
