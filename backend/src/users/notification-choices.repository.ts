import { Injectable } from '@nestjs/common';
import type { Collection } from 'mongoose';

import { toObjectIds, toStringIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { TEAM_COLLATION, type StoredUser, type User, usersCollection } from './user.schema.js';

/** Batch size of ids. */
const IDS_AT_ONCE = 500;

/** Database access of fans' notification settings. */
@Injectable()
export class NotificationChoicesRepository {
  constructor(@InjectCollection(usersCollection) private readonly users: Collection<StoredUser>) {}

  /** Finds the notification settings of these fans. */
  findSettings(ids: readonly string[]) {
    return this.users
      .find<Pick<StoredUser, '_id'> & { settings: Pick<User['settings'], 'notifications'> }>(
        { _id: { $in: toObjectIds(ids) } },
        { projection: { 'settings.notifications': 1 }, batchSize: 1000 },
      )
      .toArray()
      .then(toStringIds);
  }

  findPushSettings(ids: readonly string[]) {
    return this.users
      .find<Pick<StoredUser, '_id'> & { settings: Pick<User['settings'], 'push'> }>(
        { _id: { $in: toObjectIds(ids) } },
        { projection: { 'settings.push': 1 }, batchSize: 1000 },
      )
      .toArray()
      .then(toStringIds);
  }

  /** Yields ids of all fans of some teams in batches, unordered. */
  async *findIdsOfTeams(teams: readonly string[]): AsyncIterable<string[]> {
    const fans = this.users.find<Pick<StoredUser, '_id'>>(
      { fav_team1: { $in: [...teams] } },
      { projection: { _id: 1 }, collation: TEAM_COLLATION, batchSize: IDS_AT_ONCE },
    );
    let batch: string[] = [];
    for await (const { _id } of fans) {
      batch.push(_id.toString());
      if (batch.length < IDS_AT_ONCE) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  /**
   * Finds those of these fans who are fans of the teams with notifications of their team enabled.
   */
  findNotifiedOfTeams(ids: readonly string[], teams: readonly string[]) {
    return this.users
      .find<Pick<StoredUser, '_id'>>(
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
      .toArray()
      .then(toStringIds);
  }
}
