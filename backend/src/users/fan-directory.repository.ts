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
  /** Beginnings of what fans are found by; one of them is enough. */
  foundBy?: readonly RegExp[];
  status?: FanStatus;
  joinedFrom?: Date;
  /** Exclusive end of the selected times. */
  joinedBefore?: Date;
  seenFrom?: Date;
  hasPosts?: boolean;
  among?: readonly string[];
}

/** By what a list is sorted, and in which direction. */
export interface FanOrder {
  by: FanSort;
  direction: 1 | -1;
}

/** The last row of a page: the next one begins after it. */
export interface FanPosition {
  value: string | number | Date | null;
  id: string;
}

/** What a row of the list shows. */
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

/** The field that each order reads; a unique one needs no id to be stable. */
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
   * Fans of a list after a place in it, range by range of the index: those with
   * the place's own value first, for many fans may share it.
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
            // Without a filter there is but one good way, and nothing to try out.
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

  /** One fan by either id, but for what no admin may see. */
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

/** The index that stands in this order, read from either end. */
function indexFor({ by }: FanOrder): Record<string, 1 | -1> {
  return toSort({ by, direction: by === 'phone' || FIELDS[by].isUnique ? 1 : -1 });
}

/** What comes after a place. Who was never here has no last time: null, before all others. */
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
