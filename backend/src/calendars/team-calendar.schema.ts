import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';

/** The private address of a fan's calendar; the token alone grants read access. */
export interface TeamCalendar {
  /** The fan's id. */
  _id: Types.ObjectId;
  token: string;
}

export const teamCalendarsCollection = defineCollection<TeamCalendar>('team_calendars')
  // Lookup by token.
  .index({ token: 1 }, { unique: true });
