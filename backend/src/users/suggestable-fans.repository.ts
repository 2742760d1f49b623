import { Injectable } from '@nestjs/common';
import type { Collection } from 'mongoose';

import { toObjectIds, toStringIds, type WithStringIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { besides, but, notSuspended } from './fan-filters.js';
import { TEAM_COLLATION, type StoredUser, usersCollection } from './user.schema.js';

type StoredFields = Pick<StoredUser, '_id' | 'username' | 'profilePicture' | 'fav_team1'>;
type SuggestableFields = WithStringIds<StoredFields>;
const SUGGESTABLE = { username: 1, profilePicture: 1, fav_team1: 1 } as const;

/** All queries for fans who may be suggested to others. */
@Injectable()
export class SuggestableFansRepository {
  constructor(@InjectCollection(usersCollection) private readonly users: Collection<StoredUser>) {}

  /** Finds those of these fans who may be suggested. */
  find(ids: readonly string[], now: Date): Promise<SuggestableFields[]> {
    return this.users
      .find<StoredFields>(
        { _id: { $in: toObjectIds(ids) }, ...notSuspended(now) },
        { projection: SUGGESTABLE, batchSize: 1000 },
      )
      .toArray()
      .then(toStringIds);
  }

  /** Finds fans of a team, most recently active first. */
  async findOfTeam(
    team: string,
    except: ReadonlySet<string>,
    size: number,
    now: Date,
  ): Promise<SuggestableFields[]> {
    const { among, limit } = besides(except, size);
    const found = await this.users
      .find<StoredFields>(
        { fav_team1: team, ...among, ...notSuspended(now) },
        {
          projection: SUGGESTABLE,
          collation: TEAM_COLLATION,
          sort: { lastSeenAt: -1 },
          limit,
          batchSize: limit,
        },
      )
      .toArray();
    return but(except, toStringIds(found), size);
  }

  /** Finds the most recently active fans, and whether there are others. */
  async findSeenLast(
    except: ReadonlySet<string>,
    size: number,
    now: Date,
  ): Promise<{ fans: SuggestableFields[]; hasMore: boolean }> {
    const { among, limit } = besides(except, size);
    const found = await this.users
      .find<StoredFields>(
        { ...among, ...notSuspended(now) },
        {
          projection: SUGGESTABLE,
          sort: { lastSeenAt: -1, _id: -1 },
          limit,
          batchSize: limit,
        },
      )
      .toArray();
    return { fans: but(except, toStringIds(found), size), hasMore: found.length === limit };
  }
}
