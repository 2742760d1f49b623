import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** What an admin wrote down about a fan, for the other admins. */
@Schema({ collection: 'fan_notes', versionKey: false })
export class FanNote {
  _id!: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  fanId!: Types.ObjectId;

  /** Who wrote it, with the name of then. */
  @Prop({ type: Object, required: true })
  author!: { _id: string; username: string };

  @Prop({ type: String, required: true })
  text!: string;

  @Prop({ type: Date, required: true })
  createdAt!: Date;
}

export const FanNoteSchema = SchemaFactory.createForClass(FanNote)
  // The notes about one fan, newest first; and when that fan leaves.
  .index({ fanId: 1, createdAt: -1, _id: -1 });
