import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Post } from '@kickoff/contracts';
import { z } from 'zod';

import { as } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { ModerationRoom } from './support/moderation-room.js';
import { expectIndexesAlone, operationsOf } from './support/operations.js';

const DAY_MS = 24 * 60 * 60_000;

describe('admin post list', () => {
  let room: ModerationRoom;

  beforeAll(async () => {
    room = await ModerationRoom.open();
  });
  beforeEach(() => room.begin());
  afterAll(() => room.kickoff.stop());

  describe('GET /api/admin/posts', () => {
    it('returns posts of all fans newest first, with the total in X-Total-Count', async () => {
      for (let count = 0; count < 5; count += 1) {
        await room.postBy(count % 2 === 0 ? room.alice : room.bob, `Post ${count}`);
      }

      const answer = await room.ask('limit=2').expect(200);
      const pages = await everyPage(room.kickoff, room.ada, '/api/admin/posts?limit=2');

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

    it('finds a post by its id or by a literal part of its text in any letter case', async () => {
      const penalty = await room.postBy(room.alice, 'PENALTY in the 90th. minute (1:0)');
      await room.postBy(room.bob, 'Nothing happened');

      for (const part of ['enalt', 'penalty IN', '90th. m', '(1:0)', penalty._id]) {
        expect(await room.textsOf(`q=${encodeURIComponent(part)}`)).toEqual([penalty.text]);
      }
      expect(await room.textsOf(`q=${encodeURIComponent('.*')}`)).toEqual([]);
      expect(await room.textsOf('q=')).toHaveLength(2);
    });

    it('filters by author, given as name in any letter case or as id', async () => {
      await room.postBy(room.alice, 'By Alice');
      await room.postBy(room.bob, 'By Bob');

      expect(await room.textsOf(`author=${room.alice.username.toUpperCase()}`)).toEqual([
        'By Alice',
      ]);
      expect(await room.textsOf(`author=${room.bob.id}`)).toEqual(['By Bob']);
      expect(await room.textsOf('author=nobody-of-this-name')).toEqual([]);
    });

    it('filters by day, both bounds inclusive', async () => {
      await room.postBy(room.alice, 'Today');
      const today = room.kickoff.clock.now().toISOString().slice(0, 10);
      const yesterday = new Date(room.kickoff.clock.now().getTime() - DAY_MS)
        .toISOString()
        .slice(0, 10);

      expect(await room.textsOf(`from=${today}&to=${today}`)).toEqual(['Today']);
      expect(await room.textsOf(`from=${yesterday}`)).toEqual(['Today']);
      expect(await room.textsOf(`to=${yesterday}`)).toEqual([]);
    });

    it('filters by media and by open reports, also combined', async () => {
      await room.postBy(room.alice, 'Words');
      const picture = await room.postBy(room.alice, 'Picture', 'image');
      await room.postBy(room.alice, 'Film', 'video');
      await as(room.kickoff, room.bob)
        .post('/api/reports')
        .send({ targetType: 'post', targetId: picture._id, reason: 'Spam' })
        .expect(201);

      expect(await room.textsOf('media=none')).toEqual(['Words']);
      expect(await room.textsOf('media=image')).toEqual(['Picture']);
      expect(await room.textsOf('media=video')).toEqual(['Film']);
      expect(await room.textsOf('reported=true')).toEqual(['Picture']);
      expect(await room.textsOf('reported=true&media=video')).toEqual([]);
    });

    it('returns the number of filtered posts in X-Total-Count', async () => {
      await room.postBy(room.alice, 'One goal');
      await room.postBy(room.alice, 'Two goals');
      await room.postBy(room.alice, 'No chance');

      expect((await room.ask('q=goal&limit=1').expect(200)).headers['x-total-count']).toBe('2');
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
      await room.ask(query).expect(400);
    });

    it('returns 400 for its cursor on another list', async () => {
      for (const text of ['A', 'B']) await room.postBy(room.alice, text);
      const { headers } = await room.ask('limit=1').expect(200);
      const cursor = /cursor=([^&>]+)/.exec(headers['link'] ?? '')?.[1] ?? '';

      await room.ask(`removed=true&cursor=${cursor}`).expect(400);
      await as(room.kickoff, room.alice).get(`/api/pt/posts?cursor=${cursor}`).expect(400);
    });

    it('examines at most the posts of a page with and without filters', async () => {
      for (let count = 0; count < 30; count += 1) await room.postBy(room.alice, `Goal ${count}`);
      for (const text of ['A', 'B']) await room.postBy(room.alice, text, 'image');

      for (const query of [
        '',
        `author=${room.alice.id}`,
        'media=image',
        'q=goal',
        'from=2020-01-01',
      ]) {
        const operations = await operationsOf(room.kickoff, () =>
          room.ask(`limit=1&likes=0&comments=0&${query}`).expect(200),
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
