import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Post, POST_TEXT_MAX_LENGTH } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { FeedService } from '../src/posts/feed.service.js';
import { PostRemovals } from '../src/posts/post-removals.js';
import { PostsService } from '../src/posts/posts.service.js';
import { aFan, as, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans, manyFollows, signedIn } from './support/many-fans.js';
import { NOT_TEXT } from './support/wrong-types.js';

describe('posts', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let bob: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    alice = await aFan(kickoff, { username: 'alice' });
    bob = await aFan(kickoff, { username: 'bob' });
  });
  afterAll(() => kickoff.stop());

  async function aPost(by: Caller, text: string): Promise<Post> {
    const answer = await as(kickoff, by).post('/api/pt/posts').field('text', text);
    expect(answer.status).toBe(201);
    return Post.parse(answer.body);
  }

  const listed = async (address: string, by = bob) =>
    z.array(Post).parse((await as(kickoff, by).get(address).expect(200)).body);
  const walk = async (address: string, by = bob) =>
    z
      .array(z.array(Post))
      .parse(await everyPage(kickoff, by, address))
      .flat()
      .map(({ _id }) => _id);
  const seen = (post: Post, by = bob) => as(kickoff, by).get(`/api/pt/posts/${post._id}`);

  it("shows a fan's post on top of another fan's feed", async () => {
    const post = await aPost(alice, 'Ninety-third minute. No voice left. ⚽');

    const answer = await as(kickoff, bob).get('/api/pt/posts?limit=20');

    const [first] = z.array(Post).parse(answer.body);
    expect(first).toEqual(post);
    expect(first?.user.username).toBe('alice');
  });

  it('refuses a post of blanks', async () => {
    const answer = await as(kickoff, alice).post('/api/pt/posts').field('text', ' \u200b\n');

    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: 'A post needs text, an image or a video',
      code: 'invalid_input',
    });
  });

  it('refuses to delete a post of another fan', async () => {
    const post = await aPost(alice, 'Mine');

    const answer = await as(kickoff, bob).delete(`/api/pt/posts/${post._id}`);

    expect(answer.status).toBe(403);
    await as(kickoff, bob).get(`/api/pt/posts/${post._id}`).expect(200);
  });

  it('walks the whole feed by the Link header, nothing twice and nothing left out', async () => {
    for (let number = 1; number <= 5; number += 1) await aPost(alice, `Number ${number}`);
    const all = z.array(Post).parse((await as(kickoff, bob).get('/api/pt/posts')).body);

    const walked = await walk('/api/pt/posts?limit=2');

    expect(walked).toEqual(all.map((post) => post._id));
  });

  it("lists one fan's posts by name, however it is written", async () => {
    const post = await aPost(bob, 'By bob');
    await aPost(alice, 'By alice');

    const posts = await listed('/api/pt/posts?author=BOB');

    expect(posts[0]).toEqual(post);
    expect(new Set(posts.map(({ user }) => user.username))).toEqual(new Set(['bob']));
  });

  it('answers 404 for the posts of a fan who does not exist', async () => {
    await as(kickoff, bob).get('/api/pt/posts?author=nobody').expect(404);
  });

  it('lists my own posts at fposts, newest first', async () => {
    const first = await aPost(bob, 'First');
    const second = await aPost(bob, 'Second');

    expect((await listed('/api/user/fposts?limit=2')).map(({ _id }) => _id)).toEqual([
      second._id,
      first._id,
    ]);
  });

  it.each(['/api/pt/posts', '/api/user/posts'])('deletes a post of mine by %s', async (address) => {
    const post = await aPost(bob, 'Gone soon');

    const answer = await as(kickoff, bob).delete(`${address}/${post._id}`);

    expect(answer.status).toBe(address === '/api/user/posts' ? 200 : 204);
    if (answer.status === 200) expect(answer.body).toEqual({ message: 'Post deleted' });
    await as(kickoff, bob).get(`/api/pt/posts/${post._id}`).expect(404);
    await as(kickoff, bob).delete(`${address}/${post._id}`).expect(404);
  });

  it('counts a post that is deleted twice at once only once', async () => {
    const carol = await aFan(kickoff, { username: 'carol' });
    const post = await aPost(carol, 'Once');
    await aPost(carol, 'Stays');

    const answers = await Promise.all(
      Array.from({ length: 4 }, () => as(kickoff, carol).delete(`/api/pt/posts/${post._id}`)),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
    const profile = await as(kickoff, carol).get('/api/user/profile');
    expect(profile.body).toMatchObject({ postsCount: 1 });
  });

  it.each([
    ['a limit of 0', 'limit=0'],
    ['a limit of 101', 'limit=101'],
    ['a limit that is no number', 'limit=ten'],
    ['a fraction', 'limit=1.5'],
    ['a made-up cursor', 'cursor=abc'],
    ['an empty cursor', 'cursor='],
    ['too many likes', 'likes=21'],
  ])('refuses %s with 400', async (_what, query) => {
    expect((await as(kickoff, bob).get(`/api/pt/posts?${query}`)).status).toBe(400);
  });

  it('refuses a cursor that was changed, and the cursor of another list', async () => {
    await aPost(alice, 'One');
    await aPost(alice, 'Two');
    const answer = await as(kickoff, bob).get('/api/pt/posts?limit=1');
    const cursor = /cursor=([^&>]+)/.exec(answer.headers['link'] ?? '')?.[1] ?? '';
    const changed = cursor.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'));

    expect((await as(kickoff, bob).get(`/api/pt/posts?cursor=${cursor}`)).status).toBe(200);
    expect((await as(kickoff, bob).get(`/api/pt/posts?cursor=${changed}`)).status).toBe(400);
    expect((await as(kickoff, bob).get(`/api/user/fposts?cursor=${cursor}`)).status).toBe(400);
  });

  describe('changing a post', () => {
    const change = (post: Post, by: Caller, text: unknown) =>
      as(kickoff, by).patch(`/api/pt/posts/${post._id}`).send({ text });

    it('gives my post another text and marks it as edited for everyone', async () => {
      const post = await aPost(alice, 'One nil');
      expect(post).not.toHaveProperty('edited');

      const answer = await change(post, alice, 'Two nil');

      expect(answer.status).toBe(200);
      expect(Post.parse(answer.body)).toEqual({ ...post, text: 'Two nil', edited: true });
      expect((await listed('/api/pt/posts?limit=1'))[0]).toEqual({
        ...post,
        text: 'Two nil',
        edited: true,
      });
    });

    it("refuses another's post with 403 and one that is not there with 404", async () => {
      const post = await aPost(alice, 'Mine');

      expect((await change(post, bob, 'Yours')).status).toBe(403);
      expect((await change({ ...post, _id: '0'.repeat(24) }, bob, 'Nobody')).status).toBe(404);
      expect((await seen(post)).body).toEqual(post);
    });

    it('refuses to empty a post that has nothing but its text', async () => {
      const post = await aPost(alice, 'Words');

      const answer = await change(post, alice, ' \n');

      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ error: 'A post needs text, an image or a video' });
      expect((await seen(post)).body).toEqual(post);
    });

    it('lets a post with a picture do without words', async () => {
      const post = await aPost(alice, 'Look');
      await kickoff.connection
        .collection('posts')
        .updateOne({ _id: new Types.ObjectId(post._id) }, { $set: { image: 'made-up.webp' } });

      expect((await change(post, alice, '')).status).toBe(200);
    });

    it.each([
      ...NOT_TEXT.map((value): [string, unknown] => [JSON.stringify(value), value]),
      ['no text', undefined],
      ['one character too many', 'a'.repeat(POST_TEXT_MAX_LENGTH + 1)],
    ])('refuses %s with 400', async (_what, text) => {
      const post = await aPost(alice, 'Words');

      expect((await change(post, alice, text)).status).toBe(400);
    });
  });

  describe('removing a post', () => {
    const removals = (of = kickoff) => of.app.get(PostRemovals, { strict: false });
    const rows = async (collection: string, post: Post) =>
      kickoff.connection
        .collection(collection)
        .countDocuments({ postId: new Types.ObjectId(post._id) });
    /** Puts likes below a post as if so many fans had been there. */
    const gather = (post: Post, count: number) =>
      kickoff.connection.collection('post_likes').insertMany(
        Array.from({ length: count }, () => ({
          postId: new Types.ObjectId(post._id),
          userId: new Types.ObjectId(),
          createdAt: new Date(),
        })),
      );

    it('takes its likes and comments away too, in batches', async () => {
      const post = await aPost(alice, 'Loved by many');
      await gather(post, 2_500);
      await as(kickoff, bob).post(`/api/pt/posts/${post._id}/comment`).send({ text: 'Yes' });

      await as(kickoff, alice).delete(`/api/pt/posts/${post._id}`).expect(204);
      await removals().sweep();

      expect([await rows('post_likes', post), await rows('comments', post)]).toEqual([0, 0]);
    });

    it('is finished by another instance when the one that began dies', async () => {
      const post = await aPost(alice, 'Half gone');
      await gather(post, 10);
      const _id = new Types.ObjectId(post._id);
      await kickoff.connection.collection('posts').deleteOne({ _id });
      await kickoff.connection
        .collection('post_removals')
        .insertOne({ _id, removedAt: kickoff.clock.now() });

      const other = await kickoff.another();
      await removals(other).sweep();
      await other.close();

      expect(await rows('post_likes', post)).toBe(0);
    });

    it('is watched for a minute, for what calls half done may still leave', async () => {
      const post = await aPost(alice, 'Gone');
      await as(kickoff, alice).delete(`/api/pt/posts/${post._id}`).expect(204);
      await removals().sweep();
      await gather(post, 1);
      const open = () => kickoff.connection.collection('post_removals').countDocuments({});

      kickoff.clock.advance(30_000);
      await removals().sweep();
      const [left, openBefore] = [await rows('post_likes', post), await open()];
      kickoff.clock.advance(31_000);
      await removals().sweep();

      expect(left).toBe(0);
      expect(openBefore).toBeGreaterThan(0);
      expect(await open()).toBe(0);
    });
  });

  describe('those I follow', () => {
    it('are the only ones in my following feed, with me, page by page', async () => {
      const [reader, friend, stranger] = await Promise.all([
        aFan(kickoff),
        aFan(kickoff),
        aFan(kickoff),
      ]);
      await as(kickoff, reader).post(`/api/user/follow/${friend.id}`).expect(200);
      const mine = await aPost(reader, 'Mine');
      await aPost(stranger, 'Not for me');
      const theirs = [await aPost(friend, 'One'), await aPost(friend, 'Two')];

      const walked = await walk('/api/pt/posts?scope=following&limit=2', reader);

      expect(walked).toEqual([...theirs.reverse(), mine].map(({ _id }) => _id));
    });

    it('may be hundreds: the newest posts of all of them come, in order', async () => {
      const reader = await aFan(kickoff);
      const friends = await manyFans(kickoff, 400);
      await manyFollows(
        kickoff,
        friends.map((of) => ({ by: new Types.ObjectId(reader.id), of })),
      );
      const service = kickoff.app.get(PostsService, { strict: false });
      const written: string[] = [];
      for (const at of [0, 399, 180, 1, 250, 20]) {
        const author = friends[at];
        if (!author) throw new Error('nobody');
        const id = new Types.ObjectId().toString();
        await service.create(signedIn(author), id, { text: `By ${at}`, alt: '' }, {});
        written.push(id);
      }

      expect(await walk('/api/pt/posts?scope=following&limit=4', reader)).toEqual(
        written.reverse(),
      );
    });

    it.each(['scope=friends', 'scope=', 'scope[$ne]=everyone&scope=1'])(
      'refuses %s',
      async (query) => {
        expect((await as(kickoff, bob).get(`/api/pt/posts?${query}`)).status).toBe(400);
      },
    );
  });

  describe('fans who are kept apart', () => {
    let reader: Caller;
    let other: Caller;
    let own: Post;
    let theirs: Post;

    beforeEach(async () => {
      reader = await aFan(kickoff);
      other = await aFan(kickoff);
      own = await aPost(reader, 'Mine');
      theirs = await aPost(other, 'Theirs');
      await Promise.all([
        as(kickoff, other).post(`/api/pt/posts/${own._id}/like`).expect(200),
        as(kickoff, other)
          .post(`/api/pt/posts/${own._id}/comment`)
          .send({ text: 'Hm' })
          .expect(200),
      ]);
    });
    const on = (post: Post, by: Caller) => ({
      like: () => as(kickoff, by).post(`/api/pt/posts/${post._id}/like`).send({ liked: true }),
      comment: () => as(kickoff, by).post(`/api/pt/posts/${post._id}/comment`).send({ text: 'A' }),
      likes: () => as(kickoff, by).get(`/api/pt/posts/${post._id}/likes`),
      comments: () => as(kickoff, by).get(`/api/pt/posts/${post._id}/comments`),
      one: () => seen(post, by),
      change: () => as(kickoff, by).patch(`/api/pt/posts/${post._id}`).send({ text: 'A' }),
      remove: () => as(kickoff, by).delete(`/api/pt/posts/${post._id}`),
    });
    const named = (username: string) => `/api/pt/posts?author=${encodeURIComponent(username)}`;

    it.each(['reader', 'other'])('find nothing of each other when the %s blocks', async (who) => {
      const [from, to] = who === 'reader' ? [reader, other] : [other, reader];
      await as(kickoff, from).post(`/api/user/block/${to.id}`).expect(204);

      const feeds = [
        await walk('/api/pt/posts?limit=50', reader),
        await walk('/api/pt/posts?scope=following', reader),
      ];
      expect(feeds.flat()).not.toContain(theirs._id);
      expect(await walk('/api/pt/posts?limit=50', other)).not.toContain(own._id);
      expect((await as(kickoff, reader).get(named(other.username))).status).toBe(404);
      for (const call of Object.values(on(theirs, reader))) expect((await call()).status).toBe(404);
      expect((await on(own, reader).likes()).body).toEqual([]);
      expect((await on(own, reader).comments()).body).toEqual([]);
      // Counts stay as they are.
      expect(Post.parse((await on(own, reader).one()).body)).toMatchObject({
        likes: [],
        comments: [],
        likesCount: 1,
        commentsCount: 1,
      });
    });

    it('show nothing of themselves to who mutes them but on their own page', async () => {
      await as(kickoff, reader).post(`/api/user/mute/${other.id}`).expect(204);

      expect(await walk('/api/pt/posts?limit=50', reader)).not.toContain(theirs._id);
      expect((await on(own, reader).comments()).body).toEqual([]);
      expect((await on(own, reader).one()).body).toMatchObject({ likes: [], comments: [] });
      expect((await listed(named(other.username), reader)).map(({ _id }) => _id)).toEqual([
        theirs._id,
      ]);
      await on(theirs, reader).one().expect(200);
      await on(theirs, reader).like().expect(200);
      // They notice nothing.
      expect(await walk('/api/pt/posts?limit=50', other)).toContain(own._id);
      expect((await on(own, other).comments()).body).toHaveLength(1);
    });
  });

  describe('an answer that the client has still', () => {
    it.each(['/api/pt/posts?limit=2', '/api/user/fposts', '/api/pt/posts/:id'])(
      'is 304 without a body at %s, and stays private',
      async (address) => {
        const post = await aPost(bob, 'The same');
        const ask = () => as(kickoff, bob).get(address.replace(':id', post._id));
        const first = await ask().expect(200);

        const second = await ask().set('If-None-Match', first.headers['etag'] ?? '');

        expect(second.status).toBe(304);
        expect(second.text).toBe('');
        expect(second.headers['cache-control']).toBe('no-store');
      },
    );

    it.each([
      ['a new post', () => aPost(alice, 'New')],
      [
        'a like of mine',
        async () => {
          const [post] = await listed('/api/pt/posts?limit=1');
          await as(kickoff, bob).post(`/api/pt/posts/${post?._id ?? ''}/like`);
        },
      ],
    ])('comes anew after %s', async (_what, change) => {
      const first = await as(kickoff, bob).get('/api/pt/posts?limit=2').expect(200);
      await change();

      const second = await as(kickoff, bob)
        .get('/api/pt/posts?limit=2')
        .set('If-None-Match', first.headers['etag'] ?? '');

      expect(second.status).toBe(200);
    });
  });

  it('ends a page at 512 KB, and goes on at the next', async () => {
    const author = await aFan(kickoff);
    const written: Post[] = [];
    for (let number = 0; number < 14; number += 1) {
      written.push(await aPost(author, '🏆'.repeat(POST_TEXT_MAX_LENGTH)));
    }

    const pages = z
      .array(z.array(Post))
      .parse(
        await everyPage(
          kickoff,
          bob,
          `/api/pt/posts?author=${encodeURIComponent(author.username)}`,
        ),
      );

    for (const page of pages) expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(524_288);
    expect(pages.flat()).toEqual(written.reverse());
    expect(pages.length).toBe(3);
  });

  it('gives a leaving fan all posts and takes them away', async () => {
    const leaving = await aFan(kickoff);
    const written = [await aPost(leaving, 'One'), await aPost(leaving, 'Two')];
    const exported = [];
    for await (const post of kickoff.app.get(FeedService, { strict: false }).exportOf(leaving.id)) {
      exported.push(post);
    }

    await kickoff.app.get(PostsService, { strict: false }).removeAllOf(leaving.id);

    expect(exported).toEqual([...written].reverse());
    for (const post of written) await seen(post).expect(404);
  });
});
