import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ErrorAnswer } from '@kickoff/contracts';
import type { Response } from 'supertest';

import { readSettings } from '../src/common/config/env.js';
import { MediaCleanupJob } from '../src/media/media-cleanup.job.js';
import { ModeratedPostExpiryJob } from '../src/posts/moderation/moderated-post-expiry.job.js';
import { PostCleanupJob } from '../src/posts/post-cleanup.job.js';
import { aFan, anAdmin, as, asVisitor, type Caller } from './support/callers.js';
import { databaseServer } from './support/databases.js';
import { startKickOff } from './support/kickoff.js';
import { aBucket } from './support/media-carriers.js';
import { aPicture } from './support/pictures.js';
import { launchServer, runCommand } from './support/server-process.js';
import { allStored } from './support/stored-files.js';
import { aStoryBy } from './support/stories.js';
import { until } from './support/until.js';
import { postWith, UploadFixture } from './support/uploads.js';

const MINUTE_MS = 60_000;
/** Every response that arrives at all arrives earlier than this. */
const HANGS_MS = 30_000;
const NAME = `${'ab'.repeat(16)}.webp`;

let bucket: Awaited<ReturnType<typeof aBucket>>;

beforeAll(async () => {
  bucket = await aBucket();
});
afterAll(() => bucket.stop());

