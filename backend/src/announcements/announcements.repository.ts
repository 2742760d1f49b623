import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, Model, Types } from 'mongoose';

import type { Position } from '../common/http/cursors.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { Announcement } from './announcement.schema.js';

/** All database access of announcements. */
@Injectable()
export class AnnouncementsRepository {
  private readonly rows;

  constructor(@InjectModel(Announcement.name) private readonly model: Model<Announcement>) {
    this.rows = model.db.collection<Announcement>(model.collection.name);
  }

  /** @param alongWith what goes with it, in the same transaction */
  async insert(
    announcement: Announcement,
    alongWith: (transaction: ClientSession) => Promise<void>,
  ): Promise<void> {
    await inTransaction(this.model.db, async (session) => {
      await this.rows.insertOne(announcement, { session });
      await alongWith(session);
      return announcement;
    });
  }

  /** Takes one away; false where there is none. */
  async remove(
    id: string,
    alongWith: (transaction: ClientSession) => Promise<void>,
  ): Promise<boolean> {
    const removed = await inTransaction(this.model.db, async (session) => {
      const { deletedCount } = await this.rows.deleteOne(
        { _id: new Types.ObjectId(id) },
        { session },
      );
      if (deletedCount === 0) return null;
      await alongWith(session);
      return true;
    });
    return removed ?? false;
  }

  count(): Promise<number> {
    return this.rows.estimatedDocumentCount();
  }

  /** All of them, those that begin last first, after a place in the list. */
  findPage(size: number, after?: Position): Promise<Announcement[]> {
    const filter = after
      ? {
          startsAt: { $lte: after.at },
          $or: [
            { startsAt: { $lt: after.at } },
            { startsAt: after.at, _id: { $lt: new Types.ObjectId(after.id) } },
          ],
        }
      : {};
    return this.rows.find(filter, { sort: { startsAt: -1, _id: -1 }, limit: size }).toArray();
  }

  /** Those of a moment, the newest first. */
  findAt(moment: Date, size: number): Promise<Announcement[]> {
    return this.rows
      .find(
        {
          startsAt: { $lte: moment },
          $or: [{ endsAt: { $exists: false } }, { endsAt: { $gt: moment } }],
        },
        { sort: { startsAt: -1, _id: -1 }, limit: size },
      )
      .toArray();
  }
}
