import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { InjectCollection } from '../common/mongo/collections.js';
import { type StoredReservedName, reservedNamesCollection } from './reserved-name.schema.js';
import type { User } from './user.schema.js';

type Named = Pick<User, 'usernameKey' | 'usernameSkeleton'>;

/** All database access of reserved names. */
@Injectable()
export class ReservedNamesRepository {
  constructor(
    @InjectCollection(reservedNamesCollection)
    private readonly names: Collection<StoredReservedName>,
  ) {}

  /** Reserves a name. Call before the fan changes it. */
  async reserve(fan: Named & Pick<User, '_id'>, until: Date): Promise<void> {
    await this.names.updateOne(
      { _id: fan.usernameKey },
      { $set: { skeleton: fan.usernameSkeleton, fanId: new Types.ObjectId(fan._id), until } },
      { upsert: true },
    );
  }

  /** Detaches the reserved names of a fan from the fan. */
  async forgetFan(fanId: string): Promise<void> {
    await this.names.updateMany({ fanId: new Types.ObjectId(fanId) }, { $unset: { fanId: true } });
  }

  /** Returns whether a name or a look-alike is reserved for another fan. */
  async isReserved(
    { usernameKey, usernameSkeleton }: Named,
    now: Date,
    forOthersThan?: string,
  ): Promise<boolean> {
    const found = await this.names.findOne({
      $or: [{ _id: usernameKey }, { skeleton: usernameSkeleton }],
      until: { $gt: now },
      ...(forOthersThan ? { fanId: { $ne: new Types.ObjectId(forOthersThan) } } : {}),
    });
    return found !== null;
  }
}
