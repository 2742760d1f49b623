import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';

import { aFan, as, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans } from './support/many-fans.js';
import { operationsOf, withoutNotifications } from './support/operations.js';
import { aPostBy } from './support/posts.js';
import { bytesSentDuring } from './support/sent-bytes.js';
import { aStoryBy } from './support/stories.js';

const BLOCKED = 10_000;
/** How many of the newest rows of each list are by blocked fans. */
const HIDDEN_ROWS = 2_000;
/** All ids of 20 fans, names around them and the session's own queries: far below 10,000 ids. */
const MAX_BYTES = 24 * 1024;
/** What one page may examine besides its own rows. */
const MAX_EXAMINED = 1_000;

describe('requests of a fan who blocks 10,000 others', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let blocked: Types.ObjectId[];
  let postId: string;
  let storyId: string;

  const insert = (name: string, rows: readonly object[]) =>
    kickoff.connection.collection(name).insertMany([...rows]);
  const hiddenRows = <Row>(make: (fan: Types.ObjectId, at: Date) => Row) =>
    blocked
      .slice(0, HIDDEN_ROWS)
      .map((fan, at) => make(fan, new Date(kickoff.clock.now().getTime() + 1 + at)));

  beforeAll(async () => {
    kickoff = await startKickOff();
    withoutNotifications(kickoff);
    kickoff.clock.stand();
    alice = await aFan(kickoff, { username: 'alice' });
    const bob = await aFan(kickoff, { username: 'spam bob' });
    const me = new Types.ObjectId(alice.id);
    await kickoff.connection
      .collection('users')
      .updateOne({ _id: me }, { $set: { fav_team1: 'Arsenal' } });
    blocked = await manyFans(kickoff, BLOCKED, (at) => ({
      username: `spam ${at}`,
      fav_team1: 'Arsenal',
      lastSeenAt: new Date(kickoff.clock.now().getTime() + at),
    }));
    postId = (await aPostBy(kickoff, alice, 'Mine'))._id;
    storyId = (await aStoryBy(kickoff, alice))._id;
    await as(kickoff, bob)
      .post(`/api/pt/posts/${postId}/comment`)
      .send({ text: 'Mine, too' })
      .expect(200);
    await as(kickoff, bob).post(`/api/pt/posts/${postId}/like`).send({ liked: true }).expect(200);
    await as(kickoff, bob).post(`/api/st/stories/${storyId}/seen`).expect(204);
    const ofPost = { postId: new Types.ObjectId(postId) };
    await insert(
      'posts',
      hiddenRows((authorId, createdAt) => ({
        ...{ authorId, createdAt, text: 'Buy', likesCount: 0, commentsCount: 0, version: 1 },
        ...{ newestLikers: [], firstComments: [] },
      })),
    );
    await insert(
      'post_likes',
      hiddenRows((userId, createdAt) => ({ ...ofPost, userId, createdAt })),
    );
    await insert(
      'comments',
      hiddenRows((authorId, createdAt) => ({ ...ofPost, authorId, createdAt, text: 'Buy' })),
    );
    await kickoff.connection
      .collection('posts')
      .updateOne(
        { _id: ofPost.postId },
        { $inc: { likesCount: HIDDEN_ROWS, commentsCount: HIDDEN_ROWS } },
      );
    await insert(
      'stories',
      hiddenRows((authorId, createdAt) => ({
        ...{ authorId, createdAt, media: 'a.webp', mediaType: 'image', alt: '' },
        expiresAt: new Date(createdAt.getTime() + 24 * 3_600_000),
      })),
    );
    await insert(
      'story_views',
      hiddenRows((viewerId, at) => ({ storyId: new Types.ObjectId(storyId), viewerId, at })),
    );
    await insert(
      'fan_relations',
      blocked.slice(1).map((otherId) => ({
        ...{ fanId: me, otherId, kind: 'block', createdAt: kickoff.clock.now() },
      })),
    );
    await as(kickoff, alice)
      .post(`/api/user/block/${String(blocked[0])}`)
      .expect(204);
    // The block cache is loaded before anything is counted.
    await get('/api/pt/posts');
  });
  afterAll(() => kickoff.stop());

  const get = (address: string) => as(kickoff, alice).get(address).expect(200);

  const lists: [name: string, call: () => PromiseLike<unknown>][] = [
    ['the feed', () => get('/api/pt/posts?limit=20')],
    ['the feed without a limit', () => get('/api/pt/posts')],
    ['the feed of followed fans', () => get('/api/pt/posts?scope=following&limit=20')],
    ['one post', () => get(`/api/pt/posts/${postId}`)],
    ['the likes of a post', () => get(`/api/pt/posts/${postId}/likes?limit=20`)],
    ['the comments of a post', () => get(`/api/pt/posts/${postId}/comments?limit=20`)],
    [
      'a comment',
      () =>
        as(kickoff, alice).post(`/api/pt/posts/${postId}/comment`).send({ text: 'Hi' }).expect(200),
    ],
    ['the stories', () => get('/api/st/stories?limit=20')],
    ['the viewers of a story', () => get(`/api/st/stories/${storyId}/viewers?limit=20`)],
    ['a search', () => get('/api/user/search/users?q=spam')],
    ['suggestions', () => get('/api/user/friend-suggestions')],
    ['notifications', () => get('/api/notifications?limit=20')],
    ['the own profile', () => get('/api/user/profile')],
  ];

  it.each(lists)('have a bounded database cost for %s', async (_name, call) => {
    await call();
    const bytes = await bytesSentDuring(call);
    const operations = await operationsOf(kickoff, call);

    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(MAX_BYTES);
    const examined = operations.map((operation) => operation.examined.documents);
    expect(examined.reduce((sum, count) => sum + count, 0)).toBeLessThan(MAX_EXAMINED);
    expect(operations.map(({ collection }) => collection)).not.toContain('fan_relations');
  });

  it.each([
    ['feed', '/api/pt/posts?limit=20', ['Mine']],
    ['likes', () => `/api/pt/posts/${postId}/likes?limit=20`, ['spam bob']],
    ['comments', () => `/api/pt/posts/${postId}/comments?limit=20`, ['Mine, too']],
    ['viewers', () => `/api/st/stories/${storyId}/viewers?limit=20`, ['spam bob']],
  ] as const)(
    'page past all blocked fans to the visible rows of the %s',
    async (_name, at, shown) => {
      const pages = await everyPage(kickoff, alice, typeof at === 'string' ? at : at());

      expect(pages.length).toBeGreaterThan(2);
      const names = pages.flat().map(nameOf);
      expect(names.filter((name) => name !== 'Hi')).toEqual(shown);
    },
  );

  it('page past all blocked fans to the own story', async () => {
    const pages = await everyPage(kickoff, alice, '/api/st/stories?limit=20');

    expect(pages.flat()).toMatchObject([{ _id: storyId }]);
  });

  it('query only the version of unchanged relations', async () => {
    kickoff.clock.advance(5_000);
    const operations = await operationsOf(kickoff, () => get('/api/user/search/users?q=nobody'));

    expect(operations.map(({ collection }) => collection).sort()).toEqual([
      'fan_relation_versions',
      'users',
    ]);
    expect(operations[0]?.examined.documents).toBeLessThanOrEqual(1);
  });
});

function nameOf(item: unknown): unknown {
  const { text, username } = Object(item) as { text?: string; username?: string };
  return text ?? username;
}
