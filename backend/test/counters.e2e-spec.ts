import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Post } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { Cursors } from '../src/common/http/cursors.js';
import { SHARDS } from '../src/counters/counters.repository.js';
import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans, manyFollows } from './support/many-fans.js';
import {
  expectIndexesAlone,
  type Operation,
  operationsOf,
  withoutNotifications,
} from './support/operations.js';

const FEW = 200;
/** `npm run counters -- 100000` runs these tests with more posts. */
const MANY = Number(process.env['KICKOFF_COUNTERS'] ?? 2_000);
/** How many likes and comments a post has: few and many. */
const FEW_REACTIONS = 30;
const MANY_REACTIONS = 2_000;
const PAGE = 20;
const MANY_FOLLOWS = 3_000;
const INSERT_BATCH = 5_000;
/** Posts that one fan sends concurrently. */
const CONCURRENT_POSTS = 8;

/** How many operations a request may cost besides that of the session (PERFORMANCE S13). */
interface PricedCall {
  most: number;
  call: () => PromiseLike<unknown>;
  /**
   * Sends the same request without a change, so that names are cached and only `call` is
   * counted.
   */
  warm?: () => PromiseLike<unknown>;
}

describe('database cost of a request', () => {
  let kickoff: KickOff;
  let ada: Caller;
  let alice: Caller;
  let crowd: Types.ObjectId[];
  let postIds: Types.ObjectId[] = [];
  const posts: { _id: Types.ObjectId; createdAt: Date }[] = [];

  beforeAll(async () => {
    kickoff = await startKickOff();
    // Cached values stay valid: a slow machine must not load them again.
    kickoff.clock.stand();
    withoutNotifications(kickoff);
    ada = await anAdmin(kickoff);
    alice = await aFan(kickoff);
    crowd = await manyFans(kickoff, 150);
    // The first post of a year creates the year's row of day totals.
    await write();
    await clearNew();
  });
  afterAll(() => kickoff.stop());

  const collection = (name: string) => kickoff.connection.collection(name);
  async function insert(name: string, documents: readonly object[]): Promise<void> {
    for (let start = 0; start < documents.length; start += INSERT_BATCH) {
      await collection(name).insertMany(documents.slice(start, start + INSERT_BATCH));
    }
  }
  const write = () => as(kickoff, alice).post('/api/pt/posts').field('text', 'New').expect(201);
  /** Both measurements read the same newest posts. */
  const clearNew = () => collection('posts').deleteMany({ text: 'New' });
  const fanAt = (at: number) => crowd[at % crowd.length] ?? new Types.ObjectId();

  /** Posts with likes and comments, and the rows of their newest likes. */
  async function fillUpTo(count: number): Promise<void> {
    const made = [];
    const likes = [];
    while (posts.length < count) {
      const number = posts.length;
      const post = {
        _id: new Types.ObjectId(),
        createdAt: new Date(Date.UTC(2026, 0, 1) + number * 1000),
      };
      posts.push(post);
      const likers = Array.from({ length: 20 }, (_, at) => fanAt(number * 7 + at));
      made.push({
        ...post,
        authorId: fanAt(number * 7),
        text: `Number ${number}`,
        likesCount: 21,
        commentsCount: 21,
        newestLikers: likers,
        firstComments: likers.map((authorId) => ({
          _id: new Types.ObjectId(),
          authorId,
          text: 'Yes!',
          createdAt: post.createdAt,
        })),
        version: 1,
      });
      likes.push(
        ...likers
          .slice(0, 3)
          .map((userId) => ({ postId: post._id, userId, createdAt: post.createdAt })),
      );
    }
    await insert('posts', made);
    await insert('post_likes', likes);
  }

  /** A post by one of the crowd, newer than all others, with this many likes and comments. */
  async function aPostWith(count: number): Promise<string> {
    const postId = new Types.ObjectId();
    const createdAt = new Date(Date.UTC(2026, 8, 1));
    const authors = Array.from({ length: count }, (_, at) => fanAt(at));
    const comments = authors.map((authorId, at) => ({
      _id: new Types.ObjectId(),
      authorId,
      text: 'Yes!',
      createdAt: new Date(createdAt.getTime() + at),
    }));
    const likes = comments.map((comment, at) => ({
      _id: new Types.ObjectId(),
      postId,
      // Each like is by another fan; only the newest are fans whose names are read.
      userId: at < count - crowd.length ? new Types.ObjectId() : fanAt(at),
      createdAt: comment.createdAt,
    }));
    await insert(
      'comments',
      comments.map((comment) => ({ ...comment, postId })),
    );
    await insert('post_likes', likes);
    await collection('posts').insertOne({
      _id: postId,
      authorId: fanAt(0),
      text: 'Gathered',
      likesCount: count,
      commentsCount: count,
      newestLikers: likes
        .slice(-20)
        .map(({ userId }) => userId)
        .reverse(),
      firstComments: comments.slice(0, 20),
      version: 1,
      createdAt,
    });
    postIds.push(postId);
    return postId.toString();
  }
  /** A like by Alice from long ago. */
  const likedByAlice = (postId: string) =>
    Promise.all([
      collection('post_likes').insertOne({
        postId: new Types.ObjectId(postId),
        userId: new Types.ObjectId(alice.id),
        createdAt: new Date(Date.UTC(2026, 0, 1)),
      }),
      collection('posts').updateOne(
        { _id: new Types.ObjectId(postId) },
        { $inc: { likesCount: 1 } },
      ),
    ]);
  async function clearGathered(): Promise<void> {
    await collection('posts').deleteMany({ _id: { $in: postIds } });
    await collection('post_likes').deleteMany({ postId: { $in: postIds } });
    await collection('comments').deleteMany({ postId: { $in: postIds } });
    postIds = [];
  }

  const get = (address: string) => as(kickoff, alice).get(address).expect(200);
  const admins = (path: string) => as(kickoff, ada).get(`/api/admin/${path}`).expect(200);
  const middle = (list = 'feed') => {
    const { _id, createdAt } = posts[Math.floor(posts.length / 2)] ?? { createdAt: new Date() };
    return kickoff.app
      .get(Cursors, { strict: false })
      .encode(list, { at: createdAt, id: String(_id) });
  };
  const costOf = async ({ call, warm }: Pick<PricedCall, 'call' | 'warm'>) => {
    // The first request of a caller also reads the rate limit counters.
    await (warm ?? call)();
    return operationsOf(kickoff, call);
  };
  function expectWithin(name: string, operations: readonly Operation[], most: number): void {
    expect(operations.length).toBeGreaterThan(0);
    expect({ name, calls: Math.max(most, operations.length) }).toEqual({ name, calls: most });
    expectIndexesAlone(name, operations);
  }

  const PAGED = `limit=${PAGE}&likes=3&comments=2`;

  it('does not depend on the number of posts and uses indexes only', async () => {
    const calls: Record<string, PricedCall> = {
      'the first page of the feed': { most: 2, call: () => get(`/api/pt/posts?${PAGED}`) },
      'a page from the middle of the feed': {
        most: 2,
        call: () => get(`/api/pt/posts?${PAGED}&cursor=${middle()}`),
      },
      'the feed of a client that knows no paging': { most: 2, call: () => get('/api/pt/posts') },
      "the first page of one's own posts": {
        most: 1,
        call: () => get('/api/user/fposts?limit=1'),
      },
      'a single post': { most: 3, call: () => get(`/api/pt/posts/${String(posts[7]?._id)}`) },
      'a new post': { most: 3, call: write },
      "the admins' first page of posts": { most: 3, call: () => admins(`posts?${PAGED}`) },
      "a page from the middle of the admins' posts": {
        most: 3,
        call: () => admins(`posts?${PAGED}&cursor=${middle('admin-posts:present')}`),
      },
    };
    const costs = async () => {
      const all: Record<string, Operation[]> = {};
      for (const [name, priced] of Object.entries(calls)) {
        all[name] = await costOf(priced);
        await clearNew();
      }
      return all;
    };

    await fillUpTo(FEW);
    // From now on every shard of the day totals exists.
    for (let shard = 0; shard < SHARDS; shard += 1) await write();
    await clearNew();
    const few = await costs();
    await fillUpTo(MANY);
    const many = await costs();

    expect(many).toEqual(few);
    for (const [name, { most }] of Object.entries(calls)) {
      expectWithin(name, many[name] ?? [], most);
    }
  }, 600_000);

  it('is one insert per post when a fan sends several concurrently', async () => {
    const operations = await operationsOf(kickoff, () =>
      Promise.all(Array.from({ length: CONCURRENT_POSTS }, write)),
    );
    await clearNew();

    const inserts = operations.filter((operation) => operation.collection === 'posts');
    expect(inserts).toHaveLength(CONCURRENT_POSTS);
  });

  it('does not depend on the number of likes and comments of a post', async () => {
    const send = (postId: string, path: string, body: object) =>
      as(kickoff, alice).post(`/api/pt/posts/${postId}/${path}`).send(body).expect(200);
    const calls: Record<string, { most: number; call: (postId: string) => PromiseLike<unknown> }> =
      {
        'a like': { most: 3, call: (id) => send(id, 'like', { liked: true }) },
        'a like sent again': { most: 2, call: (id) => send(id, 'like', { liked: true }) },
        'a single post': { most: 3, call: (id) => get(`/api/pt/posts/${id}`) },
        'a comment': { most: 4, call: (id) => send(id, 'comment', { text: 'New' }) },
        'a page of likes': {
          most: 2,
          call: (id) => get(`/api/pt/posts/${id}/likes?limit=${PAGE}`),
        },
        'a page of comments': {
          most: 2,
          call: (id) => get(`/api/pt/posts/${id}/comments?limit=${PAGE}`),
        },
      };
    const costs = async (count: number) => {
      const all: Record<string, Operation[]> = {};
      const liked = await aPostWith(count);
      await likedByAlice(liked);
      all['an unlike'] = await costOf({
        warm: () => get(`/api/pt/posts/${liked}`),
        call: () => send(liked, 'like', { liked: false }),
      });
      const postId = await aPostWith(count);
      for (const [name, { call }] of Object.entries(calls)) {
        all[name] = await costOf({
          warm: () => get(`/api/pt/posts/${postId}`),
          call: () => call(postId),
        });
      }
      await clearGathered();
      return all;
    };

    const little = await costs(FEW_REACTIONS + 100);
    const lots = await costs(MANY_REACTIONS);

    expect(lots).toEqual(little);
    expectWithin('an unlike', lots['an unlike'] ?? [], 3);
    for (const [name, { most }] of Object.entries(calls)) {
      expectWithin(name, lots[name] ?? [], most);
    }
  });

  it('includes as many bytes of a feed page for many likes and comments as for few', async () => {
    const sizeWith = async (count: number) => {
      const postId = await aPostWith(count);
      const answer = await get(`/api/pt/posts?limit=1`);
      await clearGathered();
      const [post] = z.array(Post).parse(answer.body);
      expect(post?._id).toBe(postId);
      return JSON.stringify({ ...post, likesCount: 0, commentsCount: 0 }).length;
    };

    expect(await sizeWith(MANY_REACTIONS)).toBe(await sizeWith(FEW_REACTIONS));
  });

  it('does not depend on the number of likes of the fan whose page MongoDB planned last', async () => {
    await fillUpTo(FEW);
    const [newcomer, reader] = [await aFan(kickoff), await aFan(kickoff)];
    const likesBy = (by: Caller, count: number) =>
      Array.from({ length: count }, () => ({
        postId: new Types.ObjectId(),
        userId: new Types.ObjectId(by.id),
        createdAt: new Date(),
      }));
    await insert('post_likes', [...likesBy(newcomer, PAGE / 2), ...likesBy(reader, 5 * PAGE)]);
    const page = (by: Caller) => as(kickoff, by).get(`/api/pt/posts?${PAGED}`).expect(200);
    await kickoff.connection.db?.command({ planCacheClear: 'post_likes' });
    for (let time = 0; time < 5; time++) await page(newcomer);

    const operations = await costOf({ call: () => page(reader) });

    const likes = operations.filter((operation) => operation.collection === 'post_likes');
    expect(likes).toMatchObject([{ examined: { documents: 0 } }]);
    expect(likes[0]?.examined.keys).toBeLessThanOrEqual(2 * PAGE);
  });

  it('reads as many posts and one more key per author for a fan who follows many', async () => {
    const address = `/api/pt/posts?scope=following&${PAGED}`;
    const follow = (from: number, to: number) =>
      manyFollows(
        kickoff,
        crowd.slice(from, to).map((of) => ({ by: new Types.ObjectId(alice.id), of })),
      );
    const cost = async () => {
      const operations = await costOf({ call: () => get(address) });
      expect(operations.length).toBeLessThanOrEqual(3);
      const page = operations.find((operation) => operation.collection === 'posts');
      expect(page).toMatchObject({ sorted: false, plan: expect.not.stringContaining('COLLSCAN') });
      return page?.examined ?? { documents: 0, keys: 0 };
    };

    await fillUpTo(FEW);
    await follow(0, 5);
    const few = await cost();
    await follow(5, 150);
    const many = await cost();

    expect(many.documents).toBe(few.documents);
    expect(many.documents).toBeLessThanOrEqual(PAGE + 1);
    expect(many.keys).toBeLessThanOrEqual(151 + (PAGE + 1) * 1.2);
  });

  it('reads at most three times as many rows for a fan who follows thousands as for 50', async () => {
    const cost = async (followed: readonly Types.ObjectId[]) => {
      const reader = await aFan(kickoff);
      const by = new Types.ObjectId(reader.id);
      await manyFollows(
        kickoff,
        followed.map((of) => ({ by, of })),
      );
      const address = `/api/pt/posts?scope=following&${PAGED}`;
      const operations = await costOf({
        call: () => as(kickoff, reader).get(address).expect(200),
      });
      expectIndexesAlone(address, operations);
      return operations.reduce((sum, { examined }) => sum + examined.documents + examined.keys, 0);
    };
    await fillUpTo(FEW);
    const quiet = await manyFans(kickoff, MANY_FOLLOWS);

    const few = await cost(crowd.slice(0, 50));
    const many = await cost([...quiet, ...crowd]);

    expect(many).toBeLessThanOrEqual(3 * few);
  });
});
