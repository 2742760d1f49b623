import { EventEmitter, once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';

import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { AccountExport, ErrorAnswer, OwnProfile, Post, Story } from '@kickoff/contracts';
import { aFanRegistration } from '@kickoff/testing';
import { mongo } from 'mongoose';
import sharp from 'sharp';

import { AccountRemovalsService } from '../src/accounts/account-removals.service.js';
import { Holdings } from '../src/accounts/holdings.js';
import { filesIn } from './support/archives.js';
import { aFan, as, asVisitor, type Caller, logIn } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { aDataFolder } from './support/mailbox.js';
import { NOT_TEXT } from './support/wrong-types.js';

/** An instance that died holds its work for no longer than this. */
const HELD_MS = 20_000;
/** By then nothing that was let in before a deletion is still running. */
const LATE_MS = 150_000;

describe('an account', () => {
  let kickoff: KickOff;
  let dataFolder: string;
  let alice: Caller;
  let bob: Caller;
  /** A post of bob. */
  let theirs: Post;
  let number = 0;

  beforeAll(async () => {
    dataFolder = await aDataFolder();
    kickoff = await startKickOff({ KICKOFF_DATA: dataFolder });
    bob = await aFan(kickoff);
  });
  beforeEach(async () => {
    alice = await aFan(kickoff);
    theirs = await aPostBy(bob, 'Of another');
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(async () => {
    await kickoff.stop();
    await rm(dataFolder, { recursive: true });
  });

  async function aPostBy(fan: Caller, text: string): Promise<Post> {
    const answer = await as(kickoff, fan).post('/api/pt/posts').field('text', text).expect(201);
    return Post.parse(answer.body);
  }
  async function aPictureBy(fan: Caller): Promise<Post> {
    const create = { width: 40, height: 30, channels: 3 as const, background: 'green' };
    const picture = await sharp({ create }).png().toBuffer();
    const answer = await as(kickoff, fan)
      .post('/api/pt/posts')
      .field('alt', 'The pitch')
      .attach('image', picture, 'pitch.png')
      .expect(201);
    return Post.parse(answer.body);
  }
  async function aStoryBy(fan: Caller): Promise<Story> {
    const create = { width: 40, height: 30, channels: 3 as const, background: 'green' };
    const answer = await as(kickoff, fan)
      .post('/api/st/stories')
      .field('mediaType', 'image')
      .attach('media', await sharp({ create }).png().toBuffer(), 'story.png')
      .expect(201);
    return Story.parse(answer.body);
  }
  const like = (by: Caller, { _id }: Post) =>
    as(kickoff, by).post(`/api/pt/posts/${_id}/like`).send({ liked: true });
  const comment = (by: Caller, { _id }: Post) =>
    as(kickoff, by)
      .post(`/api/pt/posts/${_id}/comment`)
      .set('Idempotency-Key', `comment-${(number += 1)}-of-test`)
      .send({ text: 'What a match' });
  const calendarOf = (fan: Caller) => as(kickoff, fan).get('/api/football/calendar').expect(200);
  const report = (by: Caller, targetType: string, targetId: string) =>
    as(kickoff, by)
      .post('/api/reports')
      .set('Idempotency-Key', `report-${(number += 1)}-of-test`)
      .send({ targetType, targetId, reason: 'Spoils the match' })
      .expect(201);
  /** Everything that a fan can leave behind, and some of what others do about it. */
  async function live(fan: Caller): Promise<void> {
    await calendarOf(fan);
    const own = await aPictureBy(fan);
    for (const [who, post] of [
      [fan, theirs],
      [bob, own],
      [bob, theirs],
    ] as const) {
      await like(who, post).expect(200);
      await comment(who, post).expect(200);
    }
    for (const [teller, viewer] of [
      [fan, bob],
      [bob, fan],
    ] as const) {
      const story = await aStoryBy(teller);
      await as(kickoff, viewer).post(`/api/st/stories/${story._id}/seen`).expect(204);
    }
    await as(kickoff, fan).post(`/api/user/follow/${bob.id}`).expect(200);
    await as(kickoff, bob).post(`/api/user/follow/${fan.id}`).expect(200);
    await as(kickoff, fan).post(`/api/user/mute/${bob.id}`).expect(204);
    await as(kickoff, bob).post(`/api/user/mute/${fan.id}`).expect(204);
    await report(fan, 'post', theirs._id);
    await report(bob, 'user', fan.id);
  }

  const profileStatus = async (fan: Caller) =>
    (await as(kickoff, fan).get('/api/user/profile')).status;
  const remove = (fan: Caller, body: object = { password: fan.password }) =>
    as(kickoff, fan).delete('/api/user').send(body);
  const removals = (at = kickoff) => at.app.get(AccountRemovalsService, { strict: false });
  const holdings = () => kickoff.app.get(Holdings, { strict: false }).all;

  function holding(wanted: string) {
    const found = holdings().find(({ name }) => name === wanted);
    if (!found) throw new Error(`There is no step ${wanted}`);
    return found;
  }

  /** The collections in which anything names a fan. */
  async function tracesOf({ id }: Caller): Promise<string[]> {
    const collections = await kickoff.connection.listCollections();
    const found = await Promise.all(
      collections.map(async ({ name }) => {
        const rows = await kickoff.connection.collection(name).find().toArray();
        return JSON.stringify(rows).includes(id) ? [name] : [];
      }),
    );
    return found.flat().sort();
  }
  /** What lies on the disk of all fans' files. */
  const filesOnDisk = async () => {
    const entries = await readdir(dataFolder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.parentPath.includes('uploads'))
      .map(({ name }) => name)
      .sort();
  };
  const journal = async () =>
    (await readFile(join(dataFolder, 'deletions.jsonl'), 'utf8')).trim().split('\n');

  describe('that is deleted', () => {
    it('is gone at once, with all its sessions and the cookie', async () => {
      const phone = await logIn(kickoff, alice);

      const answer = await remove(alice);

      expect([answer.status, answer.body]).toEqual([
        200,
        { message: 'Your account has been deleted' },
      ]);
      expect(answer.headers['set-cookie']?.[0]).toMatch(
        /^kickoff_session=;.*Expires=Thu, 01 Jan 1970/,
      );
      expect([await profileStatus(alice), await profileStatus(phone)]).toEqual([401, 401]);
      await asVisitor(kickoff)
        .post('/api/auth/login')
        .send({ email: alice.email, password: alice.password })
        .expect(401);
    });

    it('frees its email at once', async () => {
      await remove(alice).expect(200);

      await aFan(kickoff, { email: alice.email, username: `again ${Date.now()}` });
    });

    it('keeps its name from others for 30 days, and one that the fan gave up before', async () => {
      const given = `${alice.username} x`;
      await as(kickoff, alice)
        .post('/api/user/update-profile')
        .field({ username: given, email: alice.email, phone: '+44 20 7946 0181' })
        .field({ fav_team1: '', fav_player: '' })
        .expect(200);
      await remove(alice).expect(200);

      for (const username of [alice.username, given.toUpperCase()]) {
        const answer = await asVisitor(kickoff)
          .post('/api/auth/register')
          .send(aFanRegistration({ username }));
        expect(ErrorAnswer.parse(answer.body).error).toBe('Username already taken');
      }
      expect(await tracesOf(alice)).not.toContain('held_names');
      kickoff.clock.advance(30 * 24 * 60 * 60_000);
      await aFan(kickoff, { username: alice.username });
      // The clock has passed the end of his session.
      bob = await logIn(kickoff, bob);
    });

    it('leaves nothing anywhere, in the database and on the disk', async () => {
      const before = await filesOnDisk();
      await aPictureBy(alice);
      expect((await filesOnDisk()).length).toBeGreaterThan(before.length);

      await remove(alice).expect(200);
      await removals().carryOn();

      expect(await filesOnDisk()).toEqual(before);
    });

    it('leaves nothing in any collection', async () => {
      await live(alice);

      await remove(alice).expect(200);
      await removals().carryOn();

      // Its own bookkeeping alone, until nothing can come late any more.
      expect(await tracesOf(alice)).toEqual(['account_removals']);
      kickoff.clock.advance(LATE_MS);
      await removals().carryOn();
      expect(await tracesOf(alice)).toEqual([]);
    });

    it('leaves what others count as they would count it anew', async () => {
      const counts = async () => {
        const post = await as(kickoff, bob).get(`/api/pt/posts/${theirs._id}`).expect(200);
        const profile = await as(kickoff, bob).get('/api/user/profile').expect(200);
        const { likesCount, commentsCount, likes, comments } = Post.parse(post.body);
        const { friendsCount, followersCount, postsCount } = OwnProfile.parse(profile.body);
        const shown = [likes.length, comments.length];
        return { likesCount, commentsCount, shown, friendsCount, followersCount, postsCount };
      };
      const before = await counts();
      await live(alice);

      await remove(alice).expect(200);
      await removals().carryOn();

      // What bob himself did to his own post stays.
      expect(await counts()).toEqual({
        ...before,
        likesCount: 1,
        commentsCount: 1,
        shown: [1, 1],
      });
    });

    it('takes along what a call wrote that was let in before', async () => {
      await remove(alice).expect(200);
      await removals().carryOn();
      await kickoff.connection
        .collection('team_calendars')
        .insertOne({ _id: new mongo.ObjectId(alice.id), token: alice.id });

      kickoff.clock.advance(LATE_MS);
      await removals().carryOn();

      expect(await tracesOf(alice)).toEqual([]);
    });

    it('is written down for restored backups, once, on the disk alone', async () => {
      await remove(alice).expect(200);
      await removals().carryOn();
      kickoff.clock.advance(LATE_MS);
      await removals().carryOn();

      const lines = (await journal()).filter((line) => line.includes(alice.id));
      expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
        { fanId: alice.id, at: expect.stringMatching(/^\d{4}-.*Z$/) },
      ]);
    });

    it('needs the present password, and stays whole with another', async () => {
      for (const password of ['not-hers-at-all', ` ${alice.password}`]) {
        const answer = await remove(alice, { password });

        expect(answer.status).toBe(403);
        expect(ErrorAnswer.parse(answer.body).error).toBe('The current password is wrong');
      }
      expect(await profileStatus(alice)).toBe(200);
    });

    it('needs a password that is text', async () => {
      for (const password of [...NOT_TEXT, undefined, '']) {
        const answer = await remove(alice, { password });

        expect({ password, status: answer.status }).toEqual({ password, status: 400 });
      }
      expect(await profileStatus(alice)).toBe(200);
    });

    it('needs a session', async () => {
      await asVisitor(kickoff).delete('/api/user').send({ password: alice.password }).expect(401);
    });

    it('is deleted once by two calls at once', async () => {
      const answers = await Promise.all([remove(alice), remove(alice)]);
      await removals().carryOn();

      const statuses = answers.map(({ status }) => status);
      expect(statuses).toContain(200);
      expect(statuses.filter((status) => ![200, 401, 403].includes(status))).toEqual([]);
      expect((await journal()).filter((line) => line.includes(alice.id))).toHaveLength(1);
    });
  });

  describe('whose removal is cut short', () => {
    it('goes whole all the same, whichever step was the last', async () => {
      for (const step of holdings()) {
        const fan = await aFan(kickoff);
        await live(fan);
        const whole = step.removeAllOf.bind(step);
        const cut = jest.spyOn(step, 'removeAllOf').mockImplementation(async (id) => {
          await whole(id);
          // As it looks when the process dies before the step is marked.
          throw new mongo.MongoNetworkError('cut');
        });
        const { status } = await remove(fan);
        await removals().carryOn();
        cut.mockRestore();

        kickoff.clock.advance(HELD_MS);
        await removals().carryOn();

        const { name } = step;
        expect({ name, traces: await tracesOf(fan) }).toEqual({
          name,
          traces: ['account_removals'],
        });
        // The account's own step answers the call: where that is cut off, the call is 'perhaps done'.
        expect({ name, status }).toEqual({ name, status: name === 'sessions' ? 503 : 200 });
      }
    });

    it('is taken over by another instance, and not before its time is over', async () => {
      const other = await kickoff.another();
      await calendarOf(alice);
      const calendars = holding('calendars');
      jest
        .spyOn(calendars, 'removeAllOf')
        .mockImplementation(() => Promise.reject(new mongo.MongoNetworkError('cut')));
      await remove(alice).expect(200);
      await removals().carryOn();

      await removals(other).carryOn();
      expect(await tracesOf(alice)).toEqual(['account_removals', 'team_calendars']);
      kickoff.clock.advance(HELD_MS);
      await removals(other).carryOn();

      expect(await tracesOf(alice)).toEqual(['account_removals']);
      await other.close();
    });

    it('loses no other step to one that fails', async () => {
      await live(alice);
      const calendars = holding('calendars');
      const failing = jest
        .spyOn(calendars, 'removeAllOf')
        .mockImplementation(() => Promise.reject(new Error('A fault of ours')));

      await remove(alice).expect(200);
      await removals().carryOn();

      expect(await tracesOf(alice)).toEqual(['account_removals', 'team_calendars']);
      failing.mockRestore();
      kickoff.clock.advance(HELD_MS);
      await removals().carryOn();
      expect(await tracesOf(alice)).toEqual(['account_removals']);
    });
  });

  describe('that is exported', () => {
    const archive = (fan: Caller, at = kickoff) =>
      as(at, fan)
        .get('/api/user/export')
        .buffer(true)
        .parse((response, done) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () => done(null, Buffer.concat(parts)));
        });
    const exported = async (fan: Caller) => {
      const answer = await archive(fan).expect(200);
      const files = await filesIn(answer.body as Buffer);
      return { files, data: files.get('data.json')?.toString() ?? '' };
    };

    it('answers a zip to save, which nobody keeps on the way', async () => {
      const { headers } = await archive(alice).expect(200);

      expect(headers['content-type']).toBe('application/zip');
      expect(headers['content-disposition']).toMatch(
        /^attachment; filename="?kickoff-\d{4}-\d\d-\d\d[.]zip"?$/,
      );
      expect(headers['cache-control']).toBe('no-store');
    });

    it('holds everything of mine in the shapes of the contract', async () => {
      const mine = await aPictureBy(alice);
      await like(alice, theirs).expect(200);
      await comment(alice, theirs).expect(200);
      const story = await aStoryBy(alice);
      await report(alice, 'post', theirs._id);
      const calendar = await calendarOf(alice);
      await as(kickoff, alice).post(`/api/user/follow/${bob.id}`).expect(200);
      await as(kickoff, alice).post(`/api/user/mute/${bob.id}`).expect(204);

      const { data } = await exported(alice);

      const profile = await as(kickoff, alice).get('/api/user/profile');
      expect(AccountExport.strict().parse(JSON.parse(data))).toMatchObject({
        account: OwnProfile.parse(profile.body),
        sessions: [{ current: true }],
        posts: [{ _id: mine._id, image: mine.image }],
        comments: [{ postId: theirs._id, text: 'What a match' }],
        likes: [{ postId: theirs._id }],
        stories: [{ _id: story._id }],
        calendars: [calendar.body],
        following: [{ _id: bob.id, username: bob.username }],
        keptAway: [{ _id: bob.id, kind: 'mute' }],
        reports: [{ targetType: 'post', targetId: theirs._id, reason: 'Spoils the match' }],
      });
    });

    it('holds my files whole, under the paths that the data names', async () => {
      const { image = '' } = await aPictureBy(alice);

      const { files } = await exported(alice);

      const shown = await asVisitor(kickoff).get(`/api/uploads/${image}`);
      expect(files.get(`uploads/${image}`)?.equals(shown.body as Buffer)).toBe(true);
      expect([...files.keys()]).toEqual(['data.json', `uploads/${image}`]);
    });

    it('holds no secret', async () => {
      await live(alice);

      const { data } = await exported(alice);

      expect(data).not.toMatch(/argon2|hash|skeleton|usernameKey/i);
      expect(data).not.toContain(alice.token);
    });

    it('needs a session', async () => {
      await asVisitor(kickoff).get('/api/user/export').expect(401);
    });

    it('is cut off where something fails on the way, and never looks whole', async () => {
      const reports = holding('reports');
      jest.spyOn(reports, 'exportOf').mockImplementation(async function* () {
        yield await Promise.resolve({});
        throw new Error('A fault of ours');
      });

      await expect(archive(alice).then(({ status }) => status)).rejects.toThrow(/aborted|hang up/);
    });

    it('ends without a fault when its reader leaves', async () => {
      const reports = holding('reports');
      const told = new EventEmitter();
      const [begun, over] = [once(told, 'begun'), once(told, 'over')];
      jest.spyOn(reports, 'exportOf').mockImplementation(async function* () {
        told.emit('begun');
        try {
          for (;;) yield await Promise.resolve({ text: Math.random().toString(36).repeat(100) });
        } finally {
          told.emit('over');
        }
      });

      const reading = request(`${kickoff.url}/api/user/export`, {
        headers: { Authorization: `Bearer ${alice.token}` },
      }).end();
      await Promise.all([once(reading, 'response'), begun]);
      reading.destroy();

      await over;
      expect(await profileStatus(alice)).toBe(200);
    });
  });
});

describe('limits of an account', () => {
  let kickoff: KickOff;

  beforeEach(async () => {
    kickoff = await startKickOff({ RATE_LIMIT_FACTOR: '1' });
  });
  afterEach(() => kickoff.stop());

  it('let its password be guessed at deletion no more often than at a login', async () => {
    const alice = await aFan(kickoff);
    const remove = (password: string) => as(kickoff, alice).delete('/api/user').send({ password });
    for (let guess = 0; guess < 10; guess += 1) await remove('wrong-one').expect(403);

    const answer = await remove(alice.password);

    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await as(kickoff, alice).get('/api/user/profile').expect(200);
  });

  it('let it be exported 10 times an hour', async () => {
    const alice = await aFan(kickoff);
    for (let time = 0; time < 10; time += 1) {
      await as(kickoff, alice).get('/api/user/export').expect(200);
    }

    await as(kickoff, alice).get('/api/user/export').expect(429);
  });
});
