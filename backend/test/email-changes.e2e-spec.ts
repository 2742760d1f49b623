import { rm } from 'node:fs/promises';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EmailUndone, OwnProfile } from '@kickoff/contracts';
import { aFanRegistration } from '@kickoff/testing';

import { aFan, as, asVisitor, type Caller, logIn } from './support/callers.js';
import { findSource } from './support/personal-data-sources.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { Listener } from './support/listener.js';
import { aDataFolder, collectMails } from './support/mailbox.js';
import { until } from './support/until.js';
import { NOT_TEXT } from './support/wrong-types.js';

const PUBLIC_URL = 'https://kickoff.example';
const HOUR_MS = 60 * 60_000;
const INVALID = 'This link is invalid or has expired';
const TAKEN = { error: 'Email already registered', details: [{ path: 'email' }] };

describe('a change of email', () => {
  let kickoff: KickOff;
  let dataFolder: string;
  let alice: Caller;
  let number = 0;

  beforeAll(async () => {
    dataFolder = await aDataFolder();
    kickoff = await startKickOff({ PUBLIC_URL, KICKOFF_DATA: dataFolder });
  });
  beforeEach(async () => {
    alice = await aFan(kickoff);
    await mails();
  });
  afterAll(async () => {
    await kickoff.stop();
    await rm(dataFolder, { recursive: true });
  });

  const mails = () => collectMails(kickoff, dataFolder);
  const aNewEmail = () => `new${(number += 1)}@fans.example`;
  const change = (email: string, fields: Record<string, string> = {}, by = alice, at = kickoff) =>
    as(at, by)
      .post('/api/user/update-profile')
      .field({ username: by.username, email, phone: '+44 20 7946 0181' })
      .field({ fav_team1: 'Arsenal', fav_player: 'Tony Adams', ...fields });
  const undo = (token: unknown, at = kickoff) =>
    asVisitor(at).post('/api/user/undo-email').send({ token });
  const register = (email: string) =>
    asVisitor(kickoff).post('/api/auth/register').send(aFanRegistration({ email }));
  const profile = async (of = alice) =>
    OwnProfile.parse((await as(kickoff, of).get('/api/user/profile').expect(200)).body);
  const enter = (email: string, password = alice.password) =>
    asVisitor(kickoff).post('/api/auth/login').send({ email, password });
  const reset = (token: string, email: string) =>
    asVisitor(kickoff)
      .post('/api/user/reset-password')
      .send({ token, email, newPassword: 'terrace-song-7' });

  const tokenIn = (mail = '') =>
    new RegExp(`${PUBLIC_URL}/undo-email/([\\w-]{43})\\r?\\n`).exec(mail)?.[1] ?? 'no token';
  /** Changes the email and gives the token of the mailed link. */
  async function changeTo(email: string): Promise<string> {
    await change(email).expect(200);
    const [mail] = await mails();
    return tokenIn(mail);
  }

  describe('by the form', () => {
    it('counts at once, and mails the old address a link that takes it back', async () => {
      const email = aNewEmail();

      await change(email).expect(200);

      expect((await profile()).email).toBe(email);
      await enter(email).expect(200);
      await enter(alice.email).expect(401);
      const [mail, ...others] = await mails();
      expect(others).toEqual([]);
      expect(mail).toMatch(new RegExp(`^To: "?${alice.username}"? <${alice.email}>\\r$`, 'm'));
      expect(tokenIn(mail)).toHaveLength(43);
      expect(mail).not.toContain(email);
    });

    it('mails nothing where the email stays the same, however it is written', async () => {
      await change(` ${alice.email.toUpperCase()} `, { fav_player: 'Ian Wright' }).expect(200);

      expect(await mails()).toEqual([]);
    });

    it('takes the right current password and refuses a wrong one with 403', async () => {
      const wrong = await change(aNewEmail(), { currentPassword: 'not-this-one' });

      expect([wrong.status, wrong.body]).toMatchObject([
        403,
        { error: 'The current password is wrong', code: 'forbidden' },
      ]);
      expect((await profile()).email).toBe(alice.email);
      const email = aNewEmail();
      await change(email, { currentPassword: alice.password }).expect(200);
      expect((await profile()).email).toBe(email);
    });

    it('checks the current password where it is sent, also with the same email', async () => {
      await change(alice.email, { currentPassword: 'not-this-one' }).expect(403);
      await change(alice.email, { currentPassword: '' }).expect(400);
      await change(alice.email, { currentPassword: alice.password }).expect(200);
    });

    it('never stores the current password', async () => {
      await change(aNewEmail(), { currentPassword: alice.password }).expect(200);

      const rows = await kickoff.connection.collection('users').find().toArray();

      expect(JSON.stringify(rows)).not.toContain(alice.password);
    });

    it('kills an open reset link of the old email', async () => {
      await asVisitor(kickoff)
        .post('/api/user/forgot-password')
        .send({ email: alice.email })
        .expect(200);
      const [mail = ''] = await mails();
      const token = /\/reset\/([\w-]{43})/.exec(mail)?.[1] ?? '';
      const email = aNewEmail();

      await change(email).expect(200);

      await reset(token, alice.email).expect(400);
      await reset(token, email).expect(400);
    });

    it('stores the hash of the token only', async () => {
      const token = await changeTo(aNewEmail());

      const rows = await kickoff.connection.collection('email_changes').find().toArray();

      expect(rows).not.toEqual([]);
      expect(JSON.stringify(rows)).not.toContain(token);
    });

    it('has the database remove expired rows by itself', async () => {
      const indexes = await kickoff.connection.collection('email_changes').indexes();

      expect(indexes).toContainEqual(
        expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
      );
    });

    it('is refused to a call whose session has ended meanwhile', async () => {
      const token = await changeTo(aNewEmail());
      const [undone, late] = await Promise.all([
        undo(token),
        // Whichever comes first: at the end the owner has the account.
        change(aNewEmail()),
      ]);

      expect(undone.status).toBe(200);
      expect([200, 401, 409]).toContain(late.status);
      const user = await kickoff.connection
        .collection('users')
        .findOne({ username: alice.username });
      expect(user).toMatchObject({ email: alice.email });
    });
  });

  describe('the old email', () => {
    it('is taken for others for 72 hours, at registration and in the form', async () => {
      const bob = await aFan(kickoff);
      await changeTo(aNewEmail());
      kickoff.clock.advance(72 * HOUR_MS - 60_000);
      const later = await logIn(kickoff, bob);

      const registered = await register(alice.email.toUpperCase());
      const changed = await change(alice.email, {}, later);

      expect([registered.status, registered.body]).toMatchObject([409, TAKEN]);
      expect([changed.status, changed.body]).toMatchObject([409, TAKEN]);
      kickoff.clock.advance(60_000);
      await register(alice.email).expect(201);
    });

    it('may be taken again by its fan', async () => {
      await changeTo(aNewEmail());

      await change(alice.email).expect(200);

      expect((await profile()).email).toBe(alice.email);
    });

    it('is free at once when the account is deleted, and nothing is left of it', async () => {
      await changeTo(aNewEmail());

      await as(kickoff, alice).delete('/api/user').send({ password: alice.password }).expect(200);

      await until(async () => {
        const fanId = (await kickoff.connection.collection('email_changes').distinct('fanId')).map(
          String,
        );
        return !fanId.includes(alice.id) || undefined;
      });
      await register(alice.email).expect(201);
    });

    it('stands in the export as long as it can be brought back', async () => {
      await changeTo(aNewEmail());
      const { exportOf } = findSource(kickoff, 'formerEmails');
      const list = async () => {
        const rows = [];
        const fan = { id: alice.id, sessionId: '', audience: 'fan' } as const;
        for await (const row of exportOf?.(fan) ?? []) rows.push(row);
        return rows;
      };

      expect(await list()).toMatchObject([{ email: alice.email }]);
      kickoff.clock.advance(72 * HOUR_MS);
      expect(await list()).toEqual([]);
    });
  });

  describe('taken back by the mailed link', () => {
    it('brings the old email back and leads on to a new password', async () => {
      const stolen = aNewEmail();
      const token = await changeTo(stolen);

      const answer = await undo(token);

      expect(answer.status).toBe(200);
      const { message, resetToken } = EmailUndone.parse(answer.body);
      expect(message).toBe('Your old email address is back. Now choose a new password.');
      await reset(resetToken, alice.email).expect(200);
      const back = await logIn(kickoff, { email: alice.email, password: 'terrace-song-7' });
      expect(await profile(back)).toMatchObject({ _id: alice.id, email: alice.email });
      await enter(stolen).expect(401);
    });

    it('ends all sessions and open event streams', async () => {
      const phone = await logIn(kickoff, alice);
      const listener = await new Listener({ Authorization: `Bearer ${alice.token}` }).connect(
        kickoff,
      );
      const token = await changeTo(aNewEmail());

      await undo(token).expect(200);

      await as(kickoff, alice).get('/api/user/profile').expect(401);
      await as(kickoff, phone).get('/api/user/profile').expect(401);
      await until(() => listener.hasEnded || undefined);
    });

    it('makes the password open nothing any more', async () => {
      const stolen = aNewEmail();
      const token = await changeTo(stolen);
      await as(kickoff, alice)
        .post('/api/user/change-password')
        .send({ currentPassword: alice.password, newPassword: 'thief-has-it-9' })
        .expect(200);

      await undo(token).expect(200);

      for (const email of [alice.email, stolen]) {
        for (const password of [alice.password, 'thief-has-it-9', '']) {
          expect((await enter(email, password)).status).toBeGreaterThanOrEqual(400);
        }
      }
    });

    it('ends reset links that were mailed to the other address', async () => {
      const stolen = aNewEmail();
      const token = await changeTo(stolen);
      await asVisitor(kickoff)
        .post('/api/user/forgot-password')
        .send({ email: stolen })
        .expect(200);
      const [mail = ''] = await mails();
      const resetToken = /\/reset\/([\w-]{43})/.exec(mail)?.[1] ?? '';

      await undo(token).expect(200);

      await reset(resetToken, stolen).expect(400);
      await reset(resetToken, alice.email).expect(400);
    });

    it('leads on for thirty minutes', async () => {
      const { resetToken } = EmailUndone.parse((await undo(await changeTo(aNewEmail()))).body);
      kickoff.clock.advance(30 * 60_000);

      await reset(resetToken, alice.email).expect(400);
    });

    it('works for 72 hours', async () => {
      const token = await changeTo(aNewEmail());
      kickoff.clock.advance(72 * HOUR_MS - 60_000);

      await undo(token).expect(200);
    });

    it('is refused after 72 hours', async () => {
      const token = await changeTo(aNewEmail());
      kickoff.clock.advance(72 * HOUR_MS);

      const answer = await undo(token);

      expect([answer.status, answer.body]).toMatchObject([
        400,
        { error: INVALID, code: 'invalid_input' },
      ]);
    });

    it('works once, also when sent many times at once', async () => {
      const token = await changeTo(aNewEmail());

      const answers = await Promise.all(Array.from({ length: 6 }, () => undo(token)));

      expect(answers.map(({ status }) => status).sort()).toEqual([
        200,
        ...Array<number>(5).fill(400),
      ]);
      await undo(token).expect(400);
    });

    it('ends the links of later changes and lets those of earlier ones be', async () => {
      const [second, third] = [aNewEmail(), aNewEmail()];
      const first = await changeTo(second);
      const middle = await changeTo(third);
      const last = await changeTo(aNewEmail());

      await undo(middle).expect(200);

      await undo(last).expect(400);
      await register(third).expect(201);
      await register(alice.email).expect(409);
      await undo(first).expect(200);
      await register(second).expect(201);
      const user = await kickoff.connection
        .collection('users')
        .findOne({ username: alice.username });
      expect(user).toMatchObject({ email: alice.email });
    });

    it('lets admins find the fan by the old email again, and not by the other', async () => {
      const stolen = aNewEmail();
      await undo(await changeTo(stolen)).expect(200);

      const { foundBy } = (await kickoff.connection
        .collection<{ username: string; foundBy: string[] }>('users')
        .findOne({ username: alice.username })) ?? { foundBy: [] };

      expect(foundBy).toContain(alice.email);
      expect(foundBy).not.toContain(stolen);
    });

    it.each([
      ['a wrong token', 'x'.repeat(43)],
      ['an empty token', ''],
      ['a token that is too long', 'x'.repeat(201)],
    ])('refuses %s with the sentence of the contract', async (_what, token) => {
      const answer = await undo(token);

      expect([answer.status, answer.body]).toMatchObject([400, { error: INVALID }]);
    });

    it('answers 400 to a token that is no text', async () => {
      const answers = await Promise.all(NOT_TEXT.map((token) => undo(token)));

      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    });

    it('is refused for an account that is gone', async () => {
      const token = await changeTo(aNewEmail());
      await as(kickoff, alice).delete('/api/user').send({ password: alice.password }).expect(200);

      await undo(token).expect(400);
    });

    it('works at another instance', async () => {
      const token = await changeTo(aNewEmail());
      const other = await kickoff.another();

      const answer = await undo(token, other);

      await other.close();
      expect(answer.status).toBe(200);
    });
  });
});

it('gives a fan ten changes of email a day', async () => {
  const kickoff = await startKickOff({ RATE_LIMIT_FACTOR: '1' });
  const fan = await aFan(kickoff);
  const change = (email: string) =>
    as(kickoff, fan)
      .post('/api/user/update-profile')
      .field({ username: fan.username, email, phone: '+44 20 7946 0181' })
      .field({ fav_team1: '', fav_player: '' });
  for (let times = 0; times < 10; times += 1) {
    await change(`walker${times}@fans.example`).expect(200);
  }

  const answer = await change('walker10@fans.example');
  const same = await change('walker9@fans.example');

  await kickoff.stop();
  expect([answer.status, same.status]).toEqual([429, 200]);
});
