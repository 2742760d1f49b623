import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { countAll } from '../common/mongo/count-all.js';
import { toObjectIds, toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { keyset } from '../common/mongo/keyset.js';
import { InjectCollection } from '../common/mongo/collections.js';
import type { Position } from '../common/http/cursors.js';
import {
  type Announcement,
  type StoredAnnouncement,
  announcementsCollection,
} from './announcement.schema.js';

/** All database access of announcements. */
@Injectable()
export class AnnouncementsRepository {
  constructor(
    @InjectCollection(announcementsCollection)
    private readonly rows: Collection<StoredAnnouncement>,
  ) {}

  /** Inserts an announcement. Returns false if its id exists. */
  async insert(announcement: Announcement): Promise<boolean> {
    const { _id, ...row } = withObjectIds(announcement, '_id');
    const { upsertedCount } = await this.rows.updateOne(
      { _id },
      { $setOnInsert: row },
      { upsert: true },
    );
    return upsertedCount === 1;
  }

  find(id: string): Promise<Announcement | null> {
    return this.rows.findOne({ _id: new Types.ObjectId(id) }).then(toStringIds);
  }

  /** Removes an announcement. Returns false if it does not exist. */
  async remove(id: string): Promise<boolean> {
    const { deletedCount } = await this.rows.deleteOne({ _id: new Types.ObjectId(id) });
    return deletedCount === 1;
  }

  count(): Promise<number> {
    return countAll(this.rows);
  }

  /** Finds a page of all announcements, latest start first. */
  findPage(size: number, after?: Position): Promise<Announcement[]> {
    return this.rows
      .find(keyset(after, { at: 'startsAt' }), { sort: { startsAt: -1, _id: -1 }, limit: size })
      .toArray()
      .then(toStringIds);
  }

  /** The first code points of the announcements' texts, by id. */
  async findExcerpts(ids: readonly string[], length: number): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.rows
      .find({ _id: { $in: toObjectIds(ids) } })
      .project<Pick<StoredAnnouncement, '_id' | 'text'>>({
        text: { $substrCP: ['$text', 0, length] },
      })
      .toArray();
    return new Map(rows.map(({ _id, text }) => [_id.toString(), text]));
  }

  /** Finds the announcements of a moment, newest first. */
  findAt(moment: Date, size: number): Promise<Announcement[]> {
    return this.rows
      .find(
        {
          startsAt: { $lte: moment },
          $or: [{ endsAt: { $exists: false } }, { endsAt: { $gt: moment } }],
        },
        { sort: { startsAt: -1, _id: -1 }, limit: size },
      )
      .toArray()
      .then(toStringIds);
  }
}
