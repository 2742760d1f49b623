// Usage: node tools/bench/plain/server.mjs, with PORT, MONGODB_URI and JWT_FAN_SECRET set
//
// The baseline of `npm run bench`: the same responses as the backend's from the same database, and the
// same documents written, by hand on Express and the driver without any layer between. It has six
// calls and no rules: no limits, blocks, transactions, log, live events or notifications.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createRequire } from 'node:module';

import busboy from 'busboy';
import { mongo } from 'mongoose';

import { toSearchWords } from '../server.mjs';

/** The backend's own Express: the tools' is another version. @type {typeof import('express')} */
const express = createRequire(new URL('../../../backend/package.json', import.meta.url))('express');
const { ObjectId } = mongo;
/** How many likers a response shows, and how many a post stores, so that an unlike leaves enough. */
const LIKERS = { shown: 20, stored: 24 };
/** How many comments a post stores, and how many the response to a new comment shows. */
const COMMENTS = { stored: 20, shown: 100 };
/** Number of shards of totals, so that concurrent writes seldom conflict. */
const SHARDS = 16;
/** @typedef {import('mongoose').mongo.ObjectId} Id */
/** @typedef {{ _id: Id, authorId: Id, text: string, createdAt: Date }} Comment */
/**
 * @typedef {{ _id: Id, authorId: Id, text: string, likesCount: number, commentsCount: number,
 *   newestLikers: Id[], firstComments: Comment[], searchWords?: string[], wasSaved?: true,
 *   version: number, createdAt: Date }} Post
 */
/** @typedef {{ _id: string, username: string, profilePicture: string }} Fan */

const { PORT = '', MONGODB_URI = '', JWT_FAN_SECRET = '' } = process.env;
const client = await mongo.MongoClient.connect(MONGODB_URI, {
  writeConcern: { w: 'majority', journal: true },
});
const db = client.db();
/** @type {import('mongoose').mongo.Collection<Post>} */
const posts = db.collection('posts');
const likes = db.collection('post_likes');
const saved = db.collection('saved_posts');
/** @type {import('mongoose').mongo.Collection<Comment & { postId: Id }>} */
const comments = db.collection('comments');
const users = db.collection('users');
const sessions = db.collection('sessions');
/** @type {import('mongoose').mongo.Collection<{ _id: string }>} */
const counters = db.collection('counters');

/** Returns the fan of a token, if its session is open. @param {string | undefined} header */
async function fanOf(header) {
  const [head = '', body = '', signature = ''] = (header ?? '').replace(/^Bearer /, '').split('.');
  const expected = createHmac('sha256', JWT_FAN_SECRET).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { sub, sid, exp } = JSON.parse(Buffer.from(body, 'base64url').toString());
  if (exp * 1000 < Date.now()) return undefined;
  const session = await sessions.findOne({
    _id: new ObjectId(sid),
    ownerId: new ObjectId(sub),
    audience: 'fan',
    expiresAt: { $gt: new Date() },
  });
  return session ? new ObjectId(sub) : undefined;
}

/** @param {Post[]} page @returns {Promise<Map<string, Fan>>} */
async function fansIn(page) {
  const ids = new Map();
  for (const { authorId, newestLikers, firstComments } of page) {
    ids.set(authorId.toString(), authorId);
    for (const id of newestLikers) ids.set(id.toString(), id);
    for (const comment of firstComments) ids.set(comment.authorId.toString(), comment.authorId);
  }
  const found = await users
    .find(
      { _id: { $in: [...ids.values()] } },
      { projection: { username: 1, profilePicture: 1 }, batchSize: 1000 },
    )
    .toArray();
  return new Map(
    found.map((user) => [
      user._id.toString(),
      {
        _id: user._id.toString(),
        username: String(user['username']),
        profilePicture: String(user['profilePicture']),
      },
    ]),
  );
}

/**
 * @param {Post} post @param {Map<string, Fan>} fans
 * @param {boolean} liked @param {boolean} isSaved @param {Comment[]} shown
 */
