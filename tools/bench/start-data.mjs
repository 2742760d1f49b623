import { register } from 'node:module';

import { mongo } from 'mongoose';

register('../jest/typescript-loader.mjs', import.meta.url);
const { toFanSearchSuffixes } =
  await import('../../backend/src/common/text/fan-search-suffixes.js');
const { toSearchKeys } = await import('../../backend/src/common/text/search-keys.js');

const { ObjectId } = mongo;
const AT_ONCE = 5_000;
const LIKES_A_POST = 2;
const FIRST_USER_ID = 1_000_000;

/**
 * Adds fans and as many posts to a database, each post with one comment and two likes, each fan with one
 * follow, all in the form that this version stores. The indexes of these rows are left to the next start.
 *
 * @param {string} uri
 * @param {number} count how many fans
 * @returns {Promise<number>} how many rows there are in all
 */
export async function fillForStart(uri, count) {
  // This data need not be durable.
  const client = await mongo.MongoClient.connect(uri, { writeConcern: { w: 1, journal: false } });
  const db = client.db();
  const begin = Date.UTC(2026, 0, 1);
  /** Ids derived from the number, so that none is stored here. @param {number} kind @param {number} at */
  const id = (kind, at) =>
    new ObjectId(`6a${kind.toString(16).padStart(2, '0')}${at.toString(16).padStart(20, '0')}`);
  /** @param {number} at */
  const fanAt = (at) => id(1, at % count);
  /** @param {number} at */
  const when = (at) => new Date(begin + at * 1_000);
  const rows = [
    ['users', (/** @type {number} */ at) => [aFan(fanAt(at), at, when(at))]],
    ['posts', (/** @type {number} */ at) => [aPost(id(2, at), fanAt, at, when(at))]],
    [
      'post_likes',
      (/** @type {number} */ at) =>
        likersOf(fanAt, at).map((userId) => ({ postId: id(2, at), userId, createdAt: when(at) })),
    ],
    [
      'comments',
      (/** @type {number} */ at) => [{ postId: id(2, at), ...aComment(fanAt, at, when(at)) }],
    ],
    [
      'follows',
      (/** @type {number} */ at) => [
        { followerId: fanAt(at), followedId: fanAt(at + 1), createdAt: when(at) },
      ],
    ],
  ];
  try {
    let total = 0;
    for (const [name, rowsAt] of /** @type {[string, (at: number) => object[]][]} */ (rows)) {
      await db.collection(name).dropIndexes();
      /** @type {Promise<unknown>} */
      let stored = Promise.resolve();
      for (let start = 0; start < count; start += AT_ONCE) {
        const size = Math.min(AT_ONCE, count - start);
        const batch = Array.from({ length: size }, (_, at) => rowsAt(start + at)).flat();
        total += batch.length;
        // The next batch is prepared while this one is in flight.
        await stored;
        stored = db.collection(name).insertMany(batch, { ordered: false });
      }
      await stored;
    }
    return total;
  } finally {
    await client.close();
  }
}

/** @typedef {import('mongoose').mongo.ObjectId} Id */

/** @param {Id} _id @param {number} at @param {Date} createdAt */
function aFan(_id, at, createdAt) {
  const fan = {
    _id,
    userId: FIRST_USER_ID + at,
    username: `fan ${at}`,
    email: `f${at}@fans.example`,
    phone: '+44 20 7946 0181',
  };
  return {
    ...fan,
    usernameKey: fan.username,
    usernameSkeleton: fan.username,
    searchKeys: toSearchKeys(fan.username),
    foundBy: toFanSearchSuffixes({ ...fan, _id: String(_id) }),
    passwordHash: 'none',
    fav_team1: 'Arsenal',
    fav_player: '',
    profilePicture: '',
    settings: { hideContact: false, feed: 'everyone', theme: 'system', notifications: {} },
    counts: { friends: 1, followers: 1, posts: 1 },
    createdAt,
    lastSeenAt: createdAt,
  };
}

/** @param {(at: number) => Id} fanAt @param {number} at */
const likersOf = (fanAt, at) =>
  Array.from({ length: LIKES_A_POST }, (_, place) => fanAt(at + 1 + place));

/** @param {(at: number) => Id} fanAt @param {number} at @param {Date} createdAt */
function aComment(fanAt, at, createdAt) {
  const text = 'What a night that was, and I had almost gone home at half-time.';
  return { _id: new ObjectId(), authorId: fanAt(at + 5), text, createdAt };
}

/** @param {Id} _id @param {(at: number) => Id} fanAt @param {number} at @param {Date} createdAt */
function aPost(_id, fanAt, at, createdAt) {
  return {
    _id,
    authorId: fanAt(at),
    text: `Number ${at}: ninety-third minute, a corner, and the keeper comes up. No voice left. ⚽`,
    likesCount: LIKES_A_POST,
    commentsCount: 1,
    newestLikers: likersOf(fanAt, at),
    firstComments: [aComment(fanAt, at, createdAt)],
    version: 1,
    createdAt,
  };
}
