import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model } from 'mongoose';

import { isDuplicateKey } from '../common/mongo/database-away.js';
import { NotificationRound } from './notification-round.schema.js';

/** All database access of rounds. */
@Injectable()
export class NotificationRoundsRepository {
  private readonly rounds;

  constructor(@InjectModel(NotificationRound.name) model: Model<NotificationRound>) {
    this.rounds = model.db.collection<NotificationRound>(model.collection.name);
  }

  /** Stores a round; false where it was begun before. */
  async insert(round: NotificationRound): Promise<boolean> {
    try {
      await this.rounds.insertOne(round);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Takes a round that is due, until a moment by which it is done or due again. */
  take(now: Date, until: Date): Promise<NotificationRound | null> {
    return this.rounds.findOneAndUpdate(
      { dueAt: { $lte: now } },
      { $set: { dueAt: until } },
      { sort: { dueAt: 1 } },
    );
  }

  async hold(id: string, until: Date): Promise<void> {
    await this.rounds.updateOne({ _id: id, dueAt: { $exists: true } }, { $set: { dueAt: until } });
  }

  async close(id: string): Promise<void> {
    await this.rounds.updateOne({ _id: id }, { $unset: { dueAt: 1 } });
  }

  /** Forgets what was told of a fan. */
  async removeOf(fanId: string): Promise<void> {
    await this.rounds.deleteMany({ 'telling.actorId': fanId });
  }
}
