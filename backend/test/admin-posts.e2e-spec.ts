import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Post } from '@kickoff/contracts';
import { z } from 'zod';

import { as } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { ModerationFixture } from './support/moderation-fixture.js';
import { expectIndexesAlone, operationsOf } from './support/operations.js';

const DAY_MS = 24 * 60 * 60_000;

describe('admin post list', () => {
  let fixture: ModerationFixture;

  beforeAll(async () => {
    fixture = await ModerationFixture.open();
  });
  beforeEach(() => fixture.begin());
  afterAll(() => fixture.kickoff.stop());

  describe('GET /api/admin/posts', () => {
    it('returns posts of all fans newest first, with the total in X-Total-Count', async () => {
      for (let count = 0; count < 5; count += 1) {
        await fixture.postBy(count % 2 === 0 ? fixture.alice : fixture.bob, `Post ${count}`);
      }

      const answer = await fixture.ask('limit=2').expect(200);
      const pages = await everyPage(fixture.kickoff, fixture.ada, '/api/admin/posts?limit=2');

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
      const penalty = await fixture.postBy(fixture.alice, 'PENALTY in the 90th. minute (1:0)');
      await fixture.postBy(fixture.bob, 'Nothing happened');

      for (const part of ['enalt', 'penalty IN', '90th. m', '(1:0)', penalty._id]) {
        expect(await fixture.textsOf(`q=${encodeURIComponent(part)}`)).toEqual([penalty.text]);
      }
      expect(await fixture.textsOf(`q=${encodeURIComponent('.*')}`)).toEqual([]);
      expect(await fixture.textsOf('q=')).toHaveLength(2);
    });

    it('filters by author, given as name in any letter case or as id', async () => {
      await fixture.postBy(fixture.alice, 'By Alice');
      await fixture.postBy(fixture.bob, 'By Bob');

      expect(await fixture.textsOf(`author=${fixture.alice.username.toUpperCase()}`)).toEqual([
        'By Alice',
      ]);
      expect(await fixture.textsOf(`author=${fixture.bob.id}`)).toEqual(['By Bob']);
      expect(await fixture.textsOf('author=nobody-of-this-name')).toEqual([]);
    });

    it('filters by day, both bounds inclusive', async () => {
      await fixture.postBy(fixture.alice, 'Today');
      const today = fixture.kickoff.clock.now().toISOString().slice(0, 10);
      const yesterday = new Date(fixture.kickoff.clock.now().getTime() - DAY_MS)
        .toISOString()
        .slice(0, 10);

      expect(await fixture.textsOf(`from=${today}&to=${today}`)).toEqual(['Today']);
      expect(await fixture.textsOf(`from=${yesterday}`)).toEqual(['Today']);
      expect(await fixture.textsOf(`to=${yesterday}`)).toEqual([]);
    });

    it('filters by media and by open reports, also combined', async () => {
      await fixture.postBy(fixture.alice, 'Words');
      const picture = await fixture.postBy(fixture.alice, 'Picture', 'image');
      await fixture.postBy(fixture.alice, 'Film', 'video');
      await as(fixture.kickoff, fixture.bob)
        .post('/api/reports')
        .send({ targetType: 'post', targetId: picture._id, reason: 'Spam' })
        .expect(201);

      expect(await fixture.textsOf('media=none')).toEqual(['Words']);
      expect(await fixture.textsOf('media=image')).toEqual(['Picture']);
      expect(await fixture.textsOf('media=video')).toEqual(['Film']);
      expect(await fixture.textsOf('reported=true')).toEqual(['Picture']);
      expect(await fixture.textsOf('reported=true&media=video')).toEqual([]);
    });

    it('returns the number of filtered posts in X-Total-Count', async () => {
      await fixture.postBy(fixture.alice, 'One goal');
      await fixture.postBy(fixture.alice, 'Two goals');
      await fixture.postBy(fixture.alice, 'No chance');

      expect((await fixture.ask('q=goal&limit=1').expect(200)).headers['x-total-count']).toBe('2');
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
      await fixture.ask(query).expect(400);
    });

    it('returns 400 for its cursor on another list', async () => {
      for (const text of ['A', 'B']) await fixture.postBy(fixture.alice, text);
      const { headers } = await fixture.ask('limit=1').expect(200);
      const cursor = /cursor=([^&>]+)/.exec(headers['link'] ?? '')?.[1] ?? '';

      await fixture.ask(`removed=true&cursor=${cursor}`).expect(400);
      await as(fixture.kickoff, fixture.alice).get(`/api/pt/posts?cursor=${cursor}`).expect(400);
    });

    it('examines at most the posts of a page with and without filters', async () => {
      for (let count = 0; count < 30; count += 1)
        await fixture.postBy(fixture.alice, `Goal ${count}`);
      for (const text of ['A', 'B']) await fixture.postBy(fixture.alice, text, 'image');

      for (const query of [
        '',
        `author=${fixture.alice.id}`,
        'media=image',
        'q=goal',
        'from=2020-01-01',
      ]) {
        const operations = await operationsOf(fixture.kickoff, () =>
          fixture.ask(`limit=1&likes=0&comments=0&${query}`).expect(200),
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
