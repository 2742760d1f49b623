import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model } from 'mongoose';

import { isDuplicateKey } from '../../common/mongo/database-away.js';
import { DemoAnchor } from './demo-anchor.schema.js';

/** All database access of the demo season. */
@Injectable()
export class DemoAnchorRepository {
  constructor(@InjectModel(DemoAnchor.name) private readonly anchors: Model<DemoAnchor>) {}

  /** Returns the stored anchor; the first caller stores its own. */
  async firstOrStored(moment: number): Promise<number> {
    try {
      await this.anchors.create({ _id: 'live', at: new Date(moment) });
      return moment;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const stored = await this.anchors.findById('live').lean<DemoAnchor>().exec();
    if (!stored) throw new Error('The anchor of the demo season is gone');
    return stored.at.getTime();
  }
}
