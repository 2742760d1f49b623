import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** What an admin wrote down about a fan, for the other admins. */
@Schema({ collection: 'fan_notes', versionKey: false })
export class FanNoteDocument {
  _id!: Types.ObjectId;

  @Prop({ type: Types.ObjectId })
  fanId!: Types.ObjectId;

  /** Who wrote it, with the name of then. */
  @Prop({ type: Object })
  author!: { _id: string; username: string };

  @Prop({ type: String })
  text!: string;

  @Prop({ type: Date })
  createdAt!: Date;
}

export const FanNoteSchema = SchemaFactory.createForClass(FanNoteDocument)
  // The notes about one fan, newest first; and when that fan leaves.
  .index({ fanId: 1, createdAt: -1, _id: -1 });
