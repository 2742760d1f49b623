import { Injectable } from '@nestjs/common';
import type { Collection } from 'mongoose';

import { InjectCollection } from '../common/mongo/collections.js';
import {
  type MatchNotificationState,
  matchNotificationStatesCollection,
} from './match-notification-state.schema.js';

/** All database access of the last notification of each match. */
@Injectable()
export class MatchNotificationStatesRepository {
  constructor(
    @InjectCollection(matchNotificationStatesCollection)
    private readonly states: Collection<MatchNotificationState>,
  ) {}

  /**
   * Records the text as the match's last notification, in the transaction of its fan-outs. Of several
   * instances that detect the same change one succeeds; a goal that returns after its correction
   * counts as a new one.
   *
   * @returns its number in the match, or undefined if it equals the last text
   */
  async advance(match: string, text: string, at: Date): Promise<number | undefined> {
    const known = await this.states.findOne({ _id: match });
    if (known?.text === text) return undefined;
    // A concurrent call for the same match is a write conflict.
    const row = await this.states.findOneAndUpdate(
      { _id: match },
      { $set: { text, at }, $inc: { number: 1 } },
      { upsert: true, returnDocument: 'after' },
    );
    return row?.number;
  }
}
