import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** A text of the admins that every fan page shows between two times. */
@Schema({ collection: 'announcements', versionKey: false })
export class Announcement {
  _id!: Types.ObjectId;

  @Prop({ type: String, required: true })
  text!: string;

  @Prop({ type: Date, required: true })
  startsAt!: Date;

  /** Without it the text stays until it is taken away. */
  @Prop({ type: Date })
  endsAt?: Date;
}

export const AnnouncementSchema = SchemaFactory.createForClass(Announcement)
  // The admins' list, newest first; also those that have begun, for fans.
  .index({ startsAt: -1, _id: -1 });
