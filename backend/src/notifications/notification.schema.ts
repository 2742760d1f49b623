import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Notification as NotificationAnswer } from '@kickoff/contracts';
import { Types } from 'mongoose';

/** API.md §9. */
export const KEPT_SECONDS = 90 * 24 * 60 * 60;

/** What a fan should know: one row for all that belongs together, as old as the last of it. */
@Schema({ collection: 'notifications', versionKey: false })
export class Notification {
  _id!: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  fanId!: Types.ObjectId;

  /** What belongs together, such as all likes of a post. */
  @Prop({ type: String, required: true })
  group!: string;

  @Prop({ type: String, required: true })
  kind!: NotificationAnswer['kind'];

  @Prop({ type: Object, required: true })
  target!: NotificationAnswer['target'];

  /** The newest three who did it, newest first. */
  @Prop({ type: [Types.ObjectId], required: true })
  actors!: Types.ObjectId[];

  /** How many did it in all. */
  @Prop({ type: Number, required: true })
  count!: number;

  @Prop({ type: Boolean })
  afterMine?: boolean;

  @Prop({ type: String })
  text?: string;

  @Prop({ type: Boolean, required: true })
  read!: boolean;

  /** When the last of it happened. */
  @Prop({ type: Date, required: true })
  at!: Date;
}

export const NotificationSchema = SchemaFactory.createForClass(Notification)
  // One row for what belongs together.
  .index({ fanId: 1, group: 1 }, { unique: true })
  // A fan's list, newest first, page by page.
  .index({ fanId: 1, at: -1, _id: -1 })
  // How many are unread, from the index alone.
  .index({ fanId: 1, read: 1 })
  // What goes with a post, or with a fan who told stories.
  .index({ group: 1 })
  .index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });
