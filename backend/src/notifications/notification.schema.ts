import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Notification as NotificationAnswer } from '@kickoff/contracts';
import { Types } from 'mongoose';

/** API.md §9. */
export const RETENTION_SECONDS = 90 * 24 * 60 * 60;

/** A fan's notification: one row per group, dated by its newest event. */
@Schema({ collection: 'notifications', versionKey: false })
export class Notification {
  _id!: Types.ObjectId;

  @Prop({ type: Types.ObjectId })
  fanId!: Types.ObjectId;

  /** Events with one group share one row, such as all likes of a post. */
  @Prop({ type: String })
  group!: string;

  @Prop({ type: String })
  kind!: NotificationAnswer['kind'];

  @Prop({ type: Object })
  target!: NotificationAnswer['target'];

  /** The newest three actors, newest first. */
  @Prop({ type: [Types.ObjectId] })
  actors!: Types.ObjectId[];

  /** Number of actors in all. */
  @Prop({ type: Number })
  count!: number;

  @Prop({ type: Boolean })
  afterMine?: boolean;

  @Prop({ type: String })
  text?: string;

  @Prop({ type: Boolean })
  read!: boolean;

  /** Time of the newest event. */
  @Prop({ type: Date })
  at!: Date;
}

export const NotificationSchema = SchemaFactory.createForClass(Notification)
  // One row per group.
  .index({ fanId: 1, group: 1 }, { unique: true })
  // A fan's list, newest first, paged.
  .index({ fanId: 1, at: -1, _id: -1 })
  // Unread count, covered.
  .index({ fanId: 1, read: 1 })
  // Removal with a post or with the author of stories.
  .index({ group: 1 })
  .index({ at: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
