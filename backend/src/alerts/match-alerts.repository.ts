import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
import {
  type AlertMoment,
  type MatchAlert,
  type StoredMatchAlert,
  matchAlertsCollection,
} from './match-alert.schema.js';

const BATCH = 500;

type Moments = Record<AlertMoment, boolean>;

/** All database access of alerts. */
@Injectable()
export class MatchAlertsRepository {
  constructor(
    @InjectCollection(matchAlertsCollection) private readonly alerts: Collection<StoredMatchAlert>,
  ) {}

  /** Updates an existing alert and ends its expiry. Returns false if there is none. */
  async update(fanId: string, matchId: string, moments: Moments): Promise<boolean> {
    const result = await this.alerts.updateOne(
      { fanId: new Types.ObjectId(fanId), matchId },
      { $set: moments, $unset: { expiresAt: '' } },
    );
    return result.matchedCount === 1;
  }

  /** Inserts an alert. Returns false if the slot is taken, or the fan has an alert for this match. */
  async insert(alert: MatchAlert): Promise<boolean> {
    try {
      await this.alerts.insertOne(withObjectIds(alert, '_id', 'fanId'));
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** All alerts of a fan, including expired ones. */
  findByFan(fanId: string): Promise<MatchAlert[]> {
    return this.alerts
      .find({ fanId: new Types.ObjectId(fanId) })
      .toArray()
      .then(toStringIds);
  }

  async remove(fanId: string, matchIds: readonly string[]): Promise<void> {
    const id = new Types.ObjectId(fanId);
    await this.alerts.deleteMany({ fanId: id, matchId: { $in: [...matchIds] } });
  }

  async removeAllOf(fanId: string): Promise<void> {
    await this.alerts.deleteMany({ fanId: new Types.ObjectId(fanId) });
  }

  /** Ids of the fans with an alert for a moment of a match, batch by batch. */
  async *findFanIds(matchId: string, moment: AlertMoment): AsyncIterable<string[]> {
    const rows = this.alerts.find(
      { matchId, [moment]: true },
      { projection: { fanId: 1 }, sort: { _id: 1 }, batchSize: BATCH },
    );
    let batch: string[] = [];
    for await (const { fanId } of rows) {
      batch.push(fanId.toString());
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  /** The matches for which there are alerts. */
  findMatchIds(): Promise<string[]> {
    return this.alerts.distinct('matchId');
  }

  /** The matches whose alerts expire. */
  findExpiringMatchIds(): Promise<string[]> {
    return this.alerts.distinct('matchId', { expiresAt: { $type: 'date' } });
  }

  /** Sets the expiry of a match's alerts, unless it is set already. */
  async expire(matchId: string, expiresAt: Date): Promise<void> {
    await this.alerts.updateMany(
      { matchId, expiresAt: { $exists: false } },
      { $set: { expiresAt } },
    );
  }

  /** Removes the expiry of a match's alerts. */
  async cancelExpiry(matchId: string): Promise<void> {
    await this.alerts.updateMany(
      { matchId, expiresAt: { $type: 'date' } },
      { $unset: { expiresAt: '' } },
    );
  }
}
