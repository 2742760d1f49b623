import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Collection, Connection } from 'mongoose';

import { InjectCollection } from '../common/mongo/collections.js';
import { type DemoMark, milestonesCollection } from './demo-mark.schema.js';

/**
 * Stores the progress of the demo cast's seeding, so that it runs once and never restores what was
 * deleted.
 */
@Injectable()
export class DemoMarkRepository {
  constructor(
    @InjectCollection(milestonesCollection) private readonly marks: Collection<DemoMark>,
    @InjectConnection() private readonly connection: Connection,
  ) {}

  /**
   * Returns whether the cast has to be seeded: the database is empty, or an earlier attempt was
   * interrupted.
   */
  async begin(): Promise<boolean> {
    const mark = await this.marks.findOne({ _id: 'demo' });
    if (mark) return !mark.isDone;
    if (!(await this.isEmpty())) return false;
    await this.marks.updateOne({ _id: 'demo' }, { $set: { isDone: false } }, { upsert: true });
    return true;
  }

  /** Returns whether the cast has been seeded. */
  async isThere(): Promise<boolean> {
    return (await this.marks.findOne({ _id: 'demo' }))?.isDone === true;
  }

  async finish(): Promise<void> {
    await this.marks.updateOne({ _id: 'demo' }, { $set: { isDone: true } });
  }

  private async isEmpty(): Promise<boolean> {
    const found = await Promise.all(
      ['users', 'admins'].map((name) => this.connection.collection(name).findOne({})),
    );
    return found.every((account) => account === null);
  }
}
