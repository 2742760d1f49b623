import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** The private address of a fan's calendar: whoever knows its token may read it. */
@Schema({ collection: 'team_calendars', versionKey: false })
export class TeamCalendar {
  /** The fan's. */
  @Prop({ type: Types.ObjectId })
  _id!: Types.ObjectId;

  @Prop({ type: String, required: true })
  token!: string;
}

export const TeamCalendarSchema = SchemaFactory.createForClass(TeamCalendar)
  // A calendar program comes with the token alone.
  .index({ token: 1 }, { unique: true });
