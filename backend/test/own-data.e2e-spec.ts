import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FanSettings, FriendProfile, OwnProfile, Post, ProfileUpdated } from '@kickoff/contracts';
import { aFanRegistration } from '@kickoff/testing';
import { mongo } from 'mongoose';

import { MediaCleanupJob } from '../src/media/media-cleanup.job.js';
import { MediaService } from '../src/media/media.service.js';
import { UsersService } from '../src/users/users.service.js';
import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { aPicture } from './support/pictures.js';
import { NOT_TEXT } from './support/wrong-types.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe("a fan's own data", () => {
  let kickoff: KickOff;
  let alice: Caller;
  let number = 0;

  beforeAll(async () => {
    kickoff = await startKickOff();
    // Months pass in these tests: every job would run at once.
  });
  beforeEach(async () => {
    alice = await aFan(kickoff, { username: `alice ${(number += 1)}` });
  });
  afterAll(() => kickoff.stop());

  const aForm = (changes: Record<string, string> = {}) => ({
    username: alice.username,
    email: alice.email,
    phone: '+44 20 7946 0181',
    fav_team1: 'Arsenal',
    fav_player: 'Tony Adams',
    ...changes,
  });
  const update = (form: Record<string, string>, by = alice) =>
    as(kickoff, by).post('/api/user/update-profile').field(form);
  const profile = async (of = alice) =>
    OwnProfile.parse((await as(kickoff, of).get('/api/user/profile')).body);
  const register = (username: string) =>
    asVisitor(kickoff)
      .post('/api/auth/register')
      .send(aFanRegistration({ username, email: `later${(number += 1)}@fans.example` }));
  const pictures = () =>
    readdir(join(kickoff.context.settings.dataFolder, 'uploads', 'profile_pictures')).catch(
      (): string[] => [],
    );

  describe('POST /api/user/update-profile', () => {
    it('stores all five fields and returns the updated fan', async () => {
      const form = aForm({
        username: `Alicia ${number}`,
        email: `New${number}@Fans.example`,
        phone: '+44 20 7946 0999',
      });

      const answer = await update(form);

      expect(answer.status).toBe(200);
      const { user } = ProfileUpdated.parse(answer.body);
      expect(user).toMatchObject({ ...form, email: `new${number}@fans.example` });
      expect(await profile()).toEqual(user);
    });

    it.each(['username', 'email', 'phone', 'fav_team1', 'fav_player'])(
      'refuses a form without %s with 400 and names the field',
      async (field) => {
        const form = Object.entries(aForm()).filter(([name]) => name !== field);

        const answer = await update(Object.fromEntries(form));

        expect(answer.status).toBe(400);
        expect(answer.body).toMatchObject({ details: [{ path: field }] });
      },
    );

    it.each([
      ['a name of one letter', { username: 'a' }],
      ['a reserved name', { username: 'Settings' }],
      ['an email that is none', { email: 'alice' }],
      ['a phone of letters', { phone: 'phone' }],
      ['a team of 81 characters', { fav_team1: 'x'.repeat(81) }],
      ['a player of 81 characters', { fav_player: 'x'.repeat(81) }],
    ])('refuses %s with 400 and changes nothing', async (_what, changes) => {
      const before = await profile();

      expect((await update(aForm(changes))).status).toBe(400);

      expect(await profile()).toEqual(before);
    });

    it('refuses the name or email of another fan with 409 and the errors of registration', async () => {
      const bob = await aFan(kickoff);

      const name = await update(aForm({ username: bob.username.toUpperCase() }));
      const email = await update(aForm({ email: bob.email }));

      expect([name.status, name.body]).toMatchObject([
        409,
        { error: 'Username already taken', details: [{ path: 'username' }] },
      ]);
      expect([email.status, email.body]).toMatchObject([
        409,
        { error: 'Email already registered', details: [{ path: 'email' }] },
      ]);
    });

    it('leaves a name to each of two fans who registered it before case folding', async () => {
      const older = await aFan(kickoff, { username: `Preuß ${number}` });
      const keys = { usernameKey: `preuß ${number}`, usernameSkeleton: `preuß ${number}` };
      await kickoff.connection
        .collection('users')
        .updateOne({ username: older.username }, { $set: keys });
      const newer = await aFan(kickoff, { username: `PREUSS ${number}` });
      const idOf = async (name: string) => {
        const path = `/api/user/friend-profile/${encodeURIComponent(name)}`;
        return FriendProfile.parse((await as(kickoff, alice).get(path).expect(200)).body)._id;
      };

      const { username, email } = older;
      await update(aForm({ username, email, phone: '+44 1' }), older).expect(200);

      expect(await idOf(older.username.toUpperCase().toLowerCase())).toBe(newer.id);
      expect(await idOf(older.username)).toBe(older.id);
      await update(aForm({ username: newer.username, email }), older).expect(409);
    });

    it('gives a name to only one of two fans who request it concurrently', async () => {
      const bob = await aFan(kickoff);
      const wanted = { username: `Wanted ${number}` };

      const answers = await Promise.all([
        update(aForm(wanted)),
        update(aForm({ ...wanted, email: bob.email }), bob),
      ]);

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('revokes an open reset link when the email changes', async () => {
      const users = kickoff.app.get(UsersService, { strict: false });
      const user = await users.findById(alice.id);
      if (!user) throw new Error('alice is missing');
      await users.setReset(user, { tokenHash: 'x', expiresAt: new Date(Date.now() + DAY_MS) });

      await update(aForm()).expect(200);
      expect(await users.findById(alice.id)).toHaveProperty('reset');

      await update(aForm({ email: `other${number}@fans.example` })).expect(200);
      expect(await users.findById(alice.id)).not.toHaveProperty('reset');
    });

    it('reserves the old name and similar ones for 30 days', async () => {
      const old = alice.username;
      await update(aForm({ username: `Renamed ${number}` })).expect(200);

      expect((await register(old.toUpperCase())).body).toMatchObject({
        error: 'Username already taken',
      });
      expect((await register(old.replace('l', '1'))).body).toMatchObject({
        error: 'Username already taken',
      });
      kickoff.clock.advance(30 * DAY_MS - MINUTE_MS);
      expect((await register(old)).status).toBe(409);
      kickoff.clock.advance(MINUTE_MS);
      expect((await register(old)).status).toBe(201);
    });

    it('reserves the name of a deleted account for 30 days, while its email is free at once', async () => {
      const { username, email, password } = alice;
      await as(kickoff, alice).delete('/api/user').send({ password }).expect(200);

      const form = aFanRegistration({ username: `other ${number}`, email });
      expect((await register(username)).status).toBe(409);
      expect((await asVisitor(kickoff).post('/api/auth/register').send(form)).status).toBe(201);
      kickoff.clock.advance(30 * DAY_MS - MINUTE_MS);
      expect((await register(username)).status).toBe(409);
      kickoff.clock.advance(MINUTE_MS);
      expect((await register(username)).status).toBe(201);
    });

    it('shows the new name on existing posts at once', async () => {
      const call = () => as(kickoff, alice);
      const { _id } = Post.parse((await call().post('/api/pt/posts').field('text', 'Hi')).body);

      await update(aForm({ username: `Renamed ${number}` })).expect(200);

      const post = Post.parse((await call().get(`/api/pt/posts/${_id}`)).body);
      expect(post.user.username).toBe(`Renamed ${number}`);
    });

    it('lets a fan return to their old name', async () => {
      await update(aForm({ username: `Renamed ${number}` })).expect(200);

      await update(aForm()).expect(200);

      expect((await profile()).username).toBe(alice.username);
    });

    it('answers 401 without a session', async () => {
      await asVisitor(kickoff).post('/api/user/update-profile').field(aForm()).expect(401);
    });
  });

  describe('POST /api/user/update-profile with a picture', () => {
    it('shows the new picture and deletes the old one', async () => {
      const first = ProfileUpdated.parse(
        (
          await update(aForm())
            .attach('profilePicture', await aPicture(), 'me.jpg')
            .expect(200)
        ).body,
      ).user.profilePicture;

      const second = ProfileUpdated.parse(
        (await update(aForm()).attach('profilePicture', await aPicture(), 'me.jpg')).body,
      ).user.profilePicture;

      const address = (name: string) => `/api/uploads/profile_pictures/${name}`;
      expect((await asVisitor(kickoff).get(address(second))).status).toBe(200);
      expect((await asVisitor(kickoff).get(address(first))).status).toBe(404);
      expect((await profile()).profilePicture).toBe(second);
    });

    it('deletes the old picture within a minute when the request ends before it has', async () => {
      const put = async () => update(aForm()).attach('profilePicture', await aPicture(), 'me.jpg');
      const cleanup = kickoff.app.get(MediaCleanupJob, { strict: false });
      const isServed = async (name: string) => {
        const answer = await asVisitor(kickoff).get(`/api/uploads/profile_pictures/${name}`);
        return answer.status === 200;
      };
      const first = ProfileUpdated.parse((await put()).body).user.profilePicture;
      await cleanup.run();
      jest
        .spyOn(kickoff.app.get(MediaService, { strict: false }), 'discard')
        .mockRejectedValueOnce(new mongo.MongoNetworkError('cut'));

      await put().then(({ status }) => expect(status).toBe(503));
      expect(await isServed(first)).toBe(true);
      kickoff.clock.advance(MINUTE_MS);
      await cleanup.tick();

      const { profilePicture } = await profile();
      expect(profilePicture).not.toBe(first);
      expect([await isServed(first), await isServed(profilePicture)]).toEqual([false, true]);
    });

    it('preserves the picture when a form has none', async () => {
      const { user } = ProfileUpdated.parse(
        (await update(aForm()).attach('profilePicture', await aPicture(), 'me.jpg')).body,
      );

      await update(aForm({ fav_team1: 'Leyton Orient' })).expect(200);

      expect((await profile()).profilePicture).toBe(user.profilePicture);
    });

    it('stores no file when the name is taken', async () => {
      const bob = await aFan(kickoff);
      const before = await pictures();

      await update(aForm({ username: bob.username }))
        .attach('profilePicture', await aPicture(), 'me.jpg')
        .expect(409);

      expect(await pictures()).toEqual(before);
    });

    it('stores one picture of five that are uploaded concurrently', async () => {
      const before = await pictures();
      const picture = await aPicture();

      const answers = await Promise.all(
        Array.from({ length: 5 }, () => update(aForm()).attach('profilePicture', picture, 'me')),
      );

      expect(answers.map(({ status }) => status)).toContain(200);
      const { profilePicture } = await profile();
      const left = (await pictures()).filter((name) => !before.includes(name));
      const stems = new Set(left.map((name) => name.replace(/(-\d+)?[.]webp$/, '.webp')));
      expect([...stems]).toEqual([profilePicture]);
    });
  });

  describe('PATCH /api/user/settings', () => {
    const change = (settings: object) =>
      as(kickoff, alice).patch('/api/user/settings').send(settings);

    it('changes only the named settings', async () => {
      const before = (await profile()).settings;

      await change({ theme: 'dark' }).expect(200);
      await change({ notifications: { like: false } }).expect(200);
      await change({ push: { story: true, match: false } }).expect(200);
      const answer = await change({ hideContact: true, feed: 'following' });

      const expected = {
        ...before,
        hideContact: true,
        feed: 'following',
        theme: 'dark',
        notifications: { ...before.notifications, like: false },
        push: { ...before.push, story: true, match: false },
      };
      expect(FanSettings.strict().parse(answer.body)).toEqual(expected);
      expect((await profile()).settings).toEqual(expected);
    });

    it('changes nothing for an empty request or unknown settings', async () => {
      const before = (await profile()).settings;

      const answers = [
        await change({}),
        await change({ moderation: false, notifications: {}, push: { moderation: true } }),
      ];

      expect(answers.map(({ status, body }) => [status, FanSettings.parse(body)])).toEqual([
        [200, before],
        [200, before],
      ]);
    });

    it.each(['hideContact', 'feed', 'theme', 'notifications', 'push'])(
      'refuses a value of the wrong type for %s with 400',
      async (name) => {
        const wrong = [...NOT_TEXT, 'odd', null].filter(
          (value) => typeof value !== 'boolean' || name !== 'hideContact',
        );
        for (const value of wrong) {
          const isGroup = name === 'notifications' || name === 'push';
          if (isGroup && typeof value === 'object' && value !== null) continue;
          expect({ value, status: (await change({ [name]: value })).status }).toEqual({
            value,
            status: 400,
          });
        }
      },
    );

    it.each(['notifications', 'push'])(
      'refuses a value in %s that is no boolean with 400',
      async (group) => {
        for (const value of ['true', 1, null, {}]) {
          expect((await change({ [group]: { match: value } })).status).toBe(400);
        }
      },
    );

    it('enables push messages by default for comments, quotes, replies, the team and matches', async () => {
      const dora = await aFan(kickoff);
      const answer = await as(kickoff, dora).get('/api/user/profile').expect(200);

      const { push } = OwnProfile.parse(answer.body).settings;
      const wanted = Object.entries(push).flatMap(([kind, isOn]) => (isOn ? [kind] : []));
      expect(wanted).toEqual(['comment', 'team', 'quote', 'match', 'reply']);
    });
  });
});
