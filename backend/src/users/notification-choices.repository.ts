import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { InjectCollection } from '../common/mongo/collections.js';
import { TEAM_COLLATION, type User, usersCollection } from './user.schema.js';

/** Database access of what fans want to be notified of. */
@Injectable()
export class NotificationChoicesRepository {
  constructor(@InjectCollection(usersCollection) private readonly users: Collection<User>) {}

  findPushSettings(ids: readonly string[]) {
    return this.users
      .find<{ _id: Types.ObjectId; settings: Pick<User['settings'], 'push'> }>(
        { _id: { $in: toObjectIds(ids) } },
        { projection: { 'settings.push': 1 }, batchSize: 1000 },
      )
      .toArray();
  }

  /** Among these fans, those of the teams who are notified of their team. */
  findNotifiedOfTeams(ids: readonly string[], teams: readonly string[]) {
    return this.users
      .find<Pick<User, '_id'>>(
        {
          _id: { $in: toObjectIds(ids) },
          fav_team1: { $in: [...teams] },
          'settings.notifications.team': true,
        },
        {
          projection: { _id: 1 },
          collation: TEAM_COLLATION,
          hint: { _id: 1 },
          batchSize: 1000,
        },
      )
      .toArray();
  }
}

function toObjectIds(ids: readonly string[]): Types.ObjectId[] {
  return ids.map((id) => new Types.ObjectId(id));
}
