import type { Types } from 'mongoose';

import { defineCollection } from '../common/mongo/collections.js';
import type { WithStringIds } from '../common/mongo/ids.js';

/** The private address of a fan's calendar; the token alone grants read access. */
export interface StoredTeamCalendar {
  /** The fan's id. */
  _id: Types.ObjectId;
  token: string;
}

export type TeamCalendar = WithStringIds<StoredTeamCalendar>;

export const teamCalendarsCollection = defineCollection<StoredTeamCalendar>('team_calendars')
  // Lookup by token.
  .index({ token: 1 }, { unique: true });
