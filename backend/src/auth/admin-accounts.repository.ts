import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toObjectIds, toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import type { Position } from '../common/http/cursors.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
import { inTransaction } from '../common/mongo/transaction.js';
import {
  type AdminAccount,
  type StoredAdminAccount,
  adminsCollection,
} from './admin-account.schema.js';

/** All database access of admins' accounts. */
@Injectable()
export class AdminAccountsRepository {
  constructor(
    @InjectCollection(adminsCollection) private readonly admins: Collection<StoredAdminAccount>,
  ) {}

  /** Inserts an admin, or returns which unique value is taken. */
  async insert(admin: AdminAccount): Promise<'stored' | 'seat' | 'email' | 'name'> {
    try {
      await this.admins.insertOne(withObjectIds(admin, '_id'));
      return 'stored';
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if ('seat' in error.keyPattern) return 'seat';
      return 'email' in error.keyPattern ? 'email' : 'name';
    }
  }

  findByEmail(email: string): Promise<AdminAccount | null> {
    return this.admins.findOne({ email }).then(toStringIds);
  }

  findById(id: string): Promise<AdminAccount | null> {
    return this.admins.findOne({ _id: new Types.ObjectId(id) }).then(toStringIds);
  }

  /** The names of these admins by id. */
  async findNames(ids: readonly string[]): Promise<Map<string, string>> {
    const admins = await this.admins
      .find<Pick<StoredAdminAccount, '_id' | 'username'>>(
        { _id: { $in: toObjectIds(ids) } },
        { projection: { username: 1 } },
      )
      .toArray();
    return new Map(admins.map(({ _id, username }) => [_id.toString(), username]));
  }

  /** Returns whether an admin other than the demo cast's can approve others. */
  async hasActive(): Promise<boolean> {
    return (await this.admins.findOne({ status: 'active', seat: { $ne: 'demo' } })) !== null;
  }

  count(): Promise<number> {
    return this.admins.countDocuments();
  }

  /** Finds admins after a position, newest first. */
  findPage(size: number, after?: Position): Promise<AdminAccount[]> {
    const filter = after
      ? {
          createdAt: { $lte: after.at },
          $or: [
            { createdAt: { $lt: after.at } },
            { createdAt: after.at, _id: { $lt: new Types.ObjectId(after.id) } },
          ],
        }
      : {};
    return this.admins
      .find(filter, { sort: { createdAt: -1, _id: -1 }, limit: size })
      .toArray()
      .then(toStringIds);
  }

  /** Changes the status of an admin. Returns the changed admin, or null if nothing changed. */
  changeStatus(id: string, status: AdminAccount['status']): Promise<AdminAccount | null> {
    return this.admins
      .findOneAndUpdate(
        { _id: new Types.ObjectId(id), status: { $ne: status } },
        { $set: { status } },
        { returnDocument: 'after' },
      )
      .then(toStringIds);
  }

  /**
   * Removes an admin unless no admin who can log in would be left.
   *
   * @param isAble narrows active admins to those who can log in here
   */
  removeUnlessLast(
    id: string,
    isAble: { seat?: { $ne: 'demo' } },
  ): Promise<'removed' | 'last' | 'unknown'> {
    const others = { _id: { $ne: new Types.ObjectId(id) }, status: 'active', ...isAble } as const;
    return inTransaction(async () => {
      // Writes to all of them: of concurrent removals one gets a write conflict and is retried.
      await this.admins.updateMany({ status: 'active' }, { $inc: { removalsSeen: 1 } });
      const admin = await this.admins.findOne({ _id: new Types.ObjectId(id) });
      if (!admin) return 'unknown';
      if (admin.status === 'active' && !(await this.admins.findOne(others))) {
        return 'last';
      }
      await this.admins.deleteOne({ _id: admin._id });
      return 'removed';
    });
  }

  async setReset(
    { _id, email }: Pick<AdminAccount, '_id' | 'email'>,
    reset: NonNullable<AdminAccount['reset']>,
  ): Promise<void> {
    await this.admins.updateOne({ _id: new Types.ObjectId(_id), email }, { $set: { reset } });
  }

  /** Sets a new password if the reset link is open; the same write uses up the link. */
  async useReset(id: string, tokenHash: string, now: Date, passwordHash: string): Promise<boolean> {
    const result = await this.admins.updateOne(
      {
        _id: new Types.ObjectId(id),
        'reset.tokenHash': tokenHash,
        'reset.expiresAt': { $gt: now },
      },
      { $set: { passwordHash }, $unset: { reset: true } },
    );
    return result.modifiedCount === 1;
  }
}
