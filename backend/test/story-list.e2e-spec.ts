import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Story } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { aFan, as, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { manyFans, manyFollows } from './support/many-fans.js';
import { STORIES } from './support/stories.js';
import { idsOf, StoryRoom } from './support/story-room.js';

const DAY_MS = 24 * 60 * 60_000;

describe('the list of stories', () => {
  let room: StoryRoom;

  beforeAll(async () => {
    room = await StoryRoom.open();
  });
  beforeEach(() => room.begin());
  afterAll(() => room.kickoff.stop());

  const follow = (by: Caller, whom: Caller) =>
    as(room.kickoff, by).post(`/api/user/follow/${whom.id}`).expect(200);

  it("shows own and followed fans' stories first, then the newest of the others", async () => {
    const reader = await aFan(room.kickoff);
    const carol = await aFan(room.kickoff);
    await follow(reader, room.bob);
    const own = await room.aStoryBy(reader);
    const followed = await room.aStoryBy(room.bob);
    const others = [await room.aStoryBy(carol), await room.aStoryBy(room.alice)];

    const order = [followed, own, ...others.toReversed()].map(({ _id }) => _id);
    expect(idsOf(await room.listed(reader))).toEqual(order);
  });

  it('is walked by the Link header over both parts, nothing twice and nothing left out', async () => {
    const reader = await aFan(room.kickoff);
    const authors = await manyFans(room.kickoff, 6);
    await manyFollows(
      room.kickoff,
      authors.slice(0, 3).map((of) => ({ by: new Types.ObjectId(reader.id), of })),
    );
    await room.manyStories([...authors, ...authors]);
    const all = idsOf(await room.listed(reader));

    const walked = await everyPage(room.kickoff, reader, `${STORIES}?limit=5`);

    expect(all).toHaveLength(12);
    expect(idsOf(z.array(z.array(Story)).parse(walked).flat())).toEqual(all);
  });

  it.each([100, 101, 102])(
    'reaches the story after the hundredth where %d of them are of followed fans',
    async (near) => {
      const reader = await aFan(room.kickoff);
      const [followed = new Types.ObjectId(), stranger = followed] = await manyFans(
        room.kickoff,
        2,
      );
      await manyFollows(room.kickoff, [{ by: new Types.ObjectId(reader.id), of: followed }]);
      const all = await room.manyStories([
        stranger,
        ...Array.from({ length: near }, () => followed),
      ]);

      const walked = await everyPage(room.kickoff, reader, `${STORIES}?limit=100`);

      const pages = z.array(z.array(Story)).parse(walked);
      expect(idsOf(pages.flat())).toEqual([...all.slice(1).reverse(), ...all.slice(0, 1)]);
      expect(pages).toHaveLength(2);
    },
  );

  it('answers at most 200 to a client that knows no paging, and says where it goes on', async () => {
    const [author] = await manyFans(room.kickoff, 1);
    await room.manyStories(Array.from({ length: 205 }, () => author ?? new Types.ObjectId()));

    const answer = await as(room.kickoff, room.alice).get(STORIES);

    expect(answer.body).toHaveLength(200);
    expect(answer.headers['link']).toMatch(/rel="next"/);
  });

  it('knows the stories of every one of many followed fans', async () => {
    const reader = await aFan(room.kickoff);
    const authors = await manyFans(room.kickoff, 400);
    const by = new Types.ObjectId(reader.id);
    await manyFollows(
      room.kickoff,
      authors.map((of) => ({ by, of })),
    );
    const strangers = await manyFans(room.kickoff, 1);
    const [oldest] = await room.manyStories([
      ...authors.slice(0, 1),
      ...strangers,
      ...authors.slice(399),
    ]);

    const [newest, second] = await room.listed(reader, '?limit=2');

    expect(newest?.user._id).toBe(authors.at(-1)?.toString());
    expect(second?._id).toBe(oldest);
  });

  it.each(['block', 'mute'])('has nothing of whom I %s', async (what) => {
    const reader = await aFan(room.kickoff);
    await room.aStoryBy(room.bob);
    await as(room.kickoff, reader).post(`/api/user/${what}/${room.bob.id}`).expect(204);

    expect(await room.listed(reader)).toEqual([]);
  });

  it('has nothing of who blocks me', async () => {
    const reader = await aFan(room.kickoff);
    const story = await room.aStoryBy(room.bob);
    await as(room.kickoff, room.bob).post(`/api/user/block/${reader.id}`).expect(204);

    expect(await room.listed(reader)).toEqual([]);
    expect((await room.see(reader, story)).status).toBe(404);
  });

  it.each(['limit=0', 'limit=101', 'limit=1&limit=2', 'cursor=n', 'cursor=oabc', 'cursor='])(
    'refuses ?%s with 400',
    async (query) => {
      expect((await as(room.kickoff, room.alice).get(`${STORIES}?${query}`)).status).toBe(400);
    },
  );

  it('refuses a cursor whose part was exchanged', async () => {
    await room.aStoryBy(room.alice);
    await room.aStoryBy(room.alice);
    const answer = await as(room.kickoff, room.alice).get(`${STORIES}?limit=1`);
    const cursor = /cursor=([^&>]+)/.exec(answer.headers['link'] ?? '')?.[1] ?? '';

    expect(cursor).toMatch(/^n/);
    expect((await as(room.kickoff, room.alice).get(`${STORIES}?cursor=${cursor}`)).status).toBe(
      200,
    );
    const exchanged = cursor.replace('n', 'o');
    expect((await as(room.kickoff, room.alice).get(`${STORIES}?cursor=${exchanged}`)).status).toBe(
      400,
    );
  });

  describe('what it costs the database', () => {
    /** What the database examined for one list, without what every call asks. */
    const costs = async (reader: Caller) => {
      const db = room.kickoff.connection.getClient().db(room.kickoff.connection.name);
      await room.listed(reader, '?limit=20');
      await db.command({ profile: 0 });
      await db.collection('system.profile').drop();
      await db.command({ profile: 2 });
      await room.listed(reader, '?limit=20');
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

    it('is the same with two thousand stories that are over and two thousand more that live', async () => {
      const reader = await aFan(room.kickoff);
      const [followed, ...others] = await manyFans(room.kickoff, 40);
      const of = followed ?? new Types.ObjectId();
      await manyFollows(room.kickoff, [{ by: new Types.ObjectId(reader.id), of }]);
      const all = Array.from({ length: 2000 }, (_, at) => others[at % others.length] ?? of);
      await room.manyStories([...all.slice(0, 100), of, of]);
      const few = await costs(reader);

      await room.manyStories(all, 3 * DAY_MS);
      await room.manyStories([...all, of], 3 * DAY_MS);
      await room.manyStories(all, 20 * 60 * 60_000);
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
