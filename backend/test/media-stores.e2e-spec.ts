import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import { readSettings, type Settings } from '../src/common/config/env.js';
import { MediaCleanupJob } from '../src/media/media-cleanup.job.js';
import type { MediaStore } from '../src/media/store/media-store.js';
import { filesIn } from './support/archives.js';
import { as, asVisitor } from './support/callers.js';
import { QueueFixture } from './support/case-queue.js';
import { anMp4 } from './support/films.js';
import { aBucket, aDisk, type Carrier } from './support/media-carriers.js';
import { aPicture } from './support/pictures.js';
import { expectRefusal } from './support/refusal.js';
import { aStoryBy } from './support/stories.js';
import { until } from './support/until.js';
import { UploadFixture } from './support/uploads.js';

const NAME = `${'ab'.repeat(16)}.webp`;
const OTHER = `${'cd'.repeat(16)}.webp`;
const HOLDER = 'e'.repeat(24);

const CARRIERS: [string, () => Promise<Carrier>][] = [
  ['on the disk', aDisk],
  ['in a bucket', aBucket],
];

describe.each(CARRIERS)('MediaStore %s', (_, open) => {
  let carrier: Carrier;
  let settings: Settings;
  let store: MediaStore;

  beforeEach(async () => {
    carrier = await open();
    const folder = await mkdtemp(join(tmpdir(), 'kickoff-store-'));
    settings = readSettings({ ...carrier.variables, KICKOFF_DATA: folder });
    store = carrier.store(settings);
  });
  afterEach(async () => {
    await carrier.stop();
    await rm(settings.dataFolder, { recursive: true });
  });

  const finished = async (name: string) => {
    const path = join(settings.dataFolder, name);
    await writeFile(path, name);
    return path;
  };
  /** Stores a picture and a rendition whose bytes name them. */
  const place = async (name = NAME) =>
    store.place('', name, [
      { path: await finished('whole') },
      { path: await finished('320'), width: 320 },
    ]);
  const found = async (width?: 320 | 640) => {
    const file = await store.find('', NAME, width);
    return file && { form: file.fileName, bytes: await text(await file.read()) };
  };
  const listed = async () => {
    const all = [];
    for await (const { folder, names } of store.names()) {
      for (const name of names) all.push(`${folder}/${name}`);
    }
    return [...new Set(all)].sort();
  };
  const holders = async () => {
    const all = [];
    for await (const holders of store.holders()) all.push(...holders);
    return all.sort();
  };

  it('finds the requested rendition, or the whole file if there is none', async () => {
    await place();

    expect(await found()).toEqual({ form: NAME, bytes: 'whole' });
    expect(await found(320)).toEqual({ form: NAME.replace('.', '-320.'), bytes: '320' });
    expect(await found(640)).toEqual({ form: NAME, bytes: 'whole' });
  });

  it('finds no other files, folders or foreign names', async () => {
    await place();
    await carrier.put(settings, 'secrets.json');

    expect(await store.find('', OTHER)).toBeUndefined();
    expect(await store.find('stories', NAME)).toBeUndefined();
    expect(await store.find('', 'secrets.json')).toBeUndefined();
  });

  it('deletes a file with all renditions, also if it is hidden', async () => {
    await place();
    await place(OTHER);
    await store.hide('', [OTHER]);

    await store.remove('', [NAME, OTHER]);
    await store.remove('', [NAME]);

    expect(await carrier.stored(settings)).not.toContainEqual(expect.stringContaining('.webp'));
  });

  it('hides and unhides a file, both idempotently', async () => {
    await place();

    await store.hide('', [NAME]);
    await store.hide('', [NAME]);
    expect(await found(320)).toBeUndefined();
    await store.unhide('', [NAME]);
    await store.unhide('', [NAME]);

    expect(await found(320)).toEqual({ form: NAME.replace('.', '-320.'), bytes: '320' });
    expect(await found()).toEqual({ form: NAME, bytes: 'whole' });
  });

  it('lists the names of all its files with their folder', async () => {
    carrier.tearLists();
    const more = ['0', '1', '2'].map((digit) => `${digit.repeat(32)}.mp4`);
    const strange = ['README.txt', 'stories/x.webp', `copies/${HOLDER}/${NAME}`];
    const ours = [`stories/${NAME}`, `profile_pictures/${NAME}`, `withheld/${OTHER}`];
    for (const key of [...more, ...strange, ...ours]) await carrier.put(settings, key);
    await place();

    expect(await listed()).toEqual(
      [
        ...[...more, NAME, OTHER].map((name) => `/${name}`),
        `profile_pictures/${NAME}`,
        `stories/${NAME}`,
      ].sort(),
    );
  });

  it('stores copies for a holder, which outlive the original', async () => {
    carrier.tearLists();
    await carrier.put(settings, `stories/${NAME}`);
    const others = ['1', '2', '3'].map((digit) => digit.repeat(24));
    for (const holder of [HOLDER, ...others]) await store.copy(`stories/${NAME}`, holder);
    await store.copy(`stories/${NAME}`, HOLDER);
    await store.copy(`stories/${OTHER}`, HOLDER);
    await store.remove('stories', [NAME]);

    const copy = await store.findCopy(`stories/${NAME}`, HOLDER);

    expect(copy?.fileName).toBe(NAME);
    expect(copy && (await text(await copy.read()))).toBe('bytes');
    expect(await store.findCopy(`stories/${OTHER}`, HOLDER)).toBeUndefined();
    expect(await holders()).toEqual([...others, HOLDER]);
  });

  it('deletes all copies of one holder only', async () => {
    carrier.tearLists();
    for (const digit of ['a', 'b', 'c']) {
      const name = `${digit.repeat(32)}.webp`;
      await carrier.put(settings, name);
      await store.copy(name, HOLDER);
      await store.copy(name, 'f'.repeat(24));
    }

    await store.removeCopies(HOLDER);
    await store.removeCopies(HOLDER);

    expect(await holders()).toEqual(['f'.repeat(24)]);
  });
});

