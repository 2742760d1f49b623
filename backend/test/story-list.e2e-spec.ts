import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Story } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { aFan, as, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans, manyFollows } from './support/many-fans.js';
import {
  aStoryBy,
  forgetStories,
  listedStories,
  manyStories,
  seeStory,
  STORIES,
} from './support/stories.js';

const DAY_MS = 24 * 60 * 60_000;

describe('the list of stories', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let bob: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    alice = await aFan(kickoff);
    bob = await aFan(kickoff);
  });
  afterAll(() => kickoff.stop());
  beforeEach(() => forgetStories(kickoff));

  const idsOf = (stories: readonly { _id: string }[]) => stories.map(({ _id }) => _id);
  const follow = (by: Caller, whom: Caller) =>
    as(kickoff, by).post(`/api/user/follow/${whom.id}`).expect(200);

  it("shows own and followed fans' stories first, then the newest of the others", async () => {
    const reader = await aFan(kickoff);
    const carol = await aFan(kickoff);
    await follow(reader, bob);
    const own = await aStoryBy(kickoff, reader);
    const followed = await aStoryBy(kickoff, bob);
    const others = [await aStoryBy(kickoff, carol), await aStoryBy(kickoff, alice)];

    const order = [followed, own, ...others.toReversed()].map(({ _id }) => _id);
    expect(idsOf(await listedStories(kickoff, reader))).toEqual(order);
  });

  it('is walked by the Link header over both parts, nothing twice and nothing left out', async () => {
    const reader = await aFan(kickoff);
    const authors = await manyFans(kickoff, 6);
    await manyFollows(
      kickoff,
      authors.slice(0, 3).map((of) => ({ by: new Types.ObjectId(reader.id), of })),
    );
    await manyStories(kickoff, [...authors, ...authors]);
    const all = idsOf(await listedStories(kickoff, reader));

    const walked = await everyPage(kickoff, reader, `${STORIES}?limit=5`);

    expect(all).toHaveLength(12);
    expect(idsOf(z.array(z.array(Story)).parse(walked).flat())).toEqual(all);
  });

  it('answers at most 200 to a client that knows no paging, and says where it goes on', async () => {
    const [author] = await manyFans(kickoff, 1);
    await manyStories(
      kickoff,
      Array.from({ length: 205 }, () => author ?? new Types.ObjectId()),
    );

    const answer = await as(kickoff, alice).get(STORIES);

    expect(answer.body).toHaveLength(200);
    expect(answer.headers['link']).toMatch(/rel="next"/);
  });

  it('knows the stories of every one of many followed fans', async () => {
    const reader = await aFan(kickoff);
    const authors = await manyFans(kickoff, 400);
    const by = new Types.ObjectId(reader.id);
    await manyFollows(
      kickoff,
      authors.map((of) => ({ by, of })),
    );
    const strangers = await manyFans(kickoff, 1);
    const [oldest] = await manyStories(kickoff, [
      ...authors.slice(0, 1),
      ...strangers,
      ...authors.slice(399),
    ]);

    const [newest, second] = await listedStories(kickoff, reader, '?limit=2');

    expect(newest?.user._id).toBe(authors.at(-1)?.toString());
    expect(second?._id).toBe(oldest);
  });

  it.each(['block', 'mute'])('has nothing of whom I %s', async (what) => {
    const reader = await aFan(kickoff);
    await aStoryBy(kickoff, bob);
    await as(kickoff, reader).post(`/api/user/${what}/${bob.id}`).expect(204);

    expect(await listedStories(kickoff, reader)).toEqual([]);
  });

  it('has nothing of who blocks me', async () => {
    const reader = await aFan(kickoff);
    const story = await aStoryBy(kickoff, bob);
    await as(kickoff, bob).post(`/api/user/block/${reader.id}`).expect(204);

    expect(await listedStories(kickoff, reader)).toEqual([]);
    expect((await seeStory(kickoff, reader, story)).status).toBe(404);
  });

  it.each(['limit=0', 'limit=101', 'limit=1&limit=2', 'cursor=n', 'cursor=oabc', 'cursor='])(
    'refuses ?%s with 400',
    async (query) => {
      expect((await as(kickoff, alice).get(`${STORIES}?${query}`)).status).toBe(400);
    },
  );

  it('refuses a cursor whose part was exchanged', async () => {
    await aStoryBy(kickoff, alice);
    await aStoryBy(kickoff, alice);
    const answer = await as(kickoff, alice).get(`${STORIES}?limit=1`);
    const cursor = /cursor=([^&>]+)/.exec(answer.headers['link'] ?? '')?.[1] ?? '';

    expect(cursor).toMatch(/^n/);
    expect((await as(kickoff, alice).get(`${STORIES}?cursor=${cursor}`)).status).toBe(200);
    const exchanged = cursor.replace('n', 'o');
    expect((await as(kickoff, alice).get(`${STORIES}?cursor=${exchanged}`)).status).toBe(400);
  });

  describe('what it costs the database', () => {
    /** What the database examined for one list, without what every call asks. */
    const costs = async (reader: Caller) => {
      const db = kickoff.connection.getClient().db(kickoff.connection.name);
      await listedStories(kickoff, reader, '?limit=20');
      await db.command({ profile: 0 });
      await db.collection('system.profile').drop();
      await db.command({ profile: 2 });
      await listedStories(kickoff, reader, '?limit=20');
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
      const reader = await aFan(kickoff);
      const [followed, ...others] = await manyFans(kickoff, 40);
      const of = followed ?? new Types.ObjectId();
      await manyFollows(kickoff, [{ by: new Types.ObjectId(reader.id), of }]);
      const all = Array.from({ length: 2000 }, (_, at) => others[at % others.length] ?? of);
      await manyStories(kickoff, [...all.slice(0, 100), of, of]);
      const few = await costs(reader);

      await manyStories(kickoff, all, 3 * DAY_MS);
      await manyStories(kickoff, [...all, of], 3 * DAY_MS);
      await manyStories(kickoff, all, 20 * 60 * 60_000);
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