function expectUnavailable(answer: Response) {
  expect(answer.status).toBe(503);
  expect(ErrorAnswer.parse(answer.body).code).toBe('unavailable');
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

describe('object storage outage', () => {
  let fixture: UploadFixture;
  let image: string;

  beforeAll(async () => {
    fixture = await UploadFixture.open(bucket.variables);
    ({ image = '' } = await fixture.posted({ image: await aPicture() }));
  });
  afterEach(() => {
    bucket.double.mood = () => undefined;
    bucket.double.knowsRanges = true;
  });
  afterAll(() => fixture.kickoff.stop());

  const send = async () => fixture.send({ image: await aPicture() }).timeout(HANGS_MS);
  const read = (path = image) =>
    asVisitor(fixture.kickoff).get(`/api/uploads/${path}`).timeout(HANGS_MS);
  /** Everything that a post stores: files, quota and posts. */
  const storedRows = async () => ({
    ...(await allStored(fixture.kickoff)),
    posts: await fixture.kickoff.connection.collection('posts').countDocuments(),
  });
  /** A file larger than all buffers between the store and the client. */
  function aBigFile(name: string): void {
    const bytes = Buffer.alloc(32 * 1024 * 1024);
    bucket.double.objects.set(name, { bytes, type: 'image/webp' });
  }
  /** A response whose first bytes have arrived, and of which no more is read. */
  async function begun(path: string, by?: Caller): Promise<IncomingMessage> {
    const headers = by ? { Authorization: `Bearer ${by.token}` } : {};
    const request = get(`${fixture.kickoff.url}${path}`, { headers });
    const answer = await new Promise<IncomingMessage>((resolve) =>
      request.once('response', resolve),
    );
    await once(answer, 'readable');
    return answer;
  }

  it('answers 503 for uploads and reads without storing anything, and works again after the outage', async () => {
    const before = await storedRows();
    await bucket.double.stop();

    const answers = [await send(), await read(), await read(`${image}?w=320`)];
    const textPost = await as(fixture.kickoff, fixture.alice)
      .post('/api/pt/posts')
      .field('text', 'Goal!');
    const { posts } = await storedRows();
    await bucket.double.start();

    answers.forEach(expectUnavailable);
    expect(textPost.status).toBe(201);
    expect({ ...(await storedRows()), posts: posts - 1 }).toEqual(before);
    await read().expect(200);
    expect((await send()).status).toBe(201);
  });

  it('answers 503 when the store hangs, and aborts a file that stalls halfway', async () => {
    const before = await storedRows();
    await bucket.put(fixture.kickoff.context.settings, NAME);
    bucket.double.mood = (method, key) => {
      if (key !== NAME) return 'hang';
      return method === 'GET' ? 'stall' : undefined;
    };

    const [half, ...answers] = await Promise.all([
      read(NAME).then(({ status }) => status, String),
      send(),
      read(),
    ]);

    answers.forEach(expectUnavailable);
    expect(half).toMatch(/aborted|hang up/);
    expect(await storedRows()).toEqual(before);
  });

  it.each([
    ['overloaded', { status: 503, code: 'SlowDown' }],
    ['refusing the keys', { status: 403, code: 'AccessDenied' }],
    ['moved', { status: 301, code: 'PermanentRedirect' }],
  ])('answers 503 when the store is %s', async (_, mood) => {
    bucket.double.mood = () => mood;

    expectUnavailable(await send());
    expectUnavailable(await read());
  });

  it('retries once when the store is overloaded', async () => {
    bucket.double.slowDown(1);
    await read().expect(200);
    bucket.double.slowDown(1);
    expect((await send()).status).toBe(201);
  });

  it('answers 503 for a range when the store ignores ranges', async () => {
    bucket.double.knowsRanges = false;

    expectUnavailable(await read().set('Range', 'bytes=0-3'));
  });

  it('aborts the response when the store sends only part of a file', async () => {
    bucket.double.mood = (method) => (method === 'GET' ? 'cut' : undefined);

    await expect(read()).rejects.toThrow(/aborted|hang up/);
  });

  it('closes the request to the store when the client disconnects', async () => {
    const before = bucket.double.brokenOff;
    aBigFile(NAME);
    const answer = await begun(`/api/uploads/${NAME}`);

    answer.destroy();

    await until(() => bucket.double.brokenOff === before + 1 || undefined);
  });

  it('closes the request to the store when the client disconnects from an export', async () => {
    const before = bucket.double.brokenOff;
    const fan = await aFan(fixture.kickoff);
    const post = await postWith(fixture.kickoff, fan, { image: await aPicture() });
    aBigFile(post.image ?? '');
    const answer = await begun('/api/user/export', fan);
    await until(() =>
      bucket.double.calls.some(
        (call) => call.startsWith('GET') && call.includes(`/${post.image ?? ''}?`),
      )
        ? true
        : undefined,
    );

    answer.destroy();

    await until(() => bucket.double.brokenOff === before + 1 || undefined);
  });

  it('an admin removes a post during the outage, and its files are hidden afterwards', async () => {
    const ada = await anAdmin(fixture.kickoff);
    const post = await fixture.posted({ image: await aPicture() });
    await bucket.double.stop();

    await as(fixture.kickoff, ada).delete(`/api/admin/posts/${post._id}`).expect(200);
    expect([...bucket.double.objects.keys()]).toContain(post.image);
    await bucket.double.start();
    await fixture.kickoff.app.get(ModeratedPostExpiryJob, { strict: false }).run();

    await read(post.image).expect(404);
    expect([...bucket.double.objects.keys()]).toContain(`withheld/${post.image}`);
  });

  it('a post and a story are deleted during the outage, and their files a minute after it', async () => {
    const story = await aStoryBy(fixture.kickoff, fixture.alice);
    const post = await fixture.posted({ image: await aPicture() });
    const namesIn = () => [...bucket.double.objects.keys()];
    await bucket.double.stop();

    await as(fixture.kickoff, fixture.alice).delete(`/api/st/stories/${story._id}`).expect(204);
    await as(fixture.kickoff, fixture.alice).delete(`/api/pt/posts/${post._id}`).expect(204);
    await until(async () => {
      const { rows } = await allStored(fixture.kickoff);
      return !rows.includes(story.media) && !rows.includes(post.image ?? '') ? true : undefined;
    });
    await bucket.double.start();
    expect(namesIn()).toEqual(expect.arrayContaining([`stories/${story.media}`, post.image]));
    fixture.kickoff.clock.advance(MINUTE_MS);

    await until(async () => {
      await fixture.kickoff.app.get(PostCleanupJob, { strict: false }).run();
      await fixture.kickoff.app.get(MediaCleanupJob, { strict: false }).tick();
      const names = namesIn();
      const isLeft = names.includes(`stories/${story.media}`) || names.includes(post.image ?? '');
      return isLeft ? undefined : true;
    });
    expect(namesIn()).toContain(image);
  });

  it('hide preserves the file when copying fails after a status of 200', async () => {
    const store = bucket.store(readSettings(bucket.variables));
    bucket.double.mood = (_, key) =>
      key.startsWith('withheld/') ? { status: 200, code: 'InternalError' } : undefined;

    await expect(store.hide('', [image])).rejects.toThrow('not available');

    expect([...bucket.double.objects.keys()]).toContain(image);
  });
});

describe('requireReady of the object storage', () => {
  const refusal = (variables: Record<string, string>) =>
    bucket.store(readSettings({ ...bucket.variables, ...variables })).requireReady();

  it.each([
    ['does not exist', { S3_BUCKET: 'another' }, 'no bucket of the name in S3_BUCKET. Make it'],
    ['refuses the secret', { S3_SECRET_KEY: 'wrong' }, 'refuses S3_ACCESS_KEY and S3_SECRET_KEY'],
    ['refuses the key', { S3_ACCESS_KEY: 'wrong' }, 'refuses S3_ACCESS_KEY and S3_SECRET_KEY'],
    ['does not answer', { S3_ENDPOINT: 'http://127.0.0.1:9' }, 'does not answer (ECONNREFUSED)'],
  ])('rejects with the cause and remedy when the bucket %s', async (_, variables, words) => {
    await expect(refusal(variables)).rejects.toThrow(words);
    await expect(refusal(variables)).rejects.not.toThrow(/127[.]0|wrong|a[+]secret/);
  });

  it('resolves for a usable bucket', async () => {
    await expect(refusal({})).resolves.toBeUndefined();
  });
});

describe('command line with a bucket', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kickoff-bucket-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('a failed start prints only the reason', async () => {
    const server = await launchServer({
      ...bucket.variables,
      S3_BUCKET: 'another',
      KICKOFF_DATA: join(folder, 'refused'),
      MONGODB_URI: databaseServer().href,
    });

    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/^The store of S3_ENDPOINT has no bucket[^\n]*\n$/);
  });

  it('backup and restore state that they omit the bucket, and do not change it', async () => {
    const own = await aBucket();
    const fixture = await UploadFixture.open(own.variables);
    const { image = '' } = await fixture.posted({ image: await aPicture() });
    const { settings, databaseUri } = fixture.kickoff.context;
    const before = new Map(own.double.objects);
    const restored = databaseServer();
    restored.pathname = `/test-restored-${fixture.alice.id}`;
    const there = { MONGODB_URI: restored.href, KICKOFF_DATA: join(folder, 'restored') };
    const file = join(folder, 'kickoff.backup');

    const backup = await runCommand('backup', [file], {
      ...own.variables,
      MONGODB_URI: databaseUri,
      KICKOFF_DATA: settings.dataFolder,
    });
    const restore = await runCommand('restore', [file], { ...own.variables, ...there });
    await fixture.kickoff.stop();
    const kickoff = await startKickOff({ ...own.variables, ...there });
    const answer = await asVisitor(kickoff).get(`/api/uploads/${image}`);
    const { rows } = await allStored(kickoff);
    await kickoff.stop();
    await own.stop();

    expect([backup.code, backup.output]).toEqual([
      0,
      expect.stringContaining('Uploads are in the bucket of S3_BUCKET and not in this file'),
    ]);
    expect([restore.code, restore.output]).toEqual([
      0,
      expect.stringContaining('The bucket of S3_BUCKET was left as it is'),
    ]);
    expect([answer.status, rows]).toEqual([200, [image]]);
    expect(own.double.objects).toEqual(before);
  });
});