function answer(post, fans, liked, isSaved, shown = post.firstComments) {
  return {
    _id: post._id.toString(),
    user: fans.get(post.authorId.toString()),
    text: post.text,
    likes: post.newestLikers.slice(0, LIKERS.shown).map((id) => fans.get(id.toString())),
    liked,
    comments: shown.map(({ _id, authorId, text, createdAt }) => ({
      _id: _id.toString(),
      user: fans.get(authorId.toString()),
      text,
      createdAt: createdAt.toISOString(),
    })),
    createdAt: post.createdAt.toISOString(),
    likesCount: post.likesCount,
    commentsCount: post.commentsCount,
    saved: isSaved,
  };
}

/**
 * Returns which of these posts a fan has saved; most posts were never saved by anyone.
 *
 * @param {Post[]} page @param {Id} fanId
 */
async function findSaved(page, fanId) {
  const ids = page.filter(({ wasSaved }) => wasSaved).map(({ _id }) => _id);
  if (ids.length === 0) return new Set();
  const rows = await saved
    .find({ postId: { $in: ids }, fanId }, { projection: { _id: 0, postId: 1 } })
    .toArray();
  return new Set(rows.map((row) => String(row['postId'])));
}

/**
 * Adds to the total of a day.
 *
 * @param {string} kind @param {Date} moment @param {1 | -1} by
 */
function count(kind, moment, by) {
  const year = moment.getUTCFullYear();
  const day = `days.${moment.toISOString().slice(5, 10)}`;
  return counters.updateOne(
    { _id: `${kind}:${year}:${Math.floor(Math.random() * SHARDS)}` },
    { $setOnInsert: { kind, year }, $inc: { [day]: by } },
    { upsert: true },
  );
}

const app = express();
app.disable('x-powered-by');
app.set('etag', false);

/** The last page of the feed, sent again to measure the cost of sending alone. @type {object[]} */
let lastFeed = [];
app.get('/last-feed', (_request, response) => {
  response.json(lastFeed);
});

app.use(async (request, response, next) => {
  const fan = await fanOf(request.headers.authorization);
  response.set('Cache-Control', 'no-store');
  if (!fan) {
    response.status(401).end();
    return;
  }
  response.locals['fan'] = fan;
  next();
});

app.get('/api/pt/posts', async (request, response) => {
  const { limit, likes: likers, comments: commenters } = request.query;
  const page = await posts
    .find(
      {},
      {
        sort: { createdAt: -1, _id: -1 },
        limit: Number(limit) + 1,
        projection: {
          newestLikers: { $slice: Number(likers) },
          firstComments: { $slice: Number(commenters) },
          searchWords: 0,
        },
        batchSize: 1000,
      },
    )
    .toArray();
  const shown = page.slice(0, Number(limit));
  const [fans, marked, mine] = await Promise.all([
    fansIn(shown),
    findSaved(shown, response.locals['fan']),
    likes
      .find(
        { postId: { $in: shown.map(({ _id }) => _id) }, userId: response.locals['fan'] },
        { projection: { _id: 0, postId: 1 } },
      )
      .toArray(),
  ]);
  const liked = new Set(mine.map((like) => String(like['postId'])));
  lastFeed = shown.map((post) => {
    const id = post._id.toString();
    return answer(post, fans, liked.has(id), marked.has(id));
  });
  response.json(lastFeed);
});

app.get('/api/pt/posts/:id', async (request, response) => {
  const _id = new ObjectId(request.params.id);
  const [post, like] = await Promise.all([
    posts.findOne({ _id }, { projection: { searchWords: 0 } }),
    likes.findOne(
      { postId: _id, userId: response.locals['fan'] },
      { projection: { _id: 0, postId: 1 } },
    ),
  ]);
  if (!post) {
    response.status(404).end();
    return;
  }
  const marked = await findSaved([post], response.locals['fan']);
  response.json(answer(post, await fansIn([post]), like !== null, marked.size > 0));
});

/** Stores a like; undefined if it exists. @param {Id} postId @param {Id} userId */
async function insertLike(postId, userId) {
  try {
    const createdAt = new Date();
    await likes.insertOne({ postId, userId, createdAt });
    return createdAt;
  } catch (error) {
    if (error instanceof mongo.MongoServerError && error.code === 11_000) return undefined;
    throw error;
  }
}

