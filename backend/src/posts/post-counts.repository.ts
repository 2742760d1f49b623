import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model, type mongo, Types } from 'mongoose';

import { type CommentPreview, toCommentPreview } from './comment-preview.js';
import { Comment } from './comment.schema.js';
import { PostLike } from './post-like.schema.js';
import { LIKERS_KEPT, Post, PREVIEW_SIZE } from './post.schema.js';

/** What a post keeps of its likes and comments. */
export type KeptCounts = Pick<
  Post,
  'likesCount' | 'commentsCount' | 'newestLikers' | 'firstComments'
>;

/** All database access of the recount: kept counts beside the rows they count. */
@Injectable()
export class PostCountsRepository {
  private readonly posts;
  private readonly likes;
  private readonly comments;

  constructor(
    @InjectModel(Post.name) posts: Model<Post>,
    @InjectModel(PostLike.name) likes: Model<PostLike>,
    @InjectModel(Comment.name) comments: Model<Comment>,
  ) {
    this.posts = posts.db.collection<Post>(posts.collection.name);
    this.likes = likes.db.collection<PostLike>(likes.collection.name);
    this.comments = comments.db.collection<Comment>(comments.collection.name);
  }

  /** Some posts below an id, newest first: which ids they have, and which of them keep counts that differ from their rows. */
  async findUneven(
    below: Types.ObjectId | undefined,
    size: number,
  ): Promise<{ last: Types.ObjectId | undefined; uneven: Types.ObjectId[] }> {
    const posts = await this.posts
      .find<Pick<Post, '_id' | 'likesCount' | 'commentsCount'>>(
        below ? { _id: { $lt: below } } : {},
        {
          sort: { _id: -1 },
          limit: size,
          projection: { likesCount: 1, commentsCount: 1 },
          batchSize: 1000,
        },
      )
      .toArray();
    const ids = posts.map(({ _id }) => _id);
    const [likes, comments] = await Promise.all([
      countsIn(this.likes, ids),
      countsIn(this.comments, ids),
    ]);
    const isUneven = ({ _id, likesCount, commentsCount }: (typeof posts)[number]) =>
      likesCount !== (likes.get(_id.toString()) ?? 0) ||
      commentsCount !== (comments.get(_id.toString()) ?? 0);
    return { last: ids.at(-1), uneven: posts.filter(isUneven).map(({ _id }) => _id) };
  }

  find(id: string): Promise<Post | null> {
    return this.posts.findOne({ _id: new Types.ObjectId(id) });
  }

  /** What a post's rows come to. */
  async count(postId: Types.ObjectId): Promise<KeptCounts> {
    const [likesCount, commentsCount, likes, comments] = await Promise.all([
      this.likes.countDocuments({ postId }),
      this.comments.countDocuments({ postId }),
      this.likes
        .find({ postId }, { sort: { createdAt: -1, _id: -1 }, limit: LIKERS_KEPT })
        .toArray(),
      this.comments
        .find<CommentPreview>(
          { postId },
          { sort: { createdAt: 1, _id: 1 }, limit: PREVIEW_SIZE, projection: { postId: 0 } },
        )
        .toArray(),
    ]);
    return {
      likesCount,
      commentsCount,
      newestLikers: likes.map(({ userId }) => userId),
      firstComments: comments.map(toCommentPreview),
    };
  }

  /** Puts recounted values in place unless the post has changed since; tells whether it did. */
  async replace(
    { _id, version }: Pick<Post, '_id' | 'version'>,
    counts: KeptCounts,
  ): Promise<boolean> {
    const result = await this.posts.updateOne(
      { _id, version },
      { $set: counts, $inc: { version: 1 } },
    );
    return result.modifiedCount === 1;
  }
}

/** How many rows each of these posts has; the index alone answers. */
async function countsIn(
  rows: mongo.Collection<PostLike> | mongo.Collection<Comment>,
  postIds: readonly Types.ObjectId[],
): Promise<Map<string, number>> {
  const counts = await rows
    .aggregate<{ _id: Types.ObjectId; count: number }>([
      { $match: { postId: { $in: [...postIds] } } },
      { $group: { _id: '$postId', count: { $sum: 1 } } },
    ])
    .toArray();
  return new Map(counts.map(({ _id, count }) => [_id.toString(), count]));
}
