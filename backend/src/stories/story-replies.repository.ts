import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { toStringIds, withObjectIds } from '../common/mongo/ids.js';
import { InjectCollection } from '../common/mongo/collections.js';
import {
  type SentStoryReply,
  type StoredStoryReply,
  storyRepliesCollection,
} from './story-reply.schema.js';

/** All database access of the replies that fans have sent. */
@Injectable()
export class StoryRepliesRepository {
  constructor(
    @InjectCollection(storyRepliesCollection)
    private readonly replies: Collection<StoredStoryReply>,
  ) {}

  /** Inserts a reply; does nothing if it exists. */
  async insert(reply: SentStoryReply): Promise<void> {
    const { _id, ...row } = withObjectIds(reply, '_id', 'fanId', 'storyId');
    await this.replies.updateOne({ _id }, { $setOnInsert: row }, { upsert: true });
  }

  /** Finds a fan's replies after one of them, oldest first. */
  findPage(fanId: string, size: number, after?: string): Promise<SentStoryReply[]> {
    return this.replies
      .find(
        {
          fanId: new Types.ObjectId(fanId),
          ...(after === undefined ? {} : { _id: { $gt: new Types.ObjectId(after) } }),
        },
        { sort: { _id: 1 }, limit: size, batchSize: size },
      )
      .toArray()
      .then(toStringIds);
  }

  async removeAllOf(fanId: string): Promise<void> {
    await this.replies.deleteMany({ fanId: new Types.ObjectId(fanId) });
  }
}
