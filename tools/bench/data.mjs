import { mongo } from 'mongoose';

const { ObjectId } = mongo;
/** Likers and comments per post: the maximum that a list shows. */
const PREVIEW_SIZE = 20;
const FANS = 300;
const AT_ONCE = 1_000;

/**
 * Fills an empty database with fans, and posts that each have 20 likes and 20 comments.
 *
 * @param {import('mongoose').mongo.Db} db
 * @param {number} count how many posts
 * @returns {Promise<{ postIds: string[], fanIds: string[] }>}
 */
export async function fill(db, count) {
  const fans = Array.from({ length: FANS }, () => new ObjectId());
  await db.collection('users').insertMany(
    fans.map((_id, number) => ({
      _id,
      userId: 100_000 + number,
      username: `Supporter ${number}`,
      usernameKey: `supporter ${number}`,
      usernameSkeleton: `supporter ${number}`,
      email: `supporter.${number}@fans.example`,
      profilePicture: '3f0c5c1e9d6a4b7c8d2e1f0a9b8c7d6e.webp',
      counts: { friends: 0, followers: 0, posts: 0 },
      createdAt: new Date(),
    })),
  );
  /** @param {number} at */
  const fan = (at) => fans[at % FANS] ?? new ObjectId();
  const postIds = [];
  for (let start = 0; start < count; start += AT_ONCE) {
    const posts = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, at) =>
      aPost(start + at, fan),
    );
    postIds.push(...posts.map(({ _id }) => _id.toString()));
    await db.collection('posts').insertMany(posts);
    await db
      .collection('post_likes')
      .insertMany(
        posts.flatMap(({ _id, newestLikers, createdAt }) =>
          newestLikers.map((userId) => ({ postId: _id, userId, createdAt })),
        ),
      );
    await db
      .collection('comments')
      .insertMany(
        posts.flatMap(({ _id, firstComments }) =>
          firstComments.map((comment) => ({ ...comment, postId: _id })),
        ),
      );
  }
  return { postIds, fanIds: fans.map((id) => id.toString()) };
}

/**
 * Creates the heaviest posts that one fan can create: texts of maximum length in characters that
 * JSON escapes to six bytes, each with 20 comments cut at their maximum.
 *
 * @param {import('mongoose').mongo.Db} db
 * @returns {Promise<string>} the fan's name
 */
export async function fillWithHeaviest(db) {
  const author = await db.collection('users').findOne({ username: 'Supporter 0' });
  const authorId = author?._id ?? new ObjectId();
  const createdAt = new Date(Date.UTC(2027, 0, 1));
  await db.collection('posts').insertMany(
    Array.from({ length: 40 }, (_, number) => ({
      ...aPost(number, () => authorId),
      text: '\u0001'.repeat(20_000),
      firstComments: Array.from({ length: PREVIEW_SIZE }, () => ({
        _id: new ObjectId(),
        authorId,
        text: '\u0001'.repeat(300),
        createdAt,
        truncated: true,
      })),
      createdAt,
    })),
  );
  return encodeURIComponent('Supporter 0');
}

/** @param {number} number @param {(at: number) => import('mongoose').mongo.ObjectId} fan */
function aPost(number, fan) {
  const createdAt = new Date(Date.UTC(2026, 0, 1) + number * 1000);
  return {
    _id: new ObjectId(),
    authorId: fan(number * 7),
    text: `Number ${number}: ninety-third minute, a corner, and the keeper comes up. No voice left. ⚽`,
    likesCount: PREVIEW_SIZE,
    commentsCount: PREVIEW_SIZE,
    newestLikers: Array.from({ length: PREVIEW_SIZE }, (_, at) => fan(number * 7 + 1 + at)),
    firstComments: Array.from({ length: PREVIEW_SIZE }, (_, at) => ({
      _id: new ObjectId(),
      authorId: fan(number * 7 + 30 + at),
      text: 'What a night that was, and I had almost gone home at half-time.',
      createdAt,
    })),
    version: 1,
    createdAt,
  };
}
