import { Injectable } from '@nestjs/common';
import { type Collection, Types } from 'mongoose';

import { InjectCollection } from '../common/mongo/collections.js';
import { type SentStoryReply, storyRepliesCollection } from './story-reply.schema.js';

/** All database access of the replies that fans have sent. */
@Injectable()
export class StoryRepliesRepository {
  constructor(
    @InjectCollection(storyRepliesCollection) private readonly replies: Collection<SentStoryReply>,
  ) {}

  /** Stores a reply; does nothing if it is stored already. */
  async insert({ _id, ...reply }: SentStoryReply): Promise<void> {
    await this.replies.updateOne({ _id }, { $setOnInsert: reply }, { upsert: true });
  }

  /** Finds a fan's replies after one of them, oldest first. */
  findPage(fanId: string, size: number, after?: Types.ObjectId): Promise<SentStoryReply[]> {
    return this.replies
      .find(
        { fanId: new Types.ObjectId(fanId), ...(after ? { _id: { $gt: after } } : {}) },
        { sort: { _id: 1 }, limit: size, batchSize: size },
      )
      .toArray();
  }

  async removeAllOf(fanId: string): Promise<void> {
    await this.replies.deleteMany({ fanId: new Types.ObjectId(fanId) });
  }
}
