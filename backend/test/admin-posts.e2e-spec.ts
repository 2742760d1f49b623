import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AdminPost, Post } from '@kickoff/contracts';
import { z } from 'zod';

import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { expectIndexesAlone, operationsOf } from './support/operations.js';
import { aPostBy, emptyPosts } from './support/posts.js';

const DAY_MS = 24 * 60 * 60_000;

describe("the admins' posts", () => {
  let kickoff: KickOff;
  let ada: Caller;
  let alice: Caller;
  let bob: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    alice = await aFan(kickoff);
    bob = await aFan(kickoff);
  });
  beforeEach(async () => {
    await emptyPosts(kickoff);
    await kickoff.connection.collection('admins').deleteMany({});
    ada = await anAdmin(kickoff);
  });
  afterAll(() => kickoff.stop());

  const postBy = (fan: Caller, text: string, file?: 'image' | 'video') =>
    aPostBy(kickoff, fan, text, file);
  const get = (query = '') => as(kickoff, ada).get(`/api/admin/posts?${query}`);
  async function listOf(query = ''): Promise<AdminPost[]> {
    return z.array(AdminPost.strict()).parse((await get(query).expect(200)).body);
  }
  const textsOf = async (query: string) => (await listOf(query)).map(({ text }) => text);

  describe('list', () => {
    it("shows everyone's posts newest first, page by page, with the total beside them", async () => {
      for (let count = 0; count < 5; count += 1) {
        await postBy(count % 2 === 0 ? alice : bob, `Post ${count}`);
      }

      const answer = await get('limit=2').expect(200);
      const pages = await everyPage(kickoff, ada, '/api/admin/posts?limit=2');

      expect(answer.headers['x-total-count']).toBe('5');
      expect(
        pages.flatMap((page) =>
          z
            .array(Post)
            .parse(page)
            .map(({ text }) => text),
        ),
      ).toEqual(['Post 4', 'Post 3', 'Post 2', 'Post 1', 'Post 0']);
    });

    it('finds a part of the text in any letter case, literally, and a post by its id', async () => {
      const penalty = await postBy(alice, 'PENALTY in the 90th. minute (1:0)');
      await postBy(bob, 'Nothing happened');

      for (const part of ['enalt', 'penalty IN', '90th. m', '(1:0)', penalty._id]) {
        expect(await textsOf(`q=${encodeURIComponent(part)}`)).toEqual([penalty.text]);
      }
      expect(await textsOf(`q=${encodeURIComponent('.*')}`)).toEqual([]);
      expect(await textsOf('q=')).toHaveLength(2);
    });

    it("narrows by author, by name in any letter case or id, to that fan's posts", async () => {
      await postBy(alice, 'By Alice');
      await postBy(bob, 'By Bob');

      expect(await textsOf(`author=${alice.username.toUpperCase()}`)).toEqual(['By Alice']);
      expect(await textsOf(`author=${bob.id}`)).toEqual(['By Bob']);
      expect(await textsOf('author=nobody-of-this-name')).toEqual([]);
    });

    it('narrows by day, the last one with it', async () => {
      await postBy(alice, 'Today');
      const today = kickoff.clock.now().toISOString().slice(0, 10);
      const yesterday = new Date(kickoff.clock.now().getTime() - DAY_MS).toISOString().slice(0, 10);

      expect(await textsOf(`from=${today}&to=${today}`)).toEqual(['Today']);
      expect(await textsOf(`from=${yesterday}`)).toEqual(['Today']);
      expect(await textsOf(`to=${yesterday}`)).toEqual([]);
    });

    it('narrows by media and by open reports, also together', async () => {
      await postBy(alice, 'Words');
      const picture = await postBy(alice, 'Picture', 'image');
      await postBy(alice, 'Film', 'video');
      await as(kickoff, bob)
        .post('/api/reports')
        .send({ targetType: 'post', targetId: picture._id, reason: 'Spam' })
        .expect(201);

      expect(await textsOf('media=none')).toEqual(['Words']);
      expect(await textsOf('media=image')).toEqual(['Picture']);
      expect(await textsOf('media=video')).toEqual(['Film']);
      expect(await textsOf('reported=true')).toEqual(['Picture']);
      expect(await textsOf('reported=true&media=video')).toEqual([]);
    });

    it('tells how many a filter leaves', async () => {
      await postBy(alice, 'One goal');
      await postBy(alice, 'Two goals');
      await postBy(alice, 'No chance');

      expect((await get('q=goal&limit=1').expect(200)).headers['x-total-count']).toBe('2');
    });

    it.each([
      'q=a&q=b',
      'q[$ne]=a',
      `q=${'a'.repeat(65)}`,
      'q=%ED%A0%80',
      'author[$gt]=',
      'from=today',
      'to=2026-13-01',
      'to[$lt]=2026-01-01',
      'media=sound',
      'reported=false',
      'removed=1',
      'limit=0',
      'limit=101',
      'likes=21',
      'cursor=forged',
    ])('answers 400 to ?%s', async (query) => {
      await get(query).expect(400);
    });

    it("opens no other list with this one's cursor", async () => {
      for (const text of ['A', 'B']) await postBy(alice, text);
      const { headers } = await get('limit=1').expect(200);
      const cursor = /cursor=([^&>]+)/.exec(headers['link'] ?? '')?.[1] ?? '';

      await get(`removed=true&cursor=${cursor}`).expect(400);
      await as(kickoff, alice).get(`/api/pt/posts?cursor=${cursor}`).expect(400);
    });

    it("looks at a page's posts, with and without filters", async () => {
      for (let count = 0; count < 30; count += 1) await postBy(alice, `Goal ${count}`);
      for (const text of ['A', 'B']) await postBy(alice, text, 'image');

      for (const query of ['', `author=${alice.id}`, 'media=image', 'q=goal', 'from=2020-01-01']) {
        const operations = await operationsOf(kickoff, () =>
          get(`limit=1&likes=0&comments=0&${query}`).expect(200),
        );

        const pages = operations.filter(
          ({ collection, returned }) => collection === 'posts' && returned === 2,
        );
        expect({ query, pages: pages.length }).toEqual({ query, pages: 1 });
        expect(pages[0]?.examined.documents).toBeLessThanOrEqual(query === 'q=goal' ? 4 : 2);
        expectIndexesAlone(
          query,
          operations.filter(({ collection }) => collection === 'users'),
        );
      }
    });
  });
});
