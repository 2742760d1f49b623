import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Post } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { aFan, anAdmin, as, asVisitor, type Caller } from './support/callers.js';
import { anMp4 } from './support/films.js';
import { startKickOff } from './support/kickoff.js';
import { aPicture } from './support/pictures.js';
import { expectRefusal } from './support/refusal.js';
import { allStored, uploadsFolder } from './support/stored-files.js';
import { until } from './support/until.js';
import { MIB, sendPost, UploadFixture } from './support/uploads.js';

describe('uploads', () => {
  let fixture: UploadFixture;

  beforeAll(async () => {
    fixture = await UploadFixture.open();
  });
  afterAll(() => fixture.kickoff.stop());

  describe('storage quota of a fan', () => {
    const usage = () => fixture.kickoff.connection.collection<{ bytes: number }>('media_usage');
    const setRemaining = (fan: Caller, bytes: number) =>
      usage().updateOne(
        { _id: new Types.ObjectId(fan.id) },
        { $set: { bytes: 500 * MIB - bytes } },
      );

    it('concurrent uploads beyond 500 MB are refused with 413', async () => {
      const carol = await aFan(fixture.kickoff);
      const film = anMp4();
      const posts = () => sendPost(fixture.kickoff, carol, { video: film });
      await posts().expect(201);
      await setRemaining(carol, 2 * film.length);

      const answers = await Promise.all(Array.from({ length: 6 }, posts));

      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 413, 413, 413, 413]);
      expect(await usage().findOne({ _id: new Types.ObjectId(carol.id) })).toMatchObject({
        bytes: 500 * MIB,
      });
    });

    it('deleting a post releases its storage', async () => {
      const dave = await aFan(fixture.kickoff);
      const before = await allStored(fixture.kickoff);
      const { _id } = Post.parse(
        (await sendPost(fixture.kickoff, dave, { image: await aPicture() })).body,
      );

      await as(fixture.kickoff, dave).delete(`/api/pt/posts/${_id}`).expect(204);

      await until(async () => {
        expect(await allStored(fixture.kickoff)).toEqual(before);
        return true;
      });
    });
  });

  describe('disk that is not writable', () => {
    const incoming = () => join(uploadsFolder(fixture.kickoff), '.incoming');
    beforeEach(async () => {
      await rm(incoming(), { recursive: true, force: true });
      await mkdir(uploadsFolder(fixture.kickoff), { recursive: true });
      await writeFile(incoming(), '');
    });
    afterEach(() => rm(incoming(), { recursive: true }));

    it('an upload answers 503 with Retry-After and stores nothing', async () => {
      const image = await aPicture();

      await fixture.expectNothingLeft(async () => {
        const answer = await fixture.send({ image });
        expectRefusal(answer, 503);
        expect(answer.headers['retry-after']).toBe('5');
      });
    });

    it('a post without files is stored', async () => {
      expect((await fixture.send({}, { text: 'Goal!' })).status).toBe(201);
    });
  });
});

describe('stored files on an unavailable disk', () => {
  let fixture: UploadFixture;
  let post: Post;
  let other: Post;
  let ada: Caller;
  const uploads = () => uploadsFolder(fixture.kickoff);
  const away = () => `${uploads()}-away`;

  beforeAll(async () => {
    fixture = await UploadFixture.open();
    ada = await anAdmin(fixture.kickoff);
    post = await fixture.posted({ image: await aPicture() });
    other = await fixture.posted({ image: await aPicture() });
  });
  beforeEach(async () => {
    await rename(uploads(), away());
    await writeFile(uploads(), '');
  });
  afterEach(async () => {
    await rm(uploads());
    await rename(away(), uploads());
  });
  afterAll(() => fixture.kickoff.stop());

  it('a read answers 503 instead of 404', async () => {
    const answer = await asVisitor(fixture.kickoff).get(`/api/uploads/${post.image}`);

    expectRefusal(answer, 503);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('an admin and the author can delete posts with files', async () => {
    const own = `/api/pt/posts/${other._id}`;

    await as(fixture.kickoff, ada).delete(`/api/admin/posts/${post._id}`).expect(200);
    await as(fixture.kickoff, fixture.alice).delete(own).expect(204);
    await as(fixture.kickoff, fixture.alice).get(own).expect(404);
  });
});

describe('rate limit of uploads', () => {
  it('counts 30 files in 30 minutes times the factor, but no requests without a file', async () => {
    const kickoff = await startKickOff({ RATE_LIMIT_FACTOR: '0.1' });
    const alice = await aFan(kickoff);
    const update = async (picture?: Buffer) => {
      const call = as(kickoff, alice).post('/api/user/update-profile').field({
        username: alice.username,
        email: alice.email,
        phone: '+44 20 7946 0181',
        fav_team1: '',
        fav_player: '',
      });
      if (picture) void call.attach('profilePicture', picture, 'me.jpg');
      return (await call).status;
    };
    const picture = await aPicture();

    const statuses = [];
    for (const file of [undefined, picture, undefined, picture, picture, picture, undefined]) {
      statuses.push(await update(file));
    }
    kickoff.clock.advance(30 * 60_000);
    statuses.push(await update(picture));

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 200, 200]);
    await kickoff.stop();
  });
});
