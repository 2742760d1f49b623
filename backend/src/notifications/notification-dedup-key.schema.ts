import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

import { RETENTION_SECONDS } from './notification.schema.js';

/** Deduplicates notifications: at most one per fan, group and `dedupKey`. */
@Schema({ collection: 'notification_dedup_keys', versionKey: false })
export class NotificationDedupKey {
  _id!: Types.ObjectId;

  @Prop({ type: Types.ObjectId })
  fanId!: Types.ObjectId;

  @Prop({ type: String })
  group!: string;

  /** The actor's id or the event within the group. */
  @Prop({ type: String })
  dedupKey!: string;

  @Prop({ type: Types.ObjectId })
  actorId?: Types.ObjectId;

  @Prop({ type: Date })
  at!: Date;
}

export const NotificationDedupKeySchema = SchemaFactory.createForClass(NotificationDedupKey)
  // Deduplication.
  .index({ fanId: 1, group: 1, dedupKey: 1 }, { unique: true })
  // All rows of one actor, for every fan or for one.
  .index({ actorId: 1, fanId: 1 }, { sparse: true })
  // Removal with a post or with the author of stories.
  .index({ group: 1 })
  .index({ at: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
