// The data of `npm run bench:start` and `npm run bench:scale`: as many fans and posts as named.
import { register } from 'node:module';

import { mongo } from 'mongoose';

register('../jest/typescript-loader.mjs', import.meta.url);
const { toFanSearchSuffixes } =
  await import('../../backend/src/common/text/fan-search-suffixes.js');
const { toSearchKeys } = await import('../../backend/src/common/text/search-keys.js');
const { toSearchWords } = await import('../../backend/src/common/text/search-words.js');
const { countDays } = await import('../../backend/src/common/mongo/migrations/count-days.js');

const { ObjectId } = mongo;
const AT_ONCE = 5_000;
const LIKES_A_POST = 2;
const FIRST_USER_ID = 1_000_000;
const DAY_MS = 24 * 60 * 60_000;
/** Fans and posts are spread evenly over these days before today, however many they are. */
const DAYS = 300;

/** @typedef {import('mongoose').mongo.ObjectId} Id */
/** @typedef {(at: number) => object[]} RowsAt */

/** Ids derived from the number, so that none is stored here. @param {number} kind @param {number} at */
const idOf = (kind, at) =>
  new ObjectId(`6a${kind.toString(16).padStart(2, '0')}${at.toString(16).padStart(20, '0')}`);

/** @param {number} at */
export const fanIdAt = (at) => idOf(1, at);
/** @param {number} at */
export const postIdAt = (at) => idOf(2, at);

/** When one of `count` fans or posts was created. @param {number} count */
export function creationTimes(count) {
  const end = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const begin = end - DAYS * DAY_MS;
  /** @param {number} at */
  return (at) => new Date(begin + Math.floor((at / count) * DAYS * DAY_MS));
}

/**
 * Adds fans and as many posts to a database, each post with one comment and two likes, each fan with one
 * follow, all in the form that this version stores, and counts them. The indexes of these rows are left to the
 * next start.
 *
 * @param {string} uri
 * @param {number} count how many fans
 * @param {string} [followedByAll] id of a fan that all of them follow too
 * @returns {Promise<number>} how many rows there are in all
 */
export async function fillWithFans(uri, count, followedByAll) {
  // This data need not be durable.
  const client = await mongo.MongoClient.connect(uri, { writeConcern: { w: 1, journal: false } });
  const db = client.db();
  /** @param {number} at */
  const fanAt = (at) => fanIdAt(at % count);
  const when = creationTimes(count);
  const star = followedByAll === undefined ? [] : [new ObjectId(followedByAll)];
  /** @type {[string, RowsAt][]} */
  const rows = [
    ['users', (at) => [aFan(fanAt(at), at, when(at), star.length)]],
    ['posts', (at) => [aPost(postIdAt(at), fanAt, at, when(at))]],
    [
      'post_likes',
      (at) =>
        likersOf(fanAt, at).map((userId) => ({
          postId: postIdAt(at),
          userId,
          createdAt: when(at),
        })),
    ],
    ['comments', (at) => [{ postId: postIdAt(at), ...aComment(fanAt, at, when(at)) }]],
    [
      'follows',
      (at) =>
        [fanAt(at + 1), ...star].map((followedId) => ({
          followerId: fanAt(at),
          followedId,
          createdAt: when(at),
        })),
    ],
  ];
  try {
    let total = 0;
    for (const [name, rowsAt] of rows) {
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
    await countDays(db);
    return total;
  } finally {
    await client.close();
  }
}

/** @param {Id} _id @param {number} at @param {Date} createdAt @param {number} moreFriends */
function aFan(_id, at, createdAt, moreFriends) {
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
    counts: { friends: 1 + moreFriends, followers: 1, posts: 1 },
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
  const text = `Goal number ${at}, what a night! ⚽`;
  return {
    _id,
    authorId: fanAt(at),
    text,
    likesCount: LIKES_A_POST,
    commentsCount: 1,
    newestLikers: likersOf(fanAt, at),
    firstComments: [aComment(fanAt, at, createdAt)],
    searchWords: toSearchWords(text, {}),
    version: 1,
    createdAt,
  };
}
