import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FanSummary, Story } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { StoriesService } from '../src/stories/stories.service.js';
import { StorySweep } from '../src/stories/story-sweep.js';
import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans, manyFollows } from './support/many-fans.js';
import { aFilm, aPicture } from './support/story-files.js';

const STORIES = '/api/st/stories';
const NOBODY = '0123456789abcdef01234567';
const DAY_MS = 24 * 60 * 60_000;

describe('stories', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let bob: Caller;
  let picture: Buffer;

  beforeAll(async () => {
    kickoff = await startKickOff();
    picture = await aPicture();
    alice = await aFan(kickoff);
    bob = await aFan(kickoff);
  });
  afterAll(() => kickoff.stop());
  beforeEach(async () => {
    await kickoff.connection.collection('stories').deleteMany({});
    await kickoff.connection.collection('story_views').deleteMany({});
  });

  const send = (by: Caller, fields: Record<string, string>, file?: Buffer) => {
    const call = as(kickoff, by).post(STORIES);
    for (const [name, value] of Object.entries(fields)) void call.field(name, value);
    return file ? call.attach('media', file, 'phone.bin') : call;
  };
  const aStory = async (by: Caller): Promise<Story> => {
    const answer = await send(by, { mediaType: 'image' }, picture);
    expect(answer.status).toBe(201);
    return Story.parse(answer.body);
  };
  const follow = (by: Caller, whom: Caller) =>
    as(kickoff, by).post(`/api/user/follow/${whom.id}`).expect(200);
  const listed = async (by: Caller, query = '') =>
    z.array(Story).parse((await as(kickoff, by).get(`${STORIES}${query}`).expect(200)).body);
  const idsOf = (stories: readonly { _id: string }[]) => stories.map(({ _id }) => _id);
  const see = (by: Caller, { _id }: { _id: string }) =>
    as(kickoff, by).post(`${STORIES}/${_id}/seen`);
  const viewers = (by: Caller, { _id }: { _id: string }, query = '') =>
    as(kickoff, by).get(`${STORIES}/${_id}/viewers${query}`);
  const remove = (by: Caller, { _id }: { _id: string }) =>
    as(kickoff, by).delete(`${STORIES}/${_id}`);
  const fetchFile = (media: string) => asVisitor(kickoff).get(`/api/uploads/stories/${media}`);
  const filesOnDisk = async () => {
    const folder = join(kickoff.surroundings.settings.dataFolder, 'uploads', 'stories');
    return readdir(folder, { recursive: true }).catch(() => []);
  };
  const rows = (collection: string, filter = {}) =>
    kickoff.connection.collection(collection).countDocuments(filter);
  const sweep = () => kickoff.app.get(StorySweep, { strict: false }).sweep();
  const service = () => kickoff.app.get(StoriesService, { strict: false });
  /** Puts stories into the database without files, the first the oldest; each a second newer. */
  const manyStories = async (
    authors: readonly Types.ObjectId[],
    ageMs = 60 * 60_000,
  ): Promise<string[]> => {
    const start = kickoff.clock.now().getTime() - ageMs;
    const stories = authors.map((authorId, at) => ({
      _id: new Types.ObjectId(),
      authorId,
      media: `${new Types.ObjectId().toString()}.webp`,
      mediaType: 'image',
      alt: '',
      createdAt: new Date(start + at * 1000),
      expiresAt: new Date(start + at * 1000 + DAY_MS),
    }));
    if (stories.length > 0) await kickoff.connection.collection('stories').insertMany(stories);
    return stories.map(({ _id }) => _id.toString());
  };

  describe('adding one', () => {
    it.each([
      ['image', () => picture, 'image/webp'],
      ['video', aFilm, 'video/webm'],
    ] as const)('answers with the %s as a story of 24 hours', async (mediaType, file, type) => {
      const answer = await send(alice, { mediaType, alt: 'Our end' }, file());

      expect(answer.status).toBe(201);
      const story = Story.parse(answer.body);
      expect(story).toMatchObject({
        user: { _id: alice.id, username: alice.username, profilePicture: '' },
        mediaType,
        alt: 'Our end',
        seen: false,
      });
      expect(Date.parse(story.expiresAt) - Date.parse(story.createdAt)).toBe(DAY_MS);
      expect((await fetchFile(story.media)).headers['content-type']).toBe(type);
      expect(await listed(alice)).toEqual([story]);
    });

    it.each([
      ['no file', 400, { mediaType: 'image' }, undefined],
      ['no mediaType', 400, {}, 'picture'],
      ['a mediaType of another word', 400, { mediaType: 'audio' }, 'picture'],
      ['an operator for a mediaType', 400, { 'mediaType[$ne]': 'audio' }, 'picture'],
      ['a film that is called an image', 415, { mediaType: 'image' }, 'film'],
      ['a picture that is called a video', 415, { mediaType: 'video' }, 'picture'],
      ['bytes that are neither', 415, { mediaType: 'image' }, 'words'],
      [
        'a description that is too long',
        400,
        { mediaType: 'image', alt: 'x'.repeat(1001) },
        'picture',
      ],
    ] as const)('refuses %s with %i and leaves nothing', async (_what, status, fields, what) => {
      const files = { picture, film: aFilm(), words: Buffer.from('%PDF-1.7 words') };
      const before = await filesOnDisk();

      const answer = await send(alice, fields, what && files[what]);

      expect(answer.status).toBe(status);
      expect(await filesOnDisk()).toEqual(before);
      expect(await rows('stories')).toBe(0);
    });

    it('refuses a file in a field that is not its own', async () => {
      const answer = await as(kickoff, alice)
        .post(STORIES)
        .field('mediaType', 'image')
        .attach('image', picture, 'a.png');

      expect(answer.status).toBe(400);
    });

    it('stores once what is sent twice under one key, and refuses the key for another file', async () => {
      const key = 'one-story-key';
      const call = (file: Buffer) =>
        send(alice, { mediaType: 'image' }, file).set('Idempotency-Key', key);

      const [first, second] = await Promise.all([call(picture), call(picture)]);

      expect(first.status).toBe(201);
      expect(second.body).toEqual(first.body);
      expect(await listed(alice)).toHaveLength(1);
      expect((await call(await aPicture('red'))).status).toBe(409);
    });

    it('accepts the cookie alone from our own pages, and from no other', async () => {
      const call = (site: string) =>
        asVisitor(kickoff)
          .post(STORIES)
          .set('Cookie', `kickoff_session=${alice.token}`)
          .set('Sec-Fetch-Site', site)
          .field('mediaType', 'image')
          .attach('media', picture, 'a.png');

      expect((await call('cross-site')).status).toBe(403);
      expect((await call('same-origin')).status).toBe(201);
      const list = asVisitor(kickoff).get(STORIES);
      expect((await list.set('Cookie', `kickoff_session=${alice.token}`)).body).toHaveLength(1);
    });
  });

  describe('the list', () => {
    it("shows own and followed fans' stories first, then the newest of the others", async () => {
      const reader = await aFan(kickoff);
      const carol = await aFan(kickoff);
      await follow(reader, bob);
      const own = await aStory(reader);
      const followed = await aStory(bob);
      const others = [await aStory(carol), await aStory(alice)];

      const order = [followed, own, ...others.toReversed()].map(({ _id }) => _id);
      expect(idsOf(await listed(reader))).toEqual(order);
    });

    it('is walked by the Link header over both parts, nothing twice and nothing left out', async () => {
      const reader = await aFan(kickoff);
      const authors = await manyFans(kickoff, 6);
      await manyFollows(
        kickoff,
        authors.slice(0, 3).map((of) => ({ by: new Types.ObjectId(reader.id), of })),
      );
      await manyStories([...authors, ...authors]);
      const all = idsOf(await listed(reader));

      const walked = await everyPage(kickoff, reader, `${STORIES}?limit=5`);

      expect(all).toHaveLength(12);
      expect(idsOf(z.array(z.array(Story)).parse(walked).flat())).toEqual(all);
    });

    it('answers at most 200 to a client that knows no paging, and says where it goes on', async () => {
      const [author] = await manyFans(kickoff, 1);
      await manyStories(Array.from({ length: 205 }, () => author ?? new Types.ObjectId()));

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
      const [oldest] = await manyStories([
        ...authors.slice(0, 1),
        ...strangers,
        ...authors.slice(399),
      ]);

      const [newest, second] = await listed(reader, '?limit=2');

      expect(newest?.user._id).toBe(authors.at(-1)?.toString());
      expect(second?._id).toBe(oldest);
    });

    it.each(['block', 'mute'])('has nothing of whom I %s', async (what) => {
      const reader = await aFan(kickoff);
      await aStory(bob);
      await as(kickoff, reader).post(`/api/user/${what}/${bob.id}`).expect(204);

      expect(await listed(reader)).toEqual([]);
    });

    it('has nothing of who blocks me', async () => {
      const reader = await aFan(kickoff);
      const story = await aStory(bob);
      await as(kickoff, bob).post(`/api/user/block/${reader.id}`).expect(204);

      expect(await listed(reader)).toEqual([]);
      expect((await see(reader, story)).status).toBe(404);
    });

    it.each(['limit=0', 'limit=101', 'limit=1&limit=2', 'cursor=n', 'cursor=oabc', 'cursor='])(
      'refuses ?%s with 400',
      async (query) => {
        expect((await as(kickoff, alice).get(`${STORIES}?${query}`)).status).toBe(400);
      },
    );

    it('refuses a cursor whose part was exchanged', async () => {
      await aStory(alice);
      await aStory(alice);
      const answer = await as(kickoff, alice).get(`${STORIES}?limit=1`);
      const cursor = /cursor=([^&>]+)/.exec(answer.headers['link'] ?? '')?.[1] ?? '';

      expect(cursor).toMatch(/^n/);
      expect((await as(kickoff, alice).get(`${STORIES}?cursor=${cursor}`)).status).toBe(200);
      const exchanged = cursor.replace('n', 'o');
      expect((await as(kickoff, alice).get(`${STORIES}?cursor=${exchanged}`)).status).toBe(400);
    });
  });

  describe('seeing one', () => {
    it('is remembered once however often it is told, and for this fan alone', async () => {
      const story = await aStory(alice);

      const answers = await Promise.all(Array.from({ length: 5 }, () => see(bob, story)));

      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
      expect(await listed(bob)).toMatchObject([{ seen: true }]);
      expect(await listed(alice)).toMatchObject([{ seen: false }]);
      expect((await viewers(alice, story)).body).toHaveLength(1);
    });

    it('tells the author who it was, newest first and page by page, but not of oneself', async () => {
      const carol = await aFan(kickoff);
      const story = await aStory(alice);
      for (const fan of [alice, bob, carol]) await see(fan, story).expect(204);

      const pages = await everyPage(kickoff, alice, `${STORIES}/${story._id}/viewers?limit=1`);

      const seenBy = z.array(z.array(FanSummary)).parse(pages).flat();
      expect(idsOf(seenBy)).toEqual([carol.id, bob.id]);
      expect(await listed(alice)).toMatchObject([{ seen: true }]);
    });

    it('is told to nobody else', async () => {
      const story = await aStory(alice);

      expect((await viewers(bob, story)).status).toBe(403);
    });

    it('is not told of a fan whom the author keeps away', async () => {
      const author = await aFan(kickoff);
      const story = await aStory(author);
      await see(bob, story).expect(204);
      await as(kickoff, author).post(`/api/user/block/${bob.id}`).expect(204);

      expect((await viewers(author, story)).body).toEqual([]);
    });

    it.each([NOBODY, 'not-an-id', '0'.repeat(23)])('answers 404 for %s', async (id) => {
      expect((await see(alice, { _id: id })).status).toBe(404);
      expect((await viewers(alice, { _id: id })).status).toBe(404);
      expect((await remove(alice, { _id: id })).status).toBe(404);
    });
  });

  describe('deleting one', () => {
    it('takes row, file and views away', async () => {
      const story = await aStory(alice);
      await see(bob, story).expect(204);

      expect((await remove(alice, story)).status).toBe(204);

      expect(await listed(bob)).toEqual([]);
      expect((await fetchFile(story.media)).status).toBe(404);
      expect([await rows('stories'), await rows('story_views')]).toEqual([0, 0]);
      expect(await rows('media_files', { _id: story.media })).toBe(0);
      expect((await remove(alice, story)).status).toBe(404);
      expect((await see(bob, story)).status).toBe(404);
    });

    it("refuses another fan's", async () => {
      const story = await aStory(alice);

      expect((await remove(bob, story)).status).toBe(403);
      expect(idsOf(await listed(bob))).toEqual([story._id]);
    });

    it('happens once when it is asked for by several at once', async () => {
      const story = await aStory(alice);

      const answers = await Promise.all(Array.from({ length: 4 }, () => remove(alice, story)));

      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
    });

    it('leaves nothing behind of views that are told at the same moment', async () => {
      const story = await aStory(alice);
      const fans = await Promise.all(Array.from({ length: 3 }, () => aFan(kickoff)));

      const seen = fans.map((fan) => see(fan, story));
      const [gone, ...answers] = await Promise.all([remove(alice, story), ...seen]);

      expect(gone.status).toBe(204);
      expect(answers.every(({ status }) => status === 204 || status === 404)).toBe(true);
      // As if one more had been found living and is written only now.
      await kickoff.connection.collection('story_views').insertOne({
        storyId: new Types.ObjectId(story._id),
        viewerId: new Types.ObjectId(bob.id),
        at: kickoff.clock.now(),
        expiresAt: new Date(story.expiresAt),
      });
      kickoff.clock.advance(DAY_MS);
      await sweep();
      expect(await rows('story_views')).toBe(0);
    });
  });

  describe('after 24 hours', () => {
    it('a story is over for everyone at once, and then row, file and views are gone', async () => {
      const story = await aStory(alice);
      await see(bob, story).expect(204);
      kickoff.clock.advance(DAY_MS - 1000);
      expect(await listed(bob)).toHaveLength(1);

      kickoff.clock.advance(1000);

      expect(await listed(bob)).toEqual([]);
      expect((await see(bob, story)).status).toBe(404);
      expect((await viewers(alice, story)).status).toBe(404);
      expect((await remove(alice, story)).status).toBe(404);
      await sweep();
      expect([await rows('stories'), await rows('story_views')]).toEqual([0, 0]);
      expect((await fetchFile(story.media)).status).toBe(404);
      expect(await rows('media_files', { _id: story.media })).toBe(0);
    });

    it('a start finishes what an earlier process left half-way', async () => {
      const story = await aStory(alice);
      await see(bob, story).expect(204);
      // As if the process had ended right after the story was over.
      await kickoff.connection
        .collection('stories')
        .updateOne({ _id: new Types.ObjectId(story._id) }, { $set: { expiresAt: new Date(0) } });

      const next = await kickoff.another();
      await next.close();

      expect([await rows('stories'), await rows('story_views')]).toEqual([0, 0]);
      expect((await fetchFile(story.media)).status).toBe(404);
    });

    it('a sweep leaves living stories and their files alone', async () => {
      const story = await aStory(alice);

      await sweep();

      expect(await listed(alice)).toEqual([story]);
      expect((await fetchFile(story.media)).status).toBe(200);
    });
  });

  describe('when a fan goes', () => {
    it("takes the fan's stories and what the fan has seen away, and nothing of others", async () => {
      const mine = await aStory(alice);
      const theirs = await aStory(bob);
      await see(alice, theirs).expect(204);
      await see(bob, mine).expect(204);
      await see(bob, theirs).expect(204);

      await service().removeAllOf(alice.id);
      await service().removeAllOf(alice.id);

      expect(idsOf(await listed(bob))).toEqual([theirs._id]);
      expect((await fetchFile(mine.media)).status).toBe(404);
      expect((await fetchFile(theirs.media)).status).toBe(200);
      expect(await rows('story_views')).toBe(1);
    });

    it('hands out all living stories of the fan, newest first', async () => {
      const ids = await manyStories(
        Array.from({ length: 150 }, () => new Types.ObjectId(alice.id)),
      );
      await aStory(bob);

      const handed: Story[] = [];
      for await (const story of service().exportOf(alice.id)) handed.push(story);

      expect(idsOf(handed)).toEqual(ids.toReversed());
    });
  });

  describe('what the list costs the database', () => {
    /** What the database examined for one list, without what every call asks. */
    const costs = async (reader: Caller) => {
      const db = kickoff.connection.getClient().db(kickoff.connection.name);
      await listed(reader, '?limit=20');
      await db.command({ profile: 0 });
      await db.collection('system.profile').drop();
      await db.command({ profile: 2 });
      await listed(reader, '?limit=20');
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
      await manyStories([...all.slice(0, 100), of, of]);
      const few = await costs(reader);

      await manyStories(all, 3 * DAY_MS);
      await manyStories([...all, of], 3 * DAY_MS);
      await manyStories(all, 20 * 60 * 60_000);
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
