import { mongo } from 'mongoose';

import { countDays } from './count-days.js';
import { cutCommentPreviews } from './cut-comment-previews.js';

const BATCH = 500;
/** Sizes of the previews of likers and comments in a post (`posts/post.schema.ts`). */
const PREVIEW_LIKERS = 24;
const PREVIEW_SIZE = 20;

/** Indexes that the batches below need; the schemas declare the same. */
const NEEDED_INDEXES: readonly [string, Record<string, 1 | -1>][] = [
  ['post_likes', { postId: 1, createdAt: -1, _id: -1 }],
  ['comments', { postId: 1, createdAt: 1, _id: 1 }],
  ['follows', { followerId: 1, createdAt: -1, followedId: -1 }],
  ['follows', { followedId: 1, followerId: 1 }],
  ['posts', { authorId: 1, createdAt: -1, _id: -1 }],
];

type Id = mongo.ObjectId;

interface PostBefore {
  _id: Id;
  likesCount: number;
  commentsCount: number;
  newestLikers: Id[];
  firstComments: { _id: Id }[];
}

interface FanBefore {
  _id: Id;
  counts?: { friends: number; followers: number; posts: number };
}

/**
 * Corrects all stored counts. Before this version a crash could leave them wrong; now they change
 * in one transaction with the counted rows.
 */
export async function countExactly(db: mongo.Db): Promise<void> {
  // A database that was just restored has no indexes yet, and each batch would scan everything.
  for (const [name, key] of NEEDED_INDEXES) await db.collection(name).createIndexes([{ key }]);

  for (const name of ['posts', 'removed_posts']) await countPosts(db, name);
  await cutCommentPreviews(db);
  await countFans(db);
  await countDays(db);
}

async function countPosts(db: mongo.Db, name: string): Promise<void> {
  const posts = db.collection<PostBefore>(name);
  for await (const batch of batchesOf(posts)) {
    const ids = batch.map(({ _id }) => _id);
    const likes = await countBy(db, 'post_likes', 'postId', ids);
    const comments = await countBy(db, 'comments', 'postId', ids);
    for (const post of batch) {
      const likesCount = likes(post._id);
      const commentsCount = comments(post._id);
      const isRight =
        post.likesCount === likesCount &&
        post.commentsCount === commentsCount &&
        post.newestLikers.length >= Math.min(PREVIEW_SIZE, likesCount) &&
        post.newestLikers.length <= likesCount &&
        post.firstComments.length === Math.min(PREVIEW_SIZE, commentsCount);
      if (isRight) continue;
      await posts.updateOne(
        { _id: post._id },
        {
          $set: { likesCount, commentsCount, ...(await previewsOf(db, post._id)) },
          $inc: { version: 1 },
        },
      );
    }
  }
}

async function previewsOf(db: mongo.Db, postId: Id) {
  const likes = await db
    .collection('post_likes')
    .find<{ userId: Id }>({ postId }, { sort: { createdAt: -1, _id: -1 }, limit: PREVIEW_LIKERS })
    .toArray();
  const firstComments = await db
    .collection('comments')
    .find<{ _id: Id }>(
      { postId },
      { sort: { createdAt: 1, _id: 1 }, limit: PREVIEW_SIZE, projection: { postId: 0 } },
    )
    .toArray();
  return { newestLikers: likes.map(({ userId }) => userId), firstComments };
}

async function countFans(db: mongo.Db): Promise<void> {
  const users = db.collection<FanBefore>('users');
  for await (const batch of batchesOf(users)) {
    const ids = batch.map(({ _id }) => _id);
    const friends = await countBy(db, 'follows', 'followerId', ids);
    const followers = await countBy(db, 'follows', 'followedId', ids);
    const posts = await countBy(db, 'posts', 'authorId', ids);
    for (const { _id, counts } of batch) {
      const real = { friends: friends(_id), followers: followers(_id), posts: posts(_id) };
      const isRight =
        counts?.friends === real.friends &&
        counts.followers === real.followers &&
        counts.posts === real.posts;
      if (!isRight) await users.updateOne({ _id }, { $set: { counts: real } });
    }
  }
}

/** How many rows name each of these ids in a field. */
async function countBy(
  db: mongo.Db,
  collection: string,
  field: string,
  ids: readonly Id[],
): Promise<(id: Id) => number> {
  const rows = await db
    .collection(collection)
    .aggregate<{ _id: Id; count: number }>([
      { $match: { [field]: { $in: ids } } },
      { $group: { _id: `$${field}`, count: { $sum: 1 } } },
    ])
    .toArray();
  const counts = new Map(rows.map(({ _id, count }) => [_id.toString(), count]));
  return (id) => counts.get(id.toString()) ?? 0;
}

/** Yields all documents in order of their ids, in batches. */
async function* batchesOf<Row extends { _id: Id }>(
  collection: mongo.Collection<Row>,
): AsyncGenerator<Row[]> {
  let last = new mongo.ObjectId('0'.repeat(24));
  for (;;) {
    const batch = await collection
      .find<Row>({ _id: { $gt: last } } as mongo.Filter<Row>, { sort: { _id: 1 }, limit: BATCH })
      .toArray();
    const end = batch.at(-1);
    if (!end) return;
    yield batch;
    last = end._id;
  }
}
