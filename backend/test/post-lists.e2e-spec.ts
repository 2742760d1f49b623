import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Post, POST_TEXT_MAX_LENGTH } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { PostsService } from '../src/posts/posts.service.js';
import { aFan, as } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { FeedFixture } from './support/feed-fixture.js';
import { manyFans, manyFollows, signedIn } from './support/many-fans.js';
import { walkedPosts } from './support/posts.js';

describe('post lists', () => {
  let fixture: FeedFixture;

  beforeAll(async () => {
    fixture = await FeedFixture.open();
  });
  afterAll(() => fixture.kickoff.stop());

  const walk = (address: string, by = fixture.bob) => walkedPosts(fixture.kickoff, by, address);

  it('lists each post of the feed once by following the Link header', async () => {
    for (let number = 1; number <= 5; number += 1) {
      await fixture.postBy(fixture.alice, `Number ${number}`);
    }
    const all = z
      .array(Post)
      .parse((await as(fixture.kickoff, fixture.bob).get('/api/pt/posts')).body);

    const walked = await walk('/api/pt/posts?limit=2');

    expect(walked).toEqual(all.map((post) => post._id));
  });

  it('lists the posts of one fan by name in any case', async () => {
    const post = await fixture.postBy(fixture.bob, 'By bob');
    await fixture.postBy(fixture.alice, 'By alice');

    const posts = await fixture.listed('/api/pt/posts?author=BOB');

    expect(posts[0]).toEqual(post);
    expect(new Set(posts.map(({ user }) => user.username))).toEqual(new Set(['bob']));
  });

  it('answers 404 for the posts of an unknown fan', async () => {
    await as(fixture.kickoff, fixture.bob).get('/api/pt/posts?author=nobody').expect(404);
  });

  it("fposts lists the caller's own posts, newest first", async () => {
    const first = await fixture.postBy(fixture.bob, 'First');
    const second = await fixture.postBy(fixture.bob, 'Second');

    expect((await fixture.listed('/api/user/fposts?limit=2')).map(({ _id }) => _id)).toEqual([
      second._id,
      first._id,
    ]);
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
    expect((await as(fixture.kickoff, fixture.bob).get(`/api/pt/posts?${query}`)).status).toBe(400);
  });

  it('refuses a cursor that was changed or belongs to another list', async () => {
    await fixture.postBy(fixture.alice, 'One');
    await fixture.postBy(fixture.alice, 'Two');
    const answer = await as(fixture.kickoff, fixture.bob).get('/api/pt/posts?limit=1');
    const cursor = /cursor=([^&>]+)/.exec(answer.headers['link'] ?? '')?.[1] ?? '';
    const changed = cursor.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'));

    expect(
      (await as(fixture.kickoff, fixture.bob).get(`/api/pt/posts?cursor=${cursor}`)).status,
    ).toBe(200);
    expect(
      (await as(fixture.kickoff, fixture.bob).get(`/api/pt/posts?cursor=${changed}`)).status,
    ).toBe(400);
    expect(
      (await as(fixture.kickoff, fixture.bob).get(`/api/user/fposts?cursor=${cursor}`)).status,
    ).toBe(400);
  });

  it('ends a page before 1 MB and continues on the next page', async () => {
    const author = await aFan(fixture.kickoff);
    const written: Post[] = [];
    for (let number = 0; number < 14; number += 1) {
      written.push(await fixture.postBy(author, '🏆'.repeat(POST_TEXT_MAX_LENGTH)));
    }

    const pages = z
      .array(z.array(Post))
      .parse(
        await everyPage(
          fixture.kickoff,
          fixture.bob,
          `/api/pt/posts?author=${encodeURIComponent(author.username)}`,
        ),
      );

    for (const page of pages)
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(1_048_576);
    expect(pages.flat()).toEqual(written.reverse());
    expect(pages.length).toBe(2);
  });

  describe('GET /api/pt/posts?scope=following', () => {
    it('returns only posts of followed fans and the caller, page by page', async () => {
      const [reader, friend, stranger] = await Promise.all([
        aFan(fixture.kickoff),
        aFan(fixture.kickoff),
        aFan(fixture.kickoff),
      ]);
      await as(fixture.kickoff, reader).post(`/api/user/follow/${friend.id}`).expect(200);
      const mine = await fixture.postBy(reader, 'Mine');
      await fixture.postBy(stranger, 'Not for me');
      const theirs = [await fixture.postBy(friend, 'One'), await fixture.postBy(friend, 'Two')];

      const walked = await walk('/api/pt/posts?scope=following&limit=2', reader);

      expect(walked).toEqual([...theirs.reverse(), mine].map(({ _id }) => _id));
    });

    it('returns the newest posts of 400 followed fans in order', async () => {
      const reader = await aFan(fixture.kickoff);
      const friends = await manyFans(fixture.kickoff, 400);
      await manyFollows(
        fixture.kickoff,
        friends.map((of) => ({ by: new Types.ObjectId(reader.id), of })),
      );
      const service = fixture.kickoff.app.get(PostsService, { strict: false });
      const written: string[] = [];
      for (const at of [0, 399, 180, 1, 250, 20]) {
        const author = friends[at];
        if (!author) throw new Error('nobody');
        const id = new Types.ObjectId().toString();
        await service.create(
          signedIn(author),
          { id, exists: false },
          { text: `By ${at}`, alt: '', quote: '', matchId: '' },
          {},
        );
        written.push(id);
      }

      expect(await walk('/api/pt/posts?scope=following&limit=4', reader)).toEqual(
        written.reverse(),
      );
    });

    it.each(['scope=friends', 'scope=', 'scope[$ne]=everyone&scope=1'])(
      'refuses %s',
      async (query) => {
        expect((await as(fixture.kickoff, fixture.bob).get(`/api/pt/posts?${query}`)).status).toBe(
          400,
        );
      },
    );
  });

  describe('conditional requests of post lists', () => {
    it.each(['/api/pt/posts?limit=2', '/api/user/fposts', '/api/pt/posts/:id'])(
      '%s answers 304 without a body and with Cache-Control: no-store',
      async (address) => {
        const post = await fixture.postBy(fixture.bob, 'The same');
        const ask = () => as(fixture.kickoff, fixture.bob).get(address.replace(':id', post._id));
        const first = await ask().expect(200);

        const second = await ask().set('If-None-Match', first.headers['etag'] ?? '');

        expect(second.status).toBe(304);
        expect(second.text).toBe('');
        expect(second.headers['cache-control']).toBe('no-store');
      },
    );

    it('answers 304 to the ETag of any encoding', async () => {
      await fixture.postBy(fixture.bob, 'Long enough to compress. '.repeat(40));
      const ask = (encoding: string) =>
        as(fixture.kickoff, fixture.bob)
          .get('/api/pt/posts?limit=2')
          .set('Accept-Encoding', encoding);
      const packed = await ask('br').buffer(false).expect(200);
      const plain = await ask('identity').expect(200);

      const again = await ask('br').set('If-None-Match', plain.headers['etag'] ?? '');

      expect(packed.headers['content-encoding']).toBe('br');
      expect(packed.headers['etag']).toBe(plain.headers['etag']);
      expect(again.status).toBe(304);
      expect(again.headers['vary']).toBe(plain.headers['vary']);
    });

    it.each([
      ['a new post', () => fixture.postBy(fixture.alice, 'New')],
      [
        'a like of mine',
        async () => {
          const [post] = await fixture.listed('/api/pt/posts?limit=1');
          await as(fixture.kickoff, fixture.bob).post(`/api/pt/posts/${post?._id ?? ''}/like`);
        },
      ],
    ])('the list is returned in full after %s', async (_what, change) => {
      const first = await as(fixture.kickoff, fixture.bob).get('/api/pt/posts?limit=2').expect(200);
      await change();

      const second = await as(fixture.kickoff, fixture.bob)
        .get('/api/pt/posts?limit=2')
        .set('If-None-Match', first.headers['etag'] ?? '');

      expect(second.status).toBe(200);
      expect(second.body).toHaveLength(2);
      expect(second.body).not.toEqual(first.body);
    });
  });
});
