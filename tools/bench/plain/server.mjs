// Usage: node tools/bench/plain/server.mjs, with PORT, MONGODB_URI and JWT_FAN_SECRET set
//
// The anchor of `npm run bench`: the same answers as the backend's from the same database, written
// by hand on Express and the driver with nothing between. Knows five calls and no rules: no limits,
// no blocks, no log, no news.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createRequire } from 'node:module';

import busboy from 'busboy';
import { mongo } from 'mongoose';

/** The backend's own Express: the tools' is another version. @type {typeof import('express')} */
const express = createRequire(new URL('../../../backend/package.json', import.meta.url))('express');
const { ObjectId } = mongo;
/** How many likers an answer shows, and how many a post keeps, so that an unlike leaves enough. */
const LIKERS = { shown: 20, kept: 24 };
/** @typedef {import('mongoose').mongo.ObjectId} Id */
/** @typedef {{ _id: Id, authorId: Id, text: string, createdAt: Date }} Comment */
/**
 * @typedef {{ _id: Id, authorId: Id, text: string, likesCount: number, commentsCount: number,
 *   newestLikers: Id[], firstComments: Comment[], version: number, createdAt: Date }} Post
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
const users = db.collection('users');
const sessions = db.collection('sessions');
/** @type {import('mongoose').mongo.Collection<{ _id: string }>} */
const counters = db.collection('counters');

/** Whose token it is, where its session is live. @param {string | undefined} header */
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

/** @param {Post} post @param {Map<string, Fan>} fans @param {boolean} liked */
function answer(post, fans, liked) {
  return {
    _id: post._id.toString(),
    user: fans.get(post.authorId.toString()),
    text: post.text,
    likes: post.newestLikers.slice(0, LIKERS.shown).map((id) => fans.get(id.toString())),
    liked,
    comments: post.firstComments.map(({ _id, authorId, text, createdAt }) => ({
      _id: _id.toString(),
      user: fans.get(authorId.toString()),
      text,
      createdAt: createdAt.toISOString(),
    })),
    createdAt: post.createdAt.toISOString(),
    likesCount: post.likesCount,
    commentsCount: post.commentsCount,
  };
}

const app = express();
app.disable('x-powered-by');
app.set('etag', false);
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
  const { limit, likes: likers, comments } = request.query;
  const page = await posts
    .find(
      {},
      {
        sort: { createdAt: -1, _id: -1 },
        limit: Number(limit) + 1,
        projection: {
          newestLikers: { $slice: Number(likers) },
          firstComments: { $slice: Number(comments) },
        },
        batchSize: 1000,
      },
    )
    .toArray();
  const shown = page.slice(0, Number(limit));
  const [fans, mine] = await Promise.all([
    fansIn(shown),
    likes
      .find(
        { postId: { $in: shown.map(({ _id }) => _id) }, userId: response.locals['fan'] },
        { projection: { _id: 0, postId: 1 } },
      )
      .toArray(),
  ]);
  const liked = new Set(mine.map((like) => String(like['postId'])));
  response.json(shown.map((post) => answer(post, fans, liked.has(post._id.toString()))));
});

app.get('/api/pt/posts/:id', async (request, response) => {
  const _id = new ObjectId(request.params.id);
  const [post, like] = await Promise.all([
    posts.findOne({ _id }),
    likes.findOne(
      { postId: _id, userId: response.locals['fan'] },
      { projection: { _id: 0, postId: 1 } },
    ),
  ]);
  if (!post) {
    response.status(404).end();
    return;
  }
  response.json(answer(post, await fansIn([post]), like !== null));
});

/** Stores a like; false where it is there already. @param {Id} postId @param {Id} userId */
async function isNew(postId, userId) {
  try {
    await likes.insertOne({ postId, userId, createdAt: new Date() });
    return true;
  } catch (error) {
    if (error instanceof mongo.MongoServerError && error.code === 11_000) return false;
    throw error;
  }
}

/** Takes a like away; false where there was none. @param {Id} postId @param {Id} userId */
async function isGone(postId, userId) {
  return (await likes.deleteOne({ postId, userId })).deletedCount === 1;
}

app.post('/api/pt/posts/:id/like', express.json(), async (request, response) => {
  const postId = new ObjectId(request.params.id);
  const userId = response.locals['fan'];
  const liked = request.body.liked === true;
  const post = (await (liked ? isNew : isGone)(postId, userId))
    ? await posts.findOneAndUpdate(
        { _id: postId },
        liked
          ? {
              $inc: { likesCount: 1, version: 1 },
              $push: { newestLikers: { $each: [userId], $position: 0, $slice: LIKERS.kept } },
            }
          : { $inc: { likesCount: -1, version: 1 }, $pull: { newestLikers: userId } },
        { returnDocument: 'after' },
      )
    : await posts.findOne({ _id: postId });
  if (!post) {
    response.status(404).end();
    return;
  }
  response.json(answer(post, await fansIn([post]), liked));
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
  /** @type {Post} */
  const post = {
    _id: new ObjectId(),
    authorId: response.locals['fan'],
    text: (await formOf(request))['text'] ?? '',
    likesCount: 0,
    commentsCount: 0,
    newestLikers: [],
    firstComments: [],
    version: 1,
    createdAt: new Date(),
  };
  await posts.insertOne(post);
  const year = post.createdAt.getUTCFullYear();
  const month = `months.${post.createdAt.getUTCMonth() + 1}`;
  await Promise.all([
    users.updateOne({ _id: post.authorId }, { $inc: { 'counts.posts': 1 } }),
    counters.updateOne(
      { _id: `posts:${year}` },
      { $setOnInsert: { kind: 'posts', year }, $inc: { [month]: 1, changes: 1 } },
      { upsert: true },
    ),
  ]);
  response.status(201).json(answer(post, await fansIn([post]), false));
});

app.listen(Number(PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
