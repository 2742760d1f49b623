import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { InjectCollection } from '../common/mongo/collections.js';
import { besides, but, notSuspended } from './fan-filters.js';
import { TEAM_COLLATION, type User, usersCollection } from './user.schema.js';

type SuggestableFields = Pick<User, '_id' | 'username' | 'profilePicture' | 'fav_team1'>;
const SUGGESTABLE = { username: 1, profilePicture: 1, fav_team1: 1 } as const;

/** All queries for fans who may be suggested to others. */
@Injectable()
export class SuggestableFansRepository {
  constructor(@InjectCollection(usersCollection) private readonly users: Collection<User>) {}

  /** Of these fans those who may be suggested. */
  find(ids: readonly string[], now: Date): Promise<SuggestableFields[]> {
    return this.users
      .find<SuggestableFields>(
        { _id: { $in: ids.map((id) => new Types.ObjectId(id)) }, ...notSuspended(now) },
        { projection: SUGGESTABLE, batchSize: 1000 },
      )
      .toArray();
  }

  /** Fans of a team, those seen last first. */
  async findOfTeam(
    team: string,
    except: ReadonlySet<string>,
    size: number,
    now: Date,
  ): Promise<SuggestableFields[]> {
    const { among, limit } = besides(except, size);
    const found = await this.users
      .find<SuggestableFields>(
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
    return but(except, found, size);
  }

  /** Fans who were seen last, and whether there are others. */
  async findSeenLast(
    except: ReadonlySet<string>,
    size: number,
    now: Date,
  ): Promise<{ fans: SuggestableFields[]; hasMore: boolean }> {
    const { among, limit } = besides(except, size);
    const found = await this.users
      .find<SuggestableFields>(
        { ...among, ...notSuspended(now) },
        {
          projection: SUGGESTABLE,
          sort: { lastSeenAt: -1, _id: -1 },
          limit,
          batchSize: limit,
        },
      )
      .toArray();
    return { fans: but(except, found, size), hasMore: found.length === limit };
  }
}
