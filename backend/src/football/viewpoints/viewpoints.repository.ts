import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { InjectCollection } from '../../common/mongo/collections.js';
import { isDuplicateKey } from '../../common/mongo/database-away.js';
import { REHEARSED_MATCH_PREFIX } from '../rehearsals/rehearsal.view.js';
import { type ViewpointDocument, viewpointsCollection } from './viewpoint.schema.js';

/** All database access of viewpoints. A fan has at most one for each match that exists. */
@Injectable()
export class ViewpointsRepository {
  constructor(
    @InjectCollection(viewpointsCollection)
    private readonly viewpoints: Collection<ViewpointDocument>,
  ) {}

  /** Returns what a fan chose for a match. */
  find(fanId: string, matchId: string): Promise<ViewpointDocument | null> {
    return this.viewpoints.findOne({ fanId: new Types.ObjectId(fanId), matchId });
  }

  /** Returns all rows of these fans. */
  findByFans(fanIds: readonly string[]): Promise<ViewpointDocument[]> {
    return this.viewpoints
      .find({ fanId: { $in: fanIds.map((id) => new Types.ObjectId(id)) } }, { batchSize: 10_000 })
      .toArray();
  }

  /** Returns all rows of a fan, the latest first. */
  findByFan(fanId: string): Promise<ViewpointDocument[]> {
    return this.viewpoints
      .find({ fanId: new Types.ObjectId(fanId) })
      .sort({ setAt: -1, _id: -1 })
      .toArray();
  }

  /** Inserts a row. Returns false if the fan has one for this match. */
  async insert(row: ViewpointDocument): Promise<boolean> {
    try {
      await this.viewpoints.insertOne(row);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Replaces a row. Returns false if it has changed or was removed. */
  async replace(before: ViewpointDocument, row: ViewpointDocument): Promise<boolean> {
    const { _id, revision } = before;
    const { matchedCount } = await this.viewpoints.replaceOne({ _id, revision }, row);
    return matchedCount === 1;
  }

  /** Removes a row. Returns false if there is none. */
  async remove(fanId: string, matchId: string): Promise<boolean> {
    const row = { fanId: new Types.ObjectId(fanId), matchId };
    return (await this.viewpoints.deleteOne(row)).deletedCount === 1;
  }

  /** The matches of rehearsals for which there are rows. */
  findRehearsedMatchIds(): Promise<string[]> {
    return this.viewpoints.distinct('matchId', {
      matchId: new RegExp(`^${REHEARSED_MATCH_PREFIX}`),
    });
  }

  /** Ids of the fans with a row for a match of a rehearsal, which has few. */
  async findFanIds(matchId: string): Promise<string[]> {
    const rows = this.viewpoints.find({ matchId }, { projection: { fanId: 1 } });
    return (await rows.toArray()).map(({ fanId }) => fanId.toString());
  }

  async removeByMatch(matchId: string): Promise<void> {
    await this.viewpoints.deleteMany({ matchId });
  }

  async removeByFan(fanId: string): Promise<void> {
    await this.viewpoints.deleteMany({ fanId: new Types.ObjectId(fanId) });
  }
}
