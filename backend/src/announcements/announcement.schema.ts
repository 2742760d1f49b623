import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** A text shown on every fan page between two times. */
@Schema({ collection: 'announcements', versionKey: false })
export class Announcement {
  _id!: Types.ObjectId;

  @Prop({ type: String })
  text!: string;

  @Prop({ type: Date })
  startsAt!: Date;

  /** Absent: shown until removed. */
  @Prop({ type: Date })
  endsAt?: Date;
}

export const AnnouncementSchema = SchemaFactory.createForClass(Announcement)
  // The admins' list, newest first; also those that have begun, for fans.
  .index({ startsAt: -1, _id: -1 });
