import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PasswordChanged, SessionRow } from '@kickoff/contracts';
import { z } from 'zod';

import { KEYS } from '../src/common/config/config.module.js';
import type { Keys } from '../src/common/config/keys.js';
import { aFan, anAdmin, as, asVisitor, type Caller, logIn, logInAdmin } from './support/callers.js';
import { claimsOf, forgedToken } from './support/forged-tokens.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { NOT_TEXT } from './support/wrong-types.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe('sessions', () => {
  let kickoff: KickOff;
  let keys: Keys;
  let alice: Caller;
  let bob: Caller;
  let boss: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff({ PUBLIC_URL: 'https://kickoff.example' });
    keys = kickoff.app.get<Keys>(KEYS);
    bob = await aFan(kickoff);
    boss = await anAdmin(kickoff);
  });
  beforeEach(async () => {
    alice = await aFan(kickoff);
  });
  afterAll(() => kickoff.stop());

  const cookieOf = (caller: Caller) => `kickoff_session=${caller.token}`;
  const profileBy = async (headers: Record<string, string>) =>
    (await asVisitor(kickoff).get('/api/user/profile').set(headers)).status;
  const profileOf = (caller: Caller) => profileBy({ Authorization: `Bearer ${caller.token}` });
  const totalsBy = async (headers: Record<string, string>) =>
    (await asVisitor(kickoff).get('/api/admin/totalUsers').set(headers)).status;
  const totalsOf = (caller: Caller) => totalsBy({ Authorization: `Bearer ${caller.token}` });

  describe('credentials', () => {
    it('accepts a fan by bearer and by cookie', async () => {
      expect(await profileOf(alice)).toBe(200);
      expect(await profileBy({ Cookie: cookieOf(alice) })).toBe(200);
    });

    it('answers 401 with WWW-Authenticate without a credential', async () => {
      const answer = await asVisitor(kickoff).get('/api/user/profile');

      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    });

    it('never opens an admin call to a fan, nor a fan call to an admin', async () => {
      expect(await totalsOf(alice)).toBe(401);
      expect(await totalsBy({ Cookie: cookieOf(alice) })).toBe(401);
      expect(await profileOf(boss)).toBe(401);
      expect(await profileBy({ Cookie: cookieOf(boss) })).toBe(401);
      expect(await totalsOf(boss)).toBe(200);
    });

    it('never opens an admin call to the cookie of an admin', async () => {
      expect(await totalsBy({ Cookie: cookieOf(boss) })).toBe(401);
    });

    it('refuses bearer and cookie of two fans', async () => {
      const headers = { Authorization: `Bearer ${alice.token}`, Cookie: cookieOf(bob) };

      expect(await profileBy(headers)).toBe(401);
    });

    it('accepts bearer and cookie of the same fan', async () => {
      const again = await logIn(kickoff, alice);
      const headers = { Authorization: `Bearer ${alice.token}`, Cookie: cookieOf(again) };

      expect(await profileBy(headers)).toBe(200);
    });

    it.each(['Bearer', 'Bearer x', 'Basic eDp5', 'bearer  ', 'Bearer a b', ''])(
      'refuses the header %j also beside a good cookie',
      async (Authorization) => {
        expect(await profileBy({ Authorization, Cookie: cookieOf(alice) })).toBe(401);
      },
    );

    it('takes no token from the address or the body', async () => {
      await asVisitor(kickoff).get(`/api/user/profile?token=${alice.token}`).expect(401);
      await asVisitor(kickoff)
        .post('/api/user/change-password')
        .send({ token: alice.token })
        .expect(401);
    });

    type Forgery = (claims: Record<string, unknown>) => string;
    const signed =
      (overrides: Record<string, unknown>): Forgery =>
      (claims) =>
        forgedToken({ ...claims, ...overrides }, keys.fan);

    it.each<[string, Forgery]>([
      ['with another key', (claims) => forgedToken(claims, 'x'.repeat(40))],
      ['with the key of admins', (claims) => forgedToken(claims, keys.admin)],
      ['with no signature', (claims) => forgedToken(claims, '', 'none')],
      ['with another algorithm', (claims) => forgedToken(claims, keys.fan, 'HS512')],
      ['for another audience', signed({ aud: 'admin' })],
      ['of another type', signed({ typ: 'admin' })],
      ['without a type', signed({ typ: undefined })],
      ['without an end', signed({ exp: undefined })],
      ['without a beginning', signed({ iat: undefined })],
      ['without a subject', signed({ sub: undefined })],
      ['of another fan', signed({ sub: '0'.repeat(24) })],
      ['without a session', signed({ sid: undefined })],
      ['with an operator for a session', signed({ sid: { $ne: null } })],
      ['that ended', signed({ exp: 1 })],
    ])('refuses a token %s', async (_, forge) => {
      expect(await profileOf({ ...alice, token: forge(claimsOf(alice.token)) })).toBe(401);
    });

    it('accepts a token signed the way the server signs', async () => {
      expect(
        await profileOf({ ...alice, token: forgedToken(claimsOf(alice.token), keys.fan) }),
      ).toBe(200);
    });
  });

  describe('writes that come with the cookie alone', () => {
    const logoutWith = async (headers: Record<string, string>) =>
      (await asVisitor(kickoff).post('/api/auth/logout').set(headers)).status;

    it.each([
      ['no word on where it comes from', {}],
      ['another origin', { Origin: 'https://evil.example' }],
      ['the word null for an origin', { Origin: 'null' }],
      ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
      ['a neighbour of the site', { 'Sec-Fetch-Site': 'same-site' }],
      [
        'another origin in spite of its own word',
        { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
      ],
    ])('are refused with 403 from %s', async (_, headers) => {
      expect(await logoutWith({ Cookie: cookieOf(alice), ...headers })).toBe(403);
      expect(await profileOf(alice)).toBe(200);
    });

    it.each([
      ['our public address', { Origin: 'https://kickoff.example' }],
      ['our own pages', { 'Sec-Fetch-Site': 'same-origin' }],
    ])('are accepted from %s', async (_, headers) => {
      expect(await logoutWith({ Cookie: cookieOf(alice), ...headers })).toBe(204);
    });

    it('need no origin beside a bearer', async () => {
      const headers = { Authorization: `Bearer ${alice.token}`, Cookie: cookieOf(alice) };

      expect(await logoutWith(headers)).toBe(204);
    });
  });

  describe('lives', () => {
    it('lets a fan stay for seven days without use, and no longer', async () => {
      kickoff.clock.advance(7 * DAY_MS - MINUTE_MS);
      expect(await profileOf(alice)).toBe(200);

      kickoff.clock.advance(7 * DAY_MS + MINUTE_MS);

      expect(await profileOf(alice)).toBe(401);
    });

    it('lets a fan stay with use for thirty days, and no longer', async () => {
      for (let day = 6; day < 30; day += 6) {
        kickoff.clock.advance(6 * DAY_MS);
        expect(await profileOf(alice)).toBe(200);
      }

      kickoff.clock.advance(6 * DAY_MS);

      expect(await profileOf(alice)).toBe(401);
    });

    it('lets an admin stay for sixty minutes without use, and no longer', async () => {
      boss = await logInAdmin(kickoff, boss);
      kickoff.clock.advance(59 * MINUTE_MS);
      expect(await totalsOf(boss)).toBe(200);

      kickoff.clock.advance(60 * MINUTE_MS);

      expect(await totalsOf(boss)).toBe(401);
    });

    it('lets an admin stay with use for twelve hours, and no longer', async () => {
      boss = await logInAdmin(kickoff, boss);
      for (let minute = 50; minute < 12 * 60; minute += 50) {
        kickoff.clock.advance(50 * MINUTE_MS);
        expect(await totalsOf(boss)).toBe(200);
      }

      kickoff.clock.advance(50 * MINUTE_MS);

      expect(await totalsOf(boss)).toBe(401);
    });

    it('keeps ten sessions an account, the oldest goes', async () => {
      const later: Caller[] = [];
      for (let number = 0; number < 10; number += 1) {
        kickoff.clock.advance(1);
        later.push(await logIn(kickoff, alice));
      }

      expect(await profileOf(alice)).toBe(401);
      for (const caller of later) expect(await profileOf(caller)).toBe(200);
    });

    it('keeps ten sessions also when twenty logins come at once', async () => {
      await Promise.all(Array.from({ length: 20 }, () => logIn(kickoff, alice)));

      const answer = await as(kickoff, await logIn(kickoff, alice)).get('/api/user/sessions');

      expect(answer.body).toHaveLength(10);
    });
  });

  describe('logout', () => {
    it('ends the session for bearer and cookie and clears the cookie', async () => {
      const answer = await as(kickoff, alice).post('/api/auth/logout');

      expect(answer.status).toBe(204);
      expect(answer.headers['set-cookie']?.[0]).toMatch(/^kickoff_session=; .*Expires=Thu, 01 Jan/);
      expect(await profileOf(alice)).toBe(401);
      expect(await profileBy({ Cookie: cookieOf(alice) })).toBe(401);
    });

    it('ends the session of the bearer and that of the cookie together', async () => {
      const again = await logIn(kickoff, alice);

      await as(kickoff, alice).post('/api/auth/logout').set('Cookie', cookieOf(again)).expect(204);

      expect(await profileOf(again)).toBe(401);
    });

    it('leaves the other sessions of the fan', async () => {
      const phone = await logIn(kickoff, alice);

      await as(kickoff, alice).post('/api/auth/logout').expect(204);

      expect(await profileOf(phone)).toBe(200);
    });

    it('answers 401 where the session had ended', async () => {
      await as(kickoff, alice).post('/api/auth/logout').expect(204);

      await as(kickoff, alice).post('/api/auth/logout').expect(401);
    });

    it('ends an admin session likewise', async () => {
      boss = await logInAdmin(kickoff, boss);
      await as(kickoff, boss).post('/api/admin/logout').expect(204);

      expect(await totalsOf(boss)).toBe(401);
      await as(kickoff, boss).post('/api/admin/logout').expect(401);
    });
  });

  describe('the list', () => {
    const listOf = async (caller: Caller) => {
      const answer = await as(kickoff, caller).get('/api/user/sessions').expect(200);
      return z.array(SessionRow.strict()).parse(answer.body);
    };

    it("tells a fan's own sessions, newest first, with device and the current one", async () => {
      kickoff.clock.advance(1000);
      await asVisitor(kickoff)
        .post('/api/auth/login')
        .set('User-Agent', 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0')
        .send({ email: alice.email, password: alice.password })
        .expect(200);

      const sessions = await listOf(alice);

      expect(sessions.map(({ device, current }) => ({ device, current }))).toEqual([
        { device: 'Firefox on Android', current: false },
        { device: 'Unknown device', current: true },
      ]);
    });

    it('moves the time a session was last seen at most once a minute', async () => {
      const [before] = await listOf(alice);
      kickoff.clock.advance(59_000);
      const [soon] = await listOf(alice);
      kickoff.clock.advance(2000);
      await profileOf(alice);
      const [later] = await listOf(alice);

      expect(soon?.lastSeenAt).toBe(before?.lastSeenAt);
      expect(Date.parse(later?.lastSeenAt ?? '')).toBeGreaterThan(
        Date.parse(before?.lastSeenAt ?? ''),
      );
    });

    it("is there for admins too: one's own, each of which can be ended", async () => {
      boss = await logInAdmin(kickoff, boss);
      const elsewhere = await logInAdmin(kickoff, boss);
      const mine = async () => {
        const answer = await as(kickoff, boss).get('/api/admin/sessions').expect(200);
        return z.array(SessionRow.strict()).parse(answer.body);
      };
      const [fan] = await listOf(alice);

      await as(kickoff, boss)
        .delete(`/api/admin/sessions/${fan?._id ?? ''}`)
        .expect(404);
      for (const { _id, current } of await mine()) {
        if (!current) await as(kickoff, boss).delete(`/api/admin/sessions/${_id}`).expect(204);
      }

      expect(await mine()).toMatchObject([{ current: true }]);
      expect(await totalsOf(elsewhere)).toBe(401);
      expect(await profileOf(alice)).toBe(200);
    });

    it('ends one session by its id', async () => {
      const phone = await logIn(kickoff, alice);
      const other = (await listOf(alice)).find((session) => !session.current);

      await as(kickoff, alice).delete(`/api/user/sessions/${other?._id}`).expect(204);

      expect(await profileOf(phone)).toBe(401);
      expect(await profileOf(alice)).toBe(200);
    });

    it.each(['0'.repeat(24), 'nonsense', '%00', '..%2f'])(
      'answers 404 to the unknown id %s',
      async (id) => {
        const answer = await as(kickoff, alice).delete(`/api/user/sessions/${id}`);

        expect([400, 404]).toContain(answer.status);
      },
    );

    it("answers 404 to another fan's session and leaves it open", async () => {
      const bob = await aFan(kickoff);
      const [theirs] = await listOf(bob);

      await as(kickoff, alice).delete(`/api/user/sessions/${theirs?._id}`).expect(404);

      expect(await profileOf(bob)).toBe(200);
    });
  });

  describe('change of password', () => {
    const change = (caller: Caller, form: object) =>
      as(kickoff, caller).post('/api/user/change-password').send(form);

    it('ends all earlier sessions and answers a fresh token and cookie', async () => {
      const phone = await logIn(kickoff, alice);

      const answer = await change(alice, {
        currentPassword: alice.password,
        newPassword: 'terrace-song-7',
      });

      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        message: 'Your password has been changed',
        token: expect.any(String),
      });
      const { token } = PasswordChanged.parse(answer.body);
      expect(answer.headers['set-cookie']?.[0]).toContain(`kickoff_session=${token};`);
      expect(await profileOf(alice)).toBe(401);
      expect(await profileOf(phone)).toBe(401);
      expect(await profileOf({ ...alice, token })).toBe(200);
      await logIn(kickoff, { email: alice.email, password: 'terrace-song-7' });
    });

    it('answers 403 to a wrong current password and changes nothing', async () => {
      const answer = await change(alice, {
        currentPassword: 'not hers',
        newPassword: 'terrace-song-7',
      });

      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ error: 'The current password is wrong' });
      expect(await profileOf(alice)).toBe(200);
      await logIn(kickoff, alice);
    });

    it.each([
      ['12345', 'Password must be at least 6 characters long'],
      ['x'.repeat(129), 'Password must be at most 128 characters long'],
      ['football', 'This password is too common'],
      ['kickoff', 'This password is too common'],
    ])('refuses the new password %s with the words of the registration', async (given, error) => {
      const answer = await change(alice, {
        currentPassword: alice.password,
        newPassword: given,
      });

      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ error });
    });

    it('lets one of two changes at once win', async () => {
      const answers = await Promise.all(
        ['first-song-7', 'second-song-7'].map((newPassword) =>
          change(alice, { currentPassword: alice.password, newPassword }),
        ),
      );

      const winners = answers.filter((answer) => answer.status === 200);
      expect(winners).toHaveLength(1);
    });

    it.each(['currentPassword', 'newPassword'])(
      'answers 400 to a %s that is no text',
      async (field) => {
        const form = { currentPassword: alice.password, newPassword: 'terrace-song-7' };
        const statuses = await Promise.all(
          NOT_TEXT.map(async (value) => (await change(alice, { ...form, [field]: value })).status),
        );

        expect(new Set(statuses)).toEqual(new Set([400]));
      },
    );
  });
});
