import { Injectable } from '@nestjs/common';
import type { Collection } from 'mongoose';

import { InjectCollection } from '../common/mongo/collections.js';
import { isDuplicateKey } from '../common/mongo/database-away.js';
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
   * Records the text as the match's last notification. Of several instances that detect the same
   * change one succeeds; a goal that returns after its correction counts as a new one.
   *
   * @returns its number in the match, or undefined if it equals the last text
   */
  async advance(match: string, text: string, at: Date): Promise<number | undefined> {
    try {
      const row = await this.states.findOneAndUpdate(
        { _id: match, text: { $ne: text } },
        { $set: { text, at }, $inc: { number: 1 } },
        { upsert: true, returnDocument: 'after' },
      );
      return row?.number;
    } catch (error) {
      // The row exists with the same text.
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }
}