/** Removes a like; undefined if there is none. @param {Id} postId @param {Id} userId */
async function deleteLike(postId, userId) {
  /** @type {Date | undefined} */
  const createdAt = (await likes.findOneAndDelete({ postId, userId }))?.['createdAt'];
  return createdAt;
}

app.post('/api/pt/posts/:id/like', express.json(), async (request, response) => {
  const postId = new ObjectId(request.params.id);
  const userId = response.locals['fan'];
  const liked = request.body.liked === true;
  const changed = await (liked ? insertLike : deleteLike)(postId, userId);
  const [post] = await Promise.all([
    changed
      ? posts.findOneAndUpdate(
          { _id: postId },
          liked
            ? {
                $inc: { likesCount: 1, version: 1 },
                $push: { newestLikers: { $each: [userId], $position: 0, $slice: LIKERS.stored } },
              }
            : { $inc: { likesCount: -1, version: 1 }, $pull: { newestLikers: userId } },
          { returnDocument: 'after', projection: { searchWords: 0 } },
        )
      : posts.findOne({ _id: postId }, { projection: { searchWords: 0 } }),
    changed && count('likes', changed, liked ? 1 : -1),
  ]);
  if (!post) {
    response.status(404).end();
    return;
  }
  const marked = await findSaved([post], userId);
  response.json(answer(post, await fansIn([post]), liked, marked.size > 0));
});

app.post('/api/pt/posts/:id/comment', express.json(), async (request, response) => {
  const postId = new ObjectId(request.params.id);
  const authorId = response.locals['fan'];
  const text = String(request.body.text);
  const comment = { _id: new ObjectId(), authorId, text, createdAt: new Date() };
  await comments.insertOne({ ...comment, postId });
  const [post] = await Promise.all([
    posts.findOneAndUpdate(
      { _id: postId },
      {
        $inc: { commentsCount: 1, version: 1 },
        $push: { firstComments: { $each: [comment], $slice: COMMENTS.stored } },
      },
      { returnDocument: 'after', projection: { searchWords: 0 } },
    ),
    count('comments', comment.createdAt, 1),
  ]);
  if (!post) {
    response.status(404).end();
    return;
  }
  const [newest, like, marked] = await Promise.all([
    comments
      .find(
        { postId },
        { sort: { createdAt: -1, _id: -1 }, limit: COMMENTS.shown, batchSize: 1000 },
      )
      .toArray(),
    likes.findOne({ postId, userId: authorId }, { projection: { _id: 0, postId: 1 } }),
    findSaved([post], authorId),
  ]);
  const shown = newest.reverse();
  const fans = await fansIn([{ ...post, firstComments: shown }]);
  response.json(answer(post, fans, like !== null, marked.size > 0, shown));
});

/** The text fields of a form. @param {import('express').Request} request @returns {Promise<Record<string, string>>} */
function formOf(request) {
  return new Promise((done, fail) => {
    /** @type {Record<string, string>} */
    const fields = {};
    const form = busboy({ headers: request.headers });
    form.on('field', (name, value) => (fields[name] = value));
    form.on('error', fail);
    form.on('close', () => done(fields));
    request.pipe(form);
  });
}

app.post('/api/pt/posts', async (request, response) => {
  const text = (await formOf(request))['text'] ?? '';
  /** @type {Post} */
  const post = {
    _id: new ObjectId(),
    authorId: response.locals['fan'],
    text,
    likesCount: 0,
    commentsCount: 0,
    newestLikers: [],
    firstComments: [],
    searchWords: toSearchWords(text, {}),
    version: 1,
    createdAt: new Date(),
  };
  await posts.insertOne(post);
  await Promise.all([
    users.updateOne({ _id: post.authorId }, { $inc: { 'counts.posts': 1 } }),
    count('posts', post.createdAt, 1),
  ]);
  response.status(201).json(answer(post, await fansIn([post]), false, false));
});

app.listen(Number(PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
