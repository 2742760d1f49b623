import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { InjectCollection } from '../common/mongo/collections.js';
import { type User, type StoredUser, usersCollection } from './user.schema.js';

type NewcomerFields = Pick<User, 'fav_team1' | 'counts' | 'firstSteps'>;

/** All database access of newcomers' first steps. */
@Injectable()
export class NewcomersRepository {
  constructor(@InjectCollection(usersCollection) private readonly users: Collection<StoredUser>) {}

  find(id: string): Promise<NewcomerFields | null> {
    return this.users.findOne<NewcomerFields>(
      { _id: new Types.ObjectId(id) },
      { projection: { _id: 0, fav_team1: 1, counts: 1, firstSteps: 1 } },
    );
  }

  /** Sets the given steps to true; no step is ever reset. */
  async mark(id: string, steps: readonly ('posted' | 'done')[]): Promise<void> {
    const set = Object.fromEntries(steps.map((step) => [`firstSteps.${step}`, true]));
    await this.users.updateOne({ _id: new Types.ObjectId(id) }, { $set: set });
  }

  /** Sets the favourite team. Returns false if the fan does not exist. */
  async setTeam(id: string, team: string): Promise<boolean> {
    const { matchedCount } = await this.users.updateOne(
      { _id: new Types.ObjectId(id) },
      { $set: { fav_team1: team } },
    );
    return matchedCount === 1;
  }
}