describe.each(CARRIERS)('uploaded file %s', (_, open) => {
  let carrier: Carrier;
  let fixture: UploadFixture;
  let settings: Settings;
  let image: string;
  let video: string;
  const film = anMp4();

  beforeAll(async () => {
    carrier = await open();
    fixture = await UploadFixture.open(carrier.variables);
    ({ settings } = fixture.kickoff.context);
    const files = { image: await aPicture(700), video: film };
    ({ image = '', video = '' } = await fixture.posted(files));
  });
  afterAll(async () => {
    await fixture.kickoff.stop();
    await carrier.stop();
  });

  const deleted = (name: string) =>
    until(async () => {
      const keys = await carrier.stored(settings);
      return keys.some((key) => key.includes(name.slice(0, 32))) ? undefined : true;
    });

  it('is served in its renditions with the right headers', async () => {
    const [whole, small, large] = [
      await fixture.fetched(image),
      await fixture.fetched(`${image}?w=320`),
      await fixture.fetched(`${image}?w=1080`),
    ];

    expect(whole.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'image/webp',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'content-length': String((whole.body as Buffer).length),
      etag: `"${image}"`,
    });
    expect(small.headers['etag']).toBe(`"${image.replace('.', '-320.')}"`);
    expect(small.body).not.toEqual(whole.body);
    expect(large.body).toEqual(whole.body);
    expectRefusal(await asVisitor(fixture.kickoff).get(`/api/uploads/${'0'.repeat(32)}.webp`), 404);
  });

  it.each([
    ['bytes=0-3', 206, 0, 4],
    ['bytes=-5', 206, -5, undefined],
    ['bytes=-999999', 206, 0, undefined],
    ['bytes=20-', 206, 20, undefined],
    ['bytes=20-999999', 206, 20, undefined],
    ['bytes=0-1,5-6', 200, 0, undefined],
    ['bytes=0-9,10-19', 206, 0, 20],
    ['bites=0-3', 200, 0, undefined],
    ['bytes=x', 200, 0, undefined],
  ])('is served for Range %s with %i', async (range, status, from, to) => {
    const answer = await fixture.fetched(video).set('Range', range);

    const part = film.subarray(from, to);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-length']).toBe(String(part.length));
    expect(answer.body).toEqual(await fixture.bytesOf(video).then((all) => all.subarray(from, to)));
    const first = film.length - film.subarray(from).length;
    const contentRange = `bytes ${first}-${first + part.length - 1}/${film.length}`;
    expect(answer.headers['content-range']).toBe(status === 206 ? contentRange : undefined);
  });

  it('returns 416 with its size for a range beyond its end', async () => {
    const answer = await asVisitor(fixture.kickoff)
      .get(`/api/uploads/${video}`)
      .set('Range', 'bytes=999999-');

    expectRefusal(answer, 416);
    expect(answer.headers).toMatchObject({
      'content-range': `bytes */${film.length}`,
      'cache-control': 'no-store',
      'content-type': expect.stringContaining('json'),
    });
    expect(answer.headers['etag']).not.toContain(video);
  });

  it('returns 416 for the last 0 bytes', async () => {
    const answer = await asVisitor(fixture.kickoff)
      .get(`/api/uploads/${video}`)
      .set('Range', 'bytes=-0');

    expectRefusal(answer, 416);
  });

  it('returns 304 for a matching ETag, whatever range or cache headers are sent', async () => {
    const ask = (headers: Record<string, string>) =>
      fixture.fetched(video).set({ 'If-None-Match': `"${video}"`, ...headers });

    const answers = await Promise.all([
      ask({ 'If-None-Match': `"another", W/"${video}"` }),
      ask({ Range: 'bytes=0-3' }),
      ask({ Range: 'bytes=999999-' }),
      ask({ Range: 'bytes=0-3', 'If-Range': `"${video}"` }),
      ask({ 'Cache-Control': 'no-cache', Pragma: 'no-cache' }),
      ask({ 'If-None-Match': '"another"', Range: 'bytes=0-3' }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([304, 304, 304, 304, 304, 206]);
    for (const { headers } of answers.slice(0, 5)) {
      expect(headers).toMatchObject({
        etag: `"${video}"`,
        'cache-control': 'public, max-age=31536000, immutable',
      });
      expect(headers).not.toHaveProperty('content-range');
    }
  });

  it('is not found with a trailing slash', async () => {
    for (const path of [`${image}/`, `${video}/`, `${image}/?w=320`, `stories/${image}/`]) {
      expectRefusal(await asVisitor(fixture.kickoff).get(`/api/uploads/${path}`), 404);
      expectRefusal(await asVisitor(fixture.kickoff).get(`/uploads/${path}`), 404);
    }
  });

  it('is served in part only if If-Range matches the ETag', async () => {
    const ask = (condition: string) =>
      fixture.fetched(video).set('Range', 'bytes=0-3').set('If-Range', condition);

    expect((await ask(`"${video}"`)).status).toBe(206);
    expect((await ask(`W/"${video}"`)).status).toBe(200);
    expect((await ask(`"${video}"`).set('Range', 'bytes=999999-')).status).toBe(416);
    expect((await ask('"another"').set('Range', 'bytes=999999-')).status).toBe(200);
    expect((await ask('"another"')).status).toBe(200);
    expect((await ask('Thu, 01 Jan 2026 00:00:00 GMT')).status).toBe(200);
  });

  it('is not sent with 304 or for HEAD', async () => {
    const cached = await fixture.fetched(image).set('If-None-Match', `"${image}"`);
    const head = await asVisitor(fixture.kickoff).head(`/api/uploads/${video}`);
    const ranged = await asVisitor(fixture.kickoff)
      .head(`/api/uploads/${video}`)
      .set('Range', 'bytes=0-3');

    expect([cached.status, cached.body]).toEqual([304, Buffer.alloc(0)]);
    expect(cached.headers).not.toHaveProperty('content-type');
    for (const { status, headers } of [head, ranged]) {
      expect([status, headers['content-length']]).toEqual([200, String(film.length)]);
    }
  });

  it('is deleted with its post or story', async () => {
    const post = await fixture.posted({ image: await aPicture(700) });
    const story = await aStoryBy(fixture.kickoff, fixture.alice);

    await as(fixture.kickoff, fixture.alice).delete(`/api/pt/posts/${post._id}`).expect(204);
    await as(fixture.kickoff, fixture.alice).delete(`/api/st/stories/${story._id}`).expect(204);

    await deleted(post.image ?? '');
    await deleted(story.media);
    await asVisitor(fixture.kickoff).get(`/api/uploads/${post.image}`).expect(404);
    await asVisitor(fixture.kickoff).get(`/api/uploads/stories/${story.media}`).expect(404);
  });

  it('is deleted if no row references it', async () => {
    const before = await carrier.stored(settings);
    const strays = [NAME, `stories/${NAME}`, `withheld/${OTHER}`, `copies/${HOLDER}/${NAME}`];
    for (const key of strays) await carrier.put(settings, key);

    await fixture.kickoff.app.get(MediaCleanupJob, { strict: false }).run();

    expect(await carrier.stored(settings)).toEqual(before);
  });

  it("is part of its fan's data export", async () => {
    const answer = await as(fixture.kickoff, fixture.alice)
      .get('/api/user/export')
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done(null, Buffer.concat(chunks)));
      });

    const files = await filesIn(answer.body as Buffer);
    expect(files.get(`uploads/${video}`)).toEqual(await fixture.bytesOf(video));
    expect(files.get(`uploads/${image}`)).toEqual(await fixture.bytesOf(image));
  });
});

