import { Injectable } from '@nestjs/common';
import { type Collection, type mongo, Types } from 'mongoose';

import { toObjectIds, toStringIds, withObjectIds } from '../../common/mongo/ids.js';
import { InjectCollection } from '../../common/mongo/collections.js';
import { inTransaction } from '../../common/mongo/transaction.js';
import { upsertEach } from '../../common/mongo/upsert-each.js';
import { moderatedPostsCollection } from '../moderation/moderated-post.schema.js';
import { type PostDocument, type StoredPost, postsCollection } from '../post.schema.js';
import {
  type PollVote,
  type StoredPollVote,
  pollVotesCollection,
  UNIQUE_VOTE,
} from './poll-vote.schema.js';

/**
 * All database access of votes: their rows, and the counts in the post. Every vote writes its post,
 * so transactions on one post run one at a time.
 */
@Injectable()
export class PollVotesRepository {
  constructor(
    @InjectCollection(pollVotesCollection) private readonly votes: Collection<StoredPollVote>,
    @InjectCollection(postsCollection) private readonly posts: Collection<StoredPost>,
    @InjectCollection(moderatedPostsCollection)
    private readonly removedPosts: Collection<StoredPost>,
  ) {}

  findPost(id: string): Promise<PostDocument | null> {
    return this.posts.findOne({ _id: new Types.ObjectId(id) }).then(toStringIds);
  }

  /**
   * Stores votes in one post, each by a different fan, with the post's counts.
   *
   * @returns which votes are a fan's first here, in their order, and the post if any is: null where
   *   it is moderated or deleted, in which case none was stored
   */
  async add(
    postId: string,
    votes: readonly PollVote[],
  ): Promise<{ areNew: boolean[]; post: PostDocument | null }> {
    const rows = votes.map((vote) => withObjectIds(vote, '_id', 'postId', 'fanId'));
    let areNew: boolean[] = [];
    const post = await inTransaction(async () => {
      areNew = await this.insertNew(rows);
      const added = rows.filter((_, at) => areNew[at]);
      return added.length > 0 ? this.count(this.posts, new Types.ObjectId(postId), added, 1) : null;
    });
    return { areNew, post: toStringIds(post) };
  }

  /**
   * Removes a vote and updates the post's counts.
   *
   * @returns null if the vote does not exist; `post` is null if it is moderated or deleted
   */
  remove({ _id }: PollVote): Promise<{ post: PostDocument | null } | null> {
    return inTransaction(async () => {
      const vote = await this.votes.findOneAndDelete({ _id: new Types.ObjectId(_id) });
      if (!vote) return null;
      const post = await this.count(this.posts, vote.postId, [vote], -1);
      // A moderated post keeps exact counts, because an admin may restore it.
      if (!post) await this.count(this.removedPosts, vote.postId, [vote], -1);
      return { post };
    }).then(toStringIds);
  }

  /** The options that a fan chose, by the id of the post. */
  async findOptions(fanId: string, postIds: readonly string[]): Promise<Map<string, number>> {
    const votes = await this.votes
      .find<Pick<StoredPollVote, 'postId' | 'option'>>(
        { postId: { $in: toObjectIds(postIds) }, fanId: new Types.ObjectId(fanId) },
        { projection: { _id: 0, postId: 1, option: 1 }, hint: UNIQUE_VOTE, batchSize: 1000 },
      )
      .toArray();
    return new Map(votes.map(({ postId, option }) => [postId.toString(), option]));
  }

  /** Votes of one fan in order of id, after `after`. */
  findByFan(fanId: string, size: number, after?: string): Promise<PollVote[]> {
    return this.votes
      .find(
        {
          fanId: new Types.ObjectId(fanId),
          ...(after ? { _id: { $gt: new Types.ObjectId(after) } } : {}),
        },
        { sort: { _id: 1 }, limit: size, batchSize: 1000 },
      )
      .toArray()
      .then(toStringIds);
  }

  /** Returns which votes were new. */
  private insertNew(votes: readonly StoredPollVote[]): Promise<boolean[]> {
    return upsertEach(
      this.votes,
      votes.map(({ postId, fanId, ...vote }) => ({
        filter: { postId, fanId },
        hint: UNIQUE_VOTE,
        update: { $setOnInsert: vote },
      })),
    );
  }

  private count(
    posts: mongo.Collection<StoredPost>,
    postId: Types.ObjectId,
    votes: readonly StoredPollVote[],
    by: 1 | -1,
  ): Promise<StoredPost | null> {
    const changes: Record<string, number> = { 'poll.total': by * votes.length, version: 1 };
    for (const { option } of votes) {
      const count = `poll.counts.${option}`;
      changes[count] = (changes[count] ?? 0) + by;
    }
    return posts.findOneAndUpdate({ _id: postId }, { $inc: changes }, { returnDocument: 'after' });
  }
}
