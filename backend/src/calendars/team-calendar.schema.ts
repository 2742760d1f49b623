import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** The private address of a fan's calendar; the token alone grants read access. */
@Schema({ collection: 'team_calendars', versionKey: false })
export class TeamCalendar {
  /** The fan's id. */
  @Prop({ type: Types.ObjectId })
  _id!: Types.ObjectId;

  @Prop({ type: String })
  token!: string;
}

export const TeamCalendarSchema = SchemaFactory.createForClass(TeamCalendar)
  // Lookup by token.
  .index({ token: 1 }, { unique: true });
