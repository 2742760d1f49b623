import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FanSummary, Story } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { StoriesRepository } from '../src/stories/stories.repository.js';
import { aFan, as, asVisitor } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { aWebm } from './support/films.js';
import { aPicture } from './support/pictures.js';
import { filesOnDisk } from './support/stored-files.js';
import { STORIES } from './support/stories.js';
import { idsOf, StoryFixture } from './support/story-fixture.js';

const NOBODY = '0123456789abcdef01234567';
const DAY_MS = 24 * 60 * 60_000;

describe('stories', () => {
  let fixture: StoryFixture;
  let picture: Buffer;

  beforeAll(async () => {
    fixture = await StoryFixture.open();
    picture = await aPicture(9, 16);
  });
  beforeEach(() => fixture.begin());
  afterAll(() => fixture.kickoff.stop());

  describe('POST /api/st/stories', () => {
    it.each([
      ['image', () => picture, 'image/webp'],
      ['video', aWebm, 'video/webm'],
    ] as const)(
      'returns the %s as a story that expires after 24 hours',
      async (mediaType, file, type) => {
        const answer = await fixture.send(fixture.alice, { mediaType, alt: 'Our end' }, file());

        expect(answer.status).toBe(201);
        const story = Story.parse(answer.body);
        expect(story).toMatchObject({
          user: { _id: fixture.alice.id, username: fixture.alice.username, profilePicture: '' },
          mediaType,
          alt: 'Our end',
          seen: false,
        });
        expect(Date.parse(story.expiresAt) - Date.parse(story.createdAt)).toBe(DAY_MS);
        expect((await fixture.file(story.media)).headers['content-type']).toBe(type);
        expect(await fixture.listed(fixture.alice)).toEqual([story]);
      },
    );

    it.each([
      ['no file', 400, { mediaType: 'image' }, undefined],
      ['no mediaType', 400, {}, 'picture'],
      ['an unknown mediaType', 400, { mediaType: 'audio' }, 'picture'],
      ['an operator for a mediaType', 400, { 'mediaType[$ne]': 'audio' }, 'picture'],
      ['a video sent as an image', 415, { mediaType: 'image' }, 'film'],
      ['a picture sent as a video', 415, { mediaType: 'video' }, 'picture'],
      ['bytes of another file type', 415, { mediaType: 'image' }, 'words'],
      [
        'a description that is too long',
        400,
        { mediaType: 'image', alt: 'x'.repeat(1001) },
        'picture',
      ],
    ] as const)('refuses %s with %i and stores nothing', async (_what, status, fields, what) => {
      const files = { picture, film: aWebm(), words: Buffer.from('%PDF-1.7 words') };
      const before = await filesOnDisk(fixture.kickoff);

      const answer = await fixture.send(fixture.alice, fields, what && files[what]);

      expect(answer.status).toBe(status);
      expect(await filesOnDisk(fixture.kickoff)).toEqual(before);
      expect(await fixture.rows('stories')).toBe(0);
    });

    it('refuses a file in another field than media', async () => {
      const answer = await as(fixture.kickoff, fixture.alice)
        .post(STORIES)
        .field('mediaType', 'image')
        .attach('image', picture, 'a.png');

      expect(answer.status).toBe(400);
    });

    it('stores one story for repeated requests with one idempotency key, and refuses another file with 409', async () => {
      const key = 'one-story-key';
      const call = (file: Buffer) =>
        fixture.send(fixture.alice, { mediaType: 'image' }, file).set('Idempotency-Key', key);

      const [first, second] = await Promise.all([call(picture), call(picture)]);

      expect(first.status).toBe(201);
      expect(second.body).toEqual(first.body);
      expect(await fixture.listed(fixture.alice)).toHaveLength(1);
      expect((await call(await aPicture(16, 9))).status).toBe(409);
    });

    it('accepts the session cookie from a page of the same origin, but not from another site', async () => {
      const call = (site: string) =>
        asVisitor(fixture.kickoff)
          .post(STORIES)
          .set('Cookie', `kickoff_session=${fixture.alice.token}`)
          .set('Sec-Fetch-Site', site)
          .field('mediaType', 'image')
          .attach('media', picture, 'a.png');

      expect((await call('cross-site')).status).toBe(403);
      expect((await call('same-origin')).status).toBe(201);
      const list = asVisitor(fixture.kickoff).get(STORIES);
      expect(
        (await list.set('Cookie', `kickoff_session=${fixture.alice.token}`)).body,
      ).toHaveLength(1);
    });
  });

  describe('views of a story', () => {
    it('records a view once when it is sent repeatedly', async () => {
      const story = await fixture.aStoryBy(fixture.alice);

      const answers = await Promise.all(
        Array.from({ length: 5 }, () => fixture.see(fixture.bob, story)),
      );

      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
      expect(await fixture.listed(fixture.bob)).toMatchObject([{ seen: true }]);
      expect(await fixture.listed(fixture.alice)).toMatchObject([{ seen: false }]);
      expect((await fixture.viewersOf(fixture.alice, story)).body).toHaveLength(1);
    });

    it('lists viewers to the author newest first, page by page, without the author', async () => {
      const carol = await aFan(fixture.kickoff);
      const story = await fixture.aStoryBy(fixture.alice);
      for (const fan of [fixture.alice, fixture.bob, carol])
        await fixture.see(fan, story).expect(204);

      const pages = await everyPage(
        fixture.kickoff,
        fixture.alice,
        `${STORIES}/${story._id}/viewers?limit=1`,
      );

      const seenBy = z.array(z.array(FanSummary)).parse(pages).flat();
      expect(idsOf(seenBy)).toEqual([carol.id, fixture.bob.id]);
      expect(await fixture.listed(fixture.alice)).toMatchObject([{ seen: true }]);
    });

    it('answers 403 to everyone but the author', async () => {
      const story = await fixture.aStoryBy(fixture.alice);

      expect((await fixture.viewersOf(fixture.bob, story)).status).toBe(403);
    });

    it('omits a fan that the author blocks', async () => {
      const author = await aFan(fixture.kickoff);
      const story = await fixture.aStoryBy(author);
      await fixture.see(fixture.bob, story).expect(204);
      await as(fixture.kickoff, author).post(`/api/user/block/${fixture.bob.id}`).expect(204);

      expect((await fixture.viewersOf(author, story)).body).toEqual([]);
    });

    it.each([NOBODY, 'not-an-id', '0'.repeat(23)])(
      'view, viewers and deletion answer 404 for the unknown id %s',
      async (id) => {
        expect((await fixture.see(fixture.alice, { _id: id })).status).toBe(404);
        expect((await fixture.viewersOf(fixture.alice, { _id: id })).status).toBe(404);
        expect((await fixture.remove(fixture.alice, { _id: id })).status).toBe(404);
      },
    );
  });

  describe('DELETE /api/st/stories/:id', () => {
    it('deletes the row, the file and the views', async () => {
      const story = await fixture.aStoryBy(fixture.alice);
      await fixture.see(fixture.bob, story).expect(204);

      expect((await fixture.remove(fixture.alice, story)).status).toBe(204);

      expect(await fixture.listed(fixture.bob)).toEqual([]);
      expect((await fixture.file(story.media)).status).toBe(404);
      expect([await fixture.rows('stories'), await fixture.rows('story_views')]).toEqual([0, 0]);
      expect(await fixture.rows('media_files', { _id: story.media })).toBe(0);
      expect((await fixture.remove(fixture.alice, story)).status).toBe(404);
      expect((await fixture.see(fixture.bob, story)).status).toBe(404);
    });

    it('refuses to delete the story of another fan', async () => {
      const story = await fixture.aStoryBy(fixture.alice);

      expect((await fixture.remove(fixture.bob, story)).status).toBe(403);
      expect(idsOf(await fixture.listed(fixture.bob))).toEqual([story._id]);
    });

    it('deletes a story once when several requests arrive concurrently', async () => {
      const story = await fixture.aStoryBy(fixture.alice);

      const answers = await Promise.all(
        Array.from({ length: 4 }, () => fixture.remove(fixture.alice, story)),
      );

      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
    });

    it("deletes a story once when the second request's clock is behind", async () => {
      const story = await fixture.aStoryBy(fixture.alice);
      const repository = fixture.kickoff.app.get(StoriesRepository, { strict: false });

      const first = await repository.end(story._id);
      fixture.kickoff.clock.advance(-1_000);
      const second = await repository.end(story._id);
      fixture.kickoff.clock.advance(1_000);

      expect([first?._id.toString(), second]).toEqual([story._id, null]);
    });

    it('leaves no views that are recorded concurrently or later', async () => {
      const story = await fixture.aStoryBy(fixture.alice);
      const fans = await Promise.all(Array.from({ length: 3 }, () => aFan(fixture.kickoff)));

      const seen = fans.map((fan) => fixture.see(fan, story));
      const [removed, ...answers] = await Promise.all([
        fixture.remove(fixture.alice, story),
        ...seen,
      ]);

      expect(removed.status).toBe(204);
      expect(answers.every(({ status }) => status === 204 || status === 404)).toBe(true);
      // As if another view had been accepted before the deletion and is written only now.
      await fixture.kickoff.connection.collection('story_views').insertOne({
        storyId: new Types.ObjectId(story._id),
        viewerId: new Types.ObjectId(fixture.bob.id),
        at: fixture.kickoff.clock.now(),
        expiresAt: new Date(story.expiresAt),
      });
      fixture.kickoff.clock.advance(DAY_MS);
      await fixture.sweep();
      expect(await fixture.rows('story_views')).toBe(0);
    });
  });
});
