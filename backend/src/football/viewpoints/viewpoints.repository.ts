import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toObjectIds, toStringIds, withObjectIds } from '../../common/mongo/ids.js';
import { InjectCollection } from '../../common/mongo/collections.js';
import { REHEARSED_MATCH_PREFIX } from '../rehearsals/rehearsal.view.js';
import {
  type ViewpointDocument,
  type StoredViewpoint,
  viewpointsCollection,
} from './viewpoint.schema.js';

/** All database access of viewpoints. A fan has at most one for each match that exists. */
@Injectable()
export class ViewpointsRepository {
  constructor(
    @InjectCollection(viewpointsCollection)
    private readonly viewpoints: Collection<StoredViewpoint>,
  ) {}

  /** Returns all rows of these fans. */
  findByFans(fanIds: readonly string[]): Promise<ViewpointDocument[]> {
    return this.viewpoints
      .find({ fanId: { $in: toObjectIds(fanIds) } }, { batchSize: 10_000 })
      .toArray()
      .then(toStringIds);
  }

  /** Returns all rows of a fan, the latest first. */
  findByFan(fanId: string): Promise<ViewpointDocument[]> {
    return this.viewpoints
      .find({ fanId: new Types.ObjectId(fanId) })
      .sort({ setAt: -1, _id: -1 })
      .toArray()
      .then(toStringIds);
  }

  /**
   * Replaces a row, or inserts the first one of a fan and match. Returns false after a concurrent
   * change.
   */
  async replace(before: ViewpointDocument | undefined, row: ViewpointDocument): Promise<boolean> {
    const stored = withObjectIds(row, '_id', 'fanId', 'revision');
    if (before) {
      const { _id, revision } = withObjectIds(before, '_id', 'revision');
      return (await this.viewpoints.replaceOne({ _id, revision }, stored)).matchedCount === 1;
    }
    const { fanId, matchId } = stored;
    const inserted = await this.viewpoints.updateOne(
      { fanId, matchId },
      { $setOnInsert: stored },
      { upsert: true },
    );
    return inserted.upsertedCount === 1;
  }

  /** Removes a row. Returns false if there is none. */
  async remove(fanId: string, matchId: string): Promise<boolean> {
    const row = { fanId: new Types.ObjectId(fanId), matchId };
    return (await this.viewpoints.deleteOne(row)).deletedCount === 1;
  }

  /** Finds the matches of rehearsals with rows. */
  findRehearsedMatchIds(): Promise<string[]> {
    return this.viewpoints.distinct('matchId', {
      matchId: new RegExp(`^${REHEARSED_MATCH_PREFIX}`),
    });
  }

  /** Finds the fans with a row for a match of a rehearsal, which has few. */
  async findFanIds(matchId: string): Promise<string[]> {
    const rows = this.viewpoints.find({ matchId }, { projection: { fanId: 1 } });
    return (await rows.toArray()).map(({ fanId }) => fanId.toString());
  }

  /** Removes all rows for a match. Returns false if there are none. */
  async removeByMatch(matchId: string): Promise<boolean> {
    return (await this.viewpoints.deleteMany({ matchId })).deletedCount > 0;
  }

  async removeByFan(fanId: string): Promise<void> {
    await this.viewpoints.deleteMany({ fanId: new Types.ObjectId(fanId) });
  }
}
