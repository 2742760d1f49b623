import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FanSummary, Story } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { StorySweep } from '../src/stories/story-sweep.js';
import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { filesOnDisk } from './support/stored-files.js';
import {
  aStoryBy,
  forgetStories,
  listedStories,
  removeStory,
  seeStory,
  sendStory,
  STORIES,
  storyFile,
  viewersOf,
} from './support/stories.js';
import { aFilm, aPicture } from './support/story-files.js';

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
  beforeEach(() => forgetStories(kickoff));

  const idsOf = (stories: readonly { _id: string }[]) => stories.map(({ _id }) => _id);
  const rows = (collection: string, filter = {}) =>
    kickoff.connection.collection(collection).countDocuments(filter);
  const sweep = () => kickoff.app.get(StorySweep, { strict: false }).sweep();

  describe('adding one', () => {
    it.each([
      ['image', () => picture, 'image/webp'],
      ['video', aFilm, 'video/webm'],
    ] as const)('answers with the %s as a story of 24 hours', async (mediaType, file, type) => {
      const answer = await sendStory(kickoff, alice, { mediaType, alt: 'Our end' }, file());

      expect(answer.status).toBe(201);
      const story = Story.parse(answer.body);
      expect(story).toMatchObject({
        user: { _id: alice.id, username: alice.username, profilePicture: '' },
        mediaType,
        alt: 'Our end',
        seen: false,
      });
      expect(Date.parse(story.expiresAt) - Date.parse(story.createdAt)).toBe(DAY_MS);
      expect((await storyFile(kickoff, story.media)).headers['content-type']).toBe(type);
      expect(await listedStories(kickoff, alice)).toEqual([story]);
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
      const before = await filesOnDisk(kickoff);

      const answer = await sendStory(kickoff, alice, fields, what && files[what]);

      expect(answer.status).toBe(status);
      expect(await filesOnDisk(kickoff)).toEqual(before);
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
        sendStory(kickoff, alice, { mediaType: 'image' }, file).set('Idempotency-Key', key);

      const [first, second] = await Promise.all([call(picture), call(picture)]);

      expect(first.status).toBe(201);
      expect(second.body).toEqual(first.body);
      expect(await listedStories(kickoff, alice)).toHaveLength(1);
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

  describe('seeing one', () => {
    it('is remembered once however often it is told, and for this fan alone', async () => {
      const story = await aStoryBy(kickoff, alice);

      const answers = await Promise.all(
        Array.from({ length: 5 }, () => seeStory(kickoff, bob, story)),
      );

      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
      expect(await listedStories(kickoff, bob)).toMatchObject([{ seen: true }]);
      expect(await listedStories(kickoff, alice)).toMatchObject([{ seen: false }]);
      expect((await viewersOf(kickoff, alice, story)).body).toHaveLength(1);
    });

    it('tells the author who it was, newest first and page by page, but not of oneself', async () => {
      const carol = await aFan(kickoff);
      const story = await aStoryBy(kickoff, alice);
      for (const fan of [alice, bob, carol]) await seeStory(kickoff, fan, story).expect(204);

      const pages = await everyPage(kickoff, alice, `${STORIES}/${story._id}/viewers?limit=1`);

      const seenBy = z.array(z.array(FanSummary)).parse(pages).flat();
      expect(idsOf(seenBy)).toEqual([carol.id, bob.id]);
      expect(await listedStories(kickoff, alice)).toMatchObject([{ seen: true }]);
    });

    it('is told to nobody else', async () => {
      const story = await aStoryBy(kickoff, alice);

      expect((await viewersOf(kickoff, bob, story)).status).toBe(403);
    });

    it('is not told of a fan whom the author keeps away', async () => {
      const author = await aFan(kickoff);
      const story = await aStoryBy(kickoff, author);
      await seeStory(kickoff, bob, story).expect(204);
      await as(kickoff, author).post(`/api/user/block/${bob.id}`).expect(204);

      expect((await viewersOf(kickoff, author, story)).body).toEqual([]);
    });

    it.each([NOBODY, 'not-an-id', '0'.repeat(23)])('answers 404 for %s', async (id) => {
      expect((await seeStory(kickoff, alice, { _id: id })).status).toBe(404);
      expect((await viewersOf(kickoff, alice, { _id: id })).status).toBe(404);
      expect((await removeStory(kickoff, alice, { _id: id })).status).toBe(404);
    });
  });

  describe('deleting one', () => {
    it('takes row, file and views away', async () => {
      const story = await aStoryBy(kickoff, alice);
      await seeStory(kickoff, bob, story).expect(204);

      expect((await removeStory(kickoff, alice, story)).status).toBe(204);

      expect(await listedStories(kickoff, bob)).toEqual([]);
      expect((await storyFile(kickoff, story.media)).status).toBe(404);
      expect([await rows('stories'), await rows('story_views')]).toEqual([0, 0]);
      expect(await rows('media_files', { _id: story.media })).toBe(0);
      expect((await removeStory(kickoff, alice, story)).status).toBe(404);
      expect((await seeStory(kickoff, bob, story)).status).toBe(404);
    });

    it("refuses another fan's", async () => {
      const story = await aStoryBy(kickoff, alice);

      expect((await removeStory(kickoff, bob, story)).status).toBe(403);
      expect(idsOf(await listedStories(kickoff, bob))).toEqual([story._id]);
    });

    it('happens once when it is asked for by several at once', async () => {
      const story = await aStoryBy(kickoff, alice);

      const answers = await Promise.all(
        Array.from({ length: 4 }, () => removeStory(kickoff, alice, story)),
      );

      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
    });

    it('leaves nothing behind of views that are told at the same moment', async () => {
      const story = await aStoryBy(kickoff, alice);
      const fans = await Promise.all(Array.from({ length: 3 }, () => aFan(kickoff)));

      const seen = fans.map((fan) => seeStory(kickoff, fan, story));
      const [gone, ...answers] = await Promise.all([removeStory(kickoff, alice, story), ...seen]);

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
});
