import { Injectable } from '@nestjs/common';
import type { Collection } from 'mongoose';

import { InjectCollection } from '../../common/mongo/collections.js';
import { isDuplicateKey } from '../../common/mongo/database-away.js';
import { type DemoAnchor, demoCalendarCollection } from './demo-anchor.schema.js';

/** All database access of the demo season. */
@Injectable()
export class DemoAnchorRepository {
  constructor(
    @InjectCollection(demoCalendarCollection) private readonly anchors: Collection<DemoAnchor>,
  ) {}

  /** Returns the stored anchor; the first caller stores its own. */
  async firstOrStored(moment: number): Promise<number> {
    try {
      await this.anchors.insertOne({ _id: 'live', at: new Date(moment) });
      return moment;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const stored = await this.anchors.findOne({ _id: 'live' });
    if (!stored) throw new Error('The anchor of the demo season is gone');
    return stored.at.getTime();
  }
}
