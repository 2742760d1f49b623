import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Story } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { aFan, as, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { manyFans, manyFollows } from './support/many-fans.js';
import { STORIES } from './support/stories.js';
import { idsOf, StoryFixture } from './support/story-fixture.js';

const DAY_MS = 24 * 60 * 60_000;

describe('GET /api/st/stories', () => {
  let fixture: StoryFixture;

  beforeAll(async () => {
    fixture = await StoryFixture.open();
  });
  beforeEach(() => fixture.begin());
  afterAll(() => fixture.kickoff.stop());

  const follow = (by: Caller, followed: Caller) =>
    as(fixture.kickoff, by).post(`/api/user/follow/${followed.id}`).expect(200);

  it('lists own stories and those of followed fans first, then the newest of other fans', async () => {
    const reader = await aFan(fixture.kickoff);
    const carol = await aFan(fixture.kickoff);
    await follow(reader, fixture.bob);
    const own = await fixture.aStoryBy(reader);
    const followed = await fixture.aStoryBy(fixture.bob);
    const others = [await fixture.aStoryBy(carol), await fixture.aStoryBy(fixture.alice)];

    const order = [followed, own, ...others.toReversed()].map(({ _id }) => _id);
    expect(idsOf(await fixture.listed(reader))).toEqual(order);
  });

  it('lists each story of both parts once by following the Link header', async () => {
    const reader = await aFan(fixture.kickoff);
    const authors = await manyFans(fixture.kickoff, 6);
    await manyFollows(
      fixture.kickoff,
      authors.slice(0, 3).map((of) => ({ by: new Types.ObjectId(reader.id), of })),
    );
    await fixture.manyStories([...authors, ...authors]);
    const all = idsOf(await fixture.listed(reader));

    const walked = await everyPage(fixture.kickoff, reader, `${STORIES}?limit=5`);

    expect(all).toHaveLength(12);
    expect(idsOf(z.array(z.array(Story)).parse(walked).flat())).toEqual(all);
  });

  it.each([100, 101, 102])(
    'reaches the story after the hundredth when %d of them are of followed fans',
    async (near) => {
      const reader = await aFan(fixture.kickoff);
      const [followed = new Types.ObjectId(), stranger = followed] = await manyFans(
        fixture.kickoff,
        2,
      );
      await manyFollows(fixture.kickoff, [{ by: new Types.ObjectId(reader.id), of: followed }]);
      const all = await fixture.manyStories([
        stranger,
        ...Array.from({ length: near }, () => followed),
      ]);

      const walked = await everyPage(fixture.kickoff, reader, `${STORIES}?limit=100`);

      const pages = z.array(z.array(Story)).parse(walked);
      expect(idsOf(pages.flat())).toEqual([...all.slice(1).reverse(), ...all.slice(0, 1)]);
      expect(pages).toHaveLength(2);
    },
  );

  it('returns at most 200 stories without a limit, with a link to the next page', async () => {
    const [author] = await manyFans(fixture.kickoff, 1);
    await fixture.manyStories(Array.from({ length: 205 }, () => author ?? new Types.ObjectId()));

    const answer = await as(fixture.kickoff, fixture.alice).get(STORIES);

    expect(answer.body).toHaveLength(200);
    expect(answer.headers['link']).toMatch(/rel="next"/);
  });

  it('includes the stories of the first and the last of 400 followed fans', async () => {
    const reader = await aFan(fixture.kickoff);
    const authors = await manyFans(fixture.kickoff, 400);
    const by = new Types.ObjectId(reader.id);
    await manyFollows(
      fixture.kickoff,
      authors.map((of) => ({ by, of })),
    );
    const strangers = await manyFans(fixture.kickoff, 1);
    const [oldest] = await fixture.manyStories([
      ...authors.slice(0, 1),
      ...strangers,
      ...authors.slice(399),
    ]);

    const [newest, second] = await fixture.listed(reader, '?limit=2');

    expect(newest?.user._id).toBe(authors.at(-1)?.toString());
    expect(second?._id).toBe(oldest);
  });

  it.each(['block', 'mute'])('excludes stories of a fan after a %s by the reader', async (what) => {
    const reader = await aFan(fixture.kickoff);
    await fixture.aStoryBy(fixture.bob);
    await as(fixture.kickoff, reader).post(`/api/user/${what}/${fixture.bob.id}`).expect(204);

    expect(await fixture.listed(reader)).toEqual([]);
  });

  it('excludes stories of a fan who blocks the reader', async () => {
    const reader = await aFan(fixture.kickoff);
    const story = await fixture.aStoryBy(fixture.bob);
    await as(fixture.kickoff, fixture.bob).post(`/api/user/block/${reader.id}`).expect(204);

    expect(await fixture.listed(reader)).toEqual([]);
    expect((await fixture.see(reader, story)).status).toBe(404);
  });

  it.each(['limit=0', 'limit=101', 'limit=1&limit=2', 'cursor=n', 'cursor=oabc', 'cursor='])(
    'refuses ?%s with 400',
    async (query) => {
      expect((await as(fixture.kickoff, fixture.alice).get(`${STORIES}?${query}`)).status).toBe(
        400,
      );
    },
  );

  it('refuses a cursor whose part was changed', async () => {
    await fixture.aStoryBy(fixture.alice);
    await fixture.aStoryBy(fixture.alice);
    const answer = await as(fixture.kickoff, fixture.alice).get(`${STORIES}?limit=1`);
    const cursor = /cursor=([^&>]+)/.exec(answer.headers['link'] ?? '')?.[1] ?? '';

    expect(cursor).toMatch(/^n/);
    expect(
      (await as(fixture.kickoff, fixture.alice).get(`${STORIES}?cursor=${cursor}`)).status,
    ).toBe(200);
    for (const letter of ['o', 'N', 'x', '']) {
      const changed = cursor.replace('n', letter);
      expect(
        (await as(fixture.kickoff, fixture.alice).get(`${STORIES}?cursor=${changed}`)).status,
      ).toBe(400);
    }
  });

  describe('database cost', () => {
    /** What the database examined for one list, without the queries of every request. */
    const costs = async (reader: Caller) => {
      const db = fixture.kickoff.connection.getClient().db(fixture.kickoff.connection.name);
      await fixture.listed(reader, '?limit=20');
      await db.command({ profile: 0 });
      await db.collection('system.profile').drop();
      await db.command({ profile: 2 });
      await fixture.listed(reader, '?limit=20');
      await db.command({ profile: 0 });
      const seen = await db
        .collection('system.profile')
        .find({ ns: /\.(stories|story_views|users|follows)$/ })
        .toArray();
      return seen
        .map((entry) => ({
          collection: String(entry['ns']).split('.').at(-1),
          plan: String(entry['planSummary'] ?? ''),
          sorted: entry['hasSortStage'] === true,
          documents: Number(entry['docsExamined'] ?? 0),
          keys: Number(entry['keysExamined'] ?? 0),
          returned: Number(entry['nreturned'] ?? 0),
        }))
        .sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
    };

    it('a page of few followed stories examines only those after pages full of them', async () => {
      const [popular = new Types.ObjectId(), quiet = popular] = await manyFans(fixture.kickoff, 2);
      const readers = [await aFan(fixture.kickoff), await aFan(fixture.kickoff)];
      const [first, second] = readers.map(({ id }) => new Types.ObjectId(id));
      await manyFollows(fixture.kickoff, [
        { by: first ?? popular, of: popular },
        { by: second ?? quiet, of: quiet },
      ]);
      await fixture.manyStories([...Array.from({ length: 100 }, () => popular), quiet]);
      await fixture.kickoff.connection.db?.command({ planCacheClear: 'stories' });
      for (let time = 0; time < 5; time++) {
        await fixture.listed(readers[0] ?? fixture.alice, '?limit=20');
      }

      const [near] = (await costs(readers[1] ?? fixture.alice)).filter(
        ({ collection, returned }) => collection === 'stories' && returned === 1,
      );

      expect(near).toMatchObject({ documents: 1, keys: 1 });
    });

    it('a page costs the same with thousands more expired and current stories', async () => {
      const reader = await aFan(fixture.kickoff);
      const [followed, ...others] = await manyFans(fixture.kickoff, 40);
      const of = followed ?? new Types.ObjectId();
      await manyFollows(fixture.kickoff, [{ by: new Types.ObjectId(reader.id), of }]);
      const all = Array.from({ length: 2000 }, (_, at) => others[at % others.length] ?? of);
      await fixture.manyStories([...all.slice(0, 100), of, of]);
      const few = await costs(reader);

      await fixture.manyStories(all, 3 * DAY_MS);
      await fixture.manyStories([...all, of], 3 * DAY_MS);
      await fixture.manyStories(all, 20 * 60 * 60_000);
      const many = await costs(reader);

      expect(many).toEqual(few);
      expect(many.length).toBeLessThanOrEqual(5);
      for (const { plan, sorted, documents, returned } of many) {
        expect({ plan, sorted }).toEqual({
          plan: expect.stringMatching(/^IXSCAN|^EOF/),
          sorted: false,
        });
        expect(documents).toBeLessThanOrEqual(Math.max(1, returned * 1.2));
      }
    });
  });
});
