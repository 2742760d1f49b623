import type { FanSort, FanStatus } from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';
import { type Collection, type mongo, Types } from 'mongoose';

import {
  toObjectIds,
  toStringIds,
  withObjectIds,
  type WithStringIds,
} from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { type User, type StoredUser, usersCollection } from './user.schema.js';

/** A selection of fans; an absent criterion does not restrict it. */
export interface FanCriteria {
  /** Prefixes of search keys; one match is enough. */
  foundBy?: readonly RegExp[];
  status?: FanStatus;
  joinedFrom?: Date;
  /** Exclusive end of the selected times. */
  joinedBefore?: Date;
  seenFrom?: Date;
  hasPosts?: boolean;
  among?: readonly string[];
}

/** Sort field and direction of a list. */
export interface FanOrder {
  by: FanSort;
  direction: 1 | -1;
}

/** The last row of a page, after which the next page starts. */
export interface FanPosition {
  value: string | number | Date | null;
  id: string;
}

/** The projection of a list row. */
const ROW = {
  userId: 1,
  username: 1,
  usernameKey: 1,
  email: 1,
  phone: 1,
  createdAt: 1,
  lastSeenAt: 1,
  suspension: 1,
  'counts.posts': 1,
} as const;
type StoredRow = Pick<
  StoredUser,
  | '_id'
  | 'userId'
  | 'username'
  | 'usernameKey'
  | 'email'
  | 'phone'
  | 'createdAt'
  | 'lastSeenAt'
  | 'suspension'
> & { counts: Pick<User['counts'], 'posts'> };
export type RowFields = WithStringIds<StoredRow>;

/** The field of each sort order; a unique field is stable without the id. */
const FIELDS: Record<FanSort, { field: string; isUnique?: true }> = {
  createdAt: { field: 'createdAt' },
  lastSeenAt: { field: 'lastSeenAt' },
  username: { field: 'usernameKey', isUnique: true },
  email: { field: 'email', isUnique: true },
  phone: { field: 'phone' },
  postsCount: { field: 'counts.posts' },
  userId: { field: 'userId', isUnique: true },
};

/** All database access of the admins' list of fans. */
@Injectable()
export class FanDirectoryRepository {
  constructor(@InjectCollection(usersCollection) private readonly users: Collection<StoredUser>) {}

  /**
   * Finds fans after a position, range by range of the index: first those with the position's own
   * value, which many fans may share.
   */
  async findPage(
    criteria: FanCriteria,
    order: FanOrder,
    size: number,
    now: Date,
    after?: FanPosition,
  ): Promise<RowFields[]> {
    const conditions = toConditions(criteria, now);
    const fans: RowFields[] = [];
    for (const range of after ? rangesAfter(order, after) : [{}]) {
      const found = await this.users
        .find<StoredRow>(
          { $and: [...conditions, range] },
          {
            projection: ROW,
            sort: toSort(order),
            limit: size - fans.length,
            batchSize: size,
            // Without a filter the index is known; the hint saves the planner's trial runs.
            ...(conditions.length === 0 ? { hint: indexFor(order) } : {}),
          },
        )
        .toArray()
        .then(toStringIds);
      fans.push(...found);
      if (fans.length === size) break;
    }
    return fans;
  }

  count(criteria: FanCriteria, now: Date): Promise<number> {
    return this.users.countDocuments({ $and: toConditions(criteria, now) });
  }

  /** Finds one fan by either id, without the fields that no admin may see. */
  find(
    by: { _id: string } | { userId: number },
  ): Promise<Omit<User, 'passwordHash' | 'reset'> | null> {
    return this.users
      .findOne<Omit<StoredUser, 'passwordHash' | 'reset'>>(
        '_id' in by ? withObjectIds(by, '_id') : by,
        {
          projection: { passwordHash: 0, reset: 0 },
        },
      )
      .then(toStringIds);
  }
}

function toConditions(criteria: FanCriteria, now: Date): mongo.Filter<StoredUser>[] {
  const { foundBy, status, joinedFrom, joinedBefore, seenFrom, hasPosts, among } = criteria;
  return [
    ...(foundBy ? [{ foundBy: { $in: [...foundBy] } }] : []),
    ...(status ? [inStatus(status, now)] : []),
    ...(joinedFrom ? [{ createdAt: { $gte: joinedFrom } }] : []),
    ...(joinedBefore ? [{ createdAt: { $lt: joinedBefore } }] : []),
    ...(seenFrom ? [{ lastSeenAt: { $gte: seenFrom } }] : []),
    ...(hasPosts === undefined ? [] : [{ 'counts.posts': hasPosts ? { $gt: 0 } : { $lte: 0 } }]),
    ...(among ? [{ _id: { $in: toObjectIds(among) } }] : []),
  ];
}

/** An expired suspension has no effect. */
function inStatus(status: FanStatus, now: Date): mongo.Filter<StoredUser> {
  if (status === 'active') {
    return { $or: [{ suspension: { $exists: false } }, { 'suspension.until': { $lte: now } }] };
  }
  return {
    'suspension.at': { $exists: true },
    $or: [{ 'suspension.until': { $exists: false } }, { 'suspension.until': { $gt: now } }],
  };
}

function toSort({ by, direction }: FanOrder): Record<string, 1 | -1> {
  const { field, isUnique } = FIELDS[by];
  return isUnique ? { [field]: direction } : { [field]: direction, _id: direction };
}

/** The index of this order, read from either end. */
function indexFor({ by }: FanOrder): Record<string, 1 | -1> {
  return toSort({ by, direction: by === 'phone' || FIELDS[by].isUnique ? 1 : -1 });
}

/**
 * The ranges after a position. A fan who never logged in has null, which sorts before all times.
 */
function rangesAfter(
  { by, direction }: FanOrder,
  { value, id }: FanPosition,
): mongo.Filter<StoredUser>[] {
  const { field, isUnique } = FIELDS[by];
  const further = direction === 1 ? '$gt' : '$lt';
  if (isUnique) return [{ [field]: { [further]: value } }];
  const same = { [field]: value, _id: { [further]: new Types.ObjectId(id) } };
  if (value === null) return direction === 1 ? [same, { [field]: { $ne: null } }] : [same];
  const beyond = { [field]: { [further]: value } };
  return by === 'lastSeenAt' && direction === -1
    ? [same, beyond, { [field]: null }]
    : [same, beyond];
}
