import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toStringIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
import {
  type TeamCalendar,
  type StoredTeamCalendar,
  teamCalendarsCollection,
} from './team-calendar.schema.js';

/** All database access of calendars. */
@Injectable()
export class CalendarsRepository {
  constructor(
    @InjectCollection(teamCalendarsCollection)
    private readonly calendars: Collection<StoredTeamCalendar>,
  ) {}

  /** Returns the fan's token; stores this one if there is none. */
  async tokenOf(fanId: string, token: string): Promise<string> {
    const _id = new Types.ObjectId(fanId);
    try {
      await this.calendars.insertOne({ _id, token });
      return token;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const stored = await this.calendars.findOne({ _id });
    return stored?.token ?? token;
  }

  async replaceToken(fanId: string, token: string): Promise<void> {
    const _id = new Types.ObjectId(fanId);
    await this.calendars.updateOne({ _id }, { $set: { token } }, { upsert: true });
  }

  find(fanId: string): Promise<TeamCalendar | null> {
    return this.calendars.findOne({ _id: new Types.ObjectId(fanId) }).then(toStringIds);
  }

  async remove(fanId: string): Promise<void> {
    await this.calendars.deleteOne({ _id: new Types.ObjectId(fanId) });
  }

  /** Finds the fan of a token. */
  async findFan(token: string): Promise<string | undefined> {
    const stored = await this.calendars.findOne({ token });
    return stored?._id.toString();
  }
}
