import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErrorAnswer } from '@kickoff/contracts';

import { asVisitor } from './support/callers.js';
import { anMp4 } from './support/films.js';
import { aPicture } from './support/pictures.js';
import { overRawSocket } from './support/raw.js';
import { expectRefusal } from './support/refusal.js';
import { uploadsFolder } from './support/stored-files.js';
import { UploadFixture } from './support/uploads.js';

describe('serving of uploads', () => {
  let fixture: UploadFixture;
  let image: string;
  let video: string;
  const film = anMp4();

  beforeAll(async () => {
    fixture = await UploadFixture.open();
    const files = { image: await aPicture(), video: film };
    ({ image = '', video = '' } = await fixture.posted(files));
  });
  afterAll(() => fixture.kickoff.stop());

  it('sends a file as immutable and public, with a sandboxing content security policy', async () => {
    const { headers, status } = await fixture.fetched(image);

    expect({ status, ...headers }).toMatchObject({
      status: 200,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'image/webp',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    expect(headers).not.toHaveProperty('set-cookie');
  });

  it('serves the same file under /uploads', async () => {
    const answer = await asVisitor(fixture.kickoff).get(`/uploads/${image}`);

    expect([answer.status, answer.headers['etag']]).toEqual([
      200,
      (await fixture.fetched(image)).headers['etag'],
    ]);
  });

  it('answers 304 to If-None-Match with the current ETag', async () => {
    const { headers } = await fixture.fetched(image);

    const answer = await fixture.fetched(image).set('If-None-Match', headers['etag'] ?? '');

    expect([answer.status, answer.body]).toEqual([304, Buffer.alloc(0)]);
  });

  it('answers HEAD with the length of the file', async () => {
    const answer = await asVisitor(fixture.kickoff).head(`/api/uploads/${video}`);

    expect([answer.status, answer.headers['content-length']]).toEqual([200, String(film.length)]);
  });

  it.each(['bytes=0-3', 'bytes=999999-'])('ignores Range %s of a HEAD request', async (range) => {
    const answer = await asVisitor(fixture.kickoff)
      .head(`/api/uploads/${video}`)
      .set('Range', range);

    expect([answer.status, answer.headers['content-length']]).toEqual([200, String(film.length)]);
  });

  it.each([
    ['bytes=0-3', 0, 4],
    ['bytes=10-19', 10, 20],
    ['bytes=-5', -5, undefined],
    ['bytes=20-', 20, undefined],
  ])('answers Range %s with a part of the file', async (range, from, to) => {
    const answer = await fixture.fetched(video).set('Range', range);

    const whole = await fixture.bytesOf(video);
    expect(answer.status).toBe(206);
    expect(answer.body).toEqual(whole.subarray(from, to));
    expect(answer.headers['content-range']).toMatch(new RegExp(`/${film.length}$`));
  });

  it('answers 416 with the length of the file for a range beyond its end', async () => {
    const answer = await asVisitor(fixture.kickoff)
      .get(`/api/uploads/${video}`)
      .set('Range', 'bytes=999999-');

    expectRefusal(answer, 416);
    expect(answer.body).toMatchObject({ code: 'bad_range' });
    expect(answer.headers).toMatchObject({
      'content-range': `bytes */${film.length}`,
      'cache-control': 'no-store',
    });
  });

  it('ignores If-Match and If-Unmodified-Since', async () => {
    const answer = await fixture
      .fetched(image)
      .set('If-Match', '"other"')
      .set('If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT');

    expect(answer.status).toBe(200);
  });

  it.each(['1', '0', '-320', '320.0', '0320', ' 320', '4000', 'wide', ''])(
    'refuses the width %j with 400',
    async (w) => {
      expectRefusal(
        await asVisitor(fixture.kickoff).get(`/api/uploads/${image}?w=${encodeURIComponent(w)}`),
        400,
      );
    },
  );

  it.each(['320', 'wide'])('ignores the width %s for a video', async (w) => {
    expect((await fixture.fetched(`${video}?w=${w}`)).status).toBe(200);
  });

  it.each([
    '',
    'stories',
    'stories/',
    'profile_pictures/',
    '.incoming',
    '.incoming/x',
    `${'0'.repeat(32)}.webp`,
    'x.webp',
    '../secrets.json',
    '%2e%2e%2fsecrets.json',
    '..%2f..%2f..%2f..%2fetc%2fpasswd',
    'stories/..%2fx',
    '%5c..%5csecrets.json',
  ])('answers 404 for the path %s', async (path) => {
    const answer = await overRawSocket(
      fixture.kickoff.url,
      `GET /api/uploads/${path} HTTP/1.1\r\nHost: own\r\nConnection: close\r\n\r\n`,
    );

    expect(answer.status).toBe(404);
    expect(ErrorAnswer.parse(JSON.parse(answer.body)).code).toBe('not_found');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('does not serve a rendition by its file name', async () => {
    const { image: large = '' } = await fixture.posted({ image: await aPicture(700) });

    expect((await fixture.fetched(large.replace('.', '-320.'))).status).toBe(404);
  });

  it.each(['profile_pictures', 'stories'])(
    'answers 404 for a file in %s with a trailing slash',
    async (folder) => {
      const name = `${'0a'.repeat(16)}.webp`;
      const path = join(uploadsFolder(fixture.kickoff), folder);
      await mkdir(path, { recursive: true });
      await writeFile(join(path, name), 'bytes');

      expect((await fixture.fetched(`${folder}/${name}`)).status).toBe(200);
      expect((await fixture.fetched(`${folder}/${name}/`)).status).toBe(404);
    },
  );

  it('does not serve a file from another folder', async () => {
    expect((await fixture.fetched(`stories/${image}`)).status).toBe(404);
  });
});
