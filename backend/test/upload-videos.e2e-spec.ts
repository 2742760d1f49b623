import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Post, VIDEO_MAX_BYTES } from '@kickoff/contracts';
import { z } from 'zod';

import { aFan, as } from './support/callers.js';
import { anMp4, aWebm, PLACE } from './support/films.js';
import { aPicture } from './support/pictures.js';
import { expectRefusal } from './support/refusal.js';
import { sendPost, UploadFixture } from './support/uploads.js';

describe('video uploads', () => {
  let fixture: UploadFixture;

  beforeAll(async () => {
    fixture = await UploadFixture.open();
  });
  afterAll(() => fixture.kickoff.stop());

  it.each([
    ['an MP4', anMp4(), 'mp4'],
    ['a WebM', aWebm(), 'webm'],
    ['a WebM of a recorder', aWebm({ isOpen: true }), 'webm'],
  ])('accepts %s, returns its duration and removes its metadata', async (_what, film, kind) => {
    const post = await fixture.posted({ video: film });

    expect(post.video).toMatch(new RegExp(`^[0-9a-f]{32}[.]${kind}$`));
    expect(post.videoDuration).toBe(2.5);
    const answer = await fixture.fetched(post.video);
    expect(answer.headers['content-type']).toBe(`video/${kind}`);
    const bytes = z.instanceof(Buffer).parse(answer.body);
    expect(bytes).toHaveLength(film.length);
    expect(bytes.includes(PLACE)).toBe(false);
  });

  it('accepts a video with text and a picture in one post', async () => {
    const post = await fixture.posted(
      { image: await aPicture(), video: anMp4() },
      { text: 'Goal!' },
    );

    expect([post.text, typeof post.image, typeof post.video]).toEqual([
      'Goal!',
      'string',
      'string',
    ]);
  });

  it('stores nothing when the video of a post with a valid picture is refused', async () => {
    const image = await aPicture();

    await fixture.expectNothingLeft(async () =>
      expectRefusal(await fixture.send({ image, video: Buffer.from('no film') }), 415),
    );
  });

  it.each([
    ['a picture', 415, () => aPicture()],
    ['a HEIC picture', 415, () => Promise.resolve(anMp4({ brand: 'heic', compatible: 'mif1' }))],
    ['an M4A song', 415, () => Promise.resolve(anMp4({ brand: 'M4A ' }))],
    ['an MP4 without a video track', 415, () => Promise.resolve(anMp4({ track: 'soun' }))],
    ['a Matroska file that is no WebM', 415, () => Promise.resolve(aWebm({ docType: 'matroska' }))],
    ['a truncated MP4', 400, () => Promise.resolve(anMp4().subarray(0, -3))],
    ['a truncated WebM', 400, () => Promise.resolve(aWebm().subarray(0, -3))],
  ])('refuses %s with %i', async (_what, status, film) => {
    const bytes = await film();

    await fixture.expectNothingLeft(async () =>
      expectRefusal(await fixture.send({ video: bytes }), status),
    );
  });

  it('accepts 100 MB and refuses one byte more with 413', async () => {
    const space = VIDEO_MAX_BYTES - anMp4({ frames: Buffer.alloc(0) }).length;
    const bob = await aFan(fixture.kickoff);

    const full = await sendPost(fixture.kickoff, bob, {
      video: anMp4({ frames: Buffer.alloc(space) }),
    });

    expect(full.status).toBe(201);
    await fixture.expectNothingLeft(async () =>
      expectRefusal(await fixture.send({ video: anMp4({ frames: Buffer.alloc(space + 1) }) }), 413),
    );
    await as(fixture.kickoff, bob)
      .delete(`/api/pt/posts/${Post.parse(full.body)._id}`)
      .expect(204);
  });
});