describe.each(CARRIERS)('file retained for admins %s', (_, open) => {
  let carrier: Carrier;
  let fixture: QueueFixture;

  beforeAll(async () => {
    carrier = await open();
    fixture = await QueueFixture.open(carrier.variables);
  });
  beforeEach(() => fixture.begin('image'));
  afterAll(async () => {
    await fixture.kickoff.stop();
    await carrier.stop();
  });

  const publicly = () => asVisitor(fixture.kickoff).get(`/api/uploads/${fixture.post.image}`);

  it('is served as a copy of the reported post until the case is closed', async () => {
    const whole = await publicly().expect(200);
    await fixture.report(fixture.bob);
    const { _id } = await fixture.newestCase();
    const copy = () => as(fixture.kickoff, fixture.ada).get(`/api/admin/reports/${_id}/media/0`);
    await as(fixture.kickoff, fixture.alice)
      .delete(`/api/pt/posts/${fixture.post._id}`)
      .expect(204);
    await until(async () => (await publicly()).status === 404 || undefined);

    const copied = await copy().expect(200);
    await fixture.resolve(fixture.ada, _id, { action: 'dismiss' }).expect(200);

    expect(copied.body).toEqual(whole.body);
    expect(copied.headers['content-type']).toBe('image/webp');
    await copy().expect(404);
  });

  it('is not served to others while its post is removed by an admin', async () => {
    await as(fixture.kickoff, fixture.ada)
      .delete(`/api/admin/posts/${fixture.post._id}`)
      .expect(200);
    await publicly().expect(404);

    await as(fixture.kickoff, fixture.ada)
      .post(`/api/admin/posts/${fixture.post._id}/restore`)
      .expect(200);

    await publicly().expect(200);
  });
});
