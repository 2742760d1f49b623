import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SessionRow } from '@kickoff/contracts';
import { z } from 'zod';

import { aFan, anAdmin, as, asVisitor, type Caller, logIn, logInAdmin } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { operationsOf } from './support/operations.js';
import { adminStatusOf, cookieOf, fanStatusBy, fanStatusOf } from './support/who-gets-in.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe('sessions', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let boss: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    boss = await anAdmin(kickoff);
  });
  beforeEach(async () => {
    alice = await aFan(kickoff);
  });
  afterAll(() => kickoff.stop());

  describe('expiry', () => {
    it('a fan session expires after seven days without use', async () => {
      kickoff.clock.advance(7 * DAY_MS - MINUTE_MS);
      expect(await fanStatusOf(kickoff, alice)).toBe(200);

      kickoff.clock.advance(7 * DAY_MS + MINUTE_MS);

      expect(await fanStatusOf(kickoff, alice)).toBe(401);
    });

    it('a fan session in use expires after thirty days', async () => {
      for (let day = 6; day < 30; day += 6) {
        kickoff.clock.advance(6 * DAY_MS);
        expect(await fanStatusOf(kickoff, alice)).toBe(200);
      }

      kickoff.clock.advance(6 * DAY_MS);

      expect(await fanStatusOf(kickoff, alice)).toBe(401);
    });

    it('an admin session expires after sixty minutes without use', async () => {
      boss = await logInAdmin(kickoff, boss);
      kickoff.clock.advance(59 * MINUTE_MS);
      expect(await adminStatusOf(kickoff, boss)).toBe(200);

      kickoff.clock.advance(60 * MINUTE_MS);

      expect(await adminStatusOf(kickoff, boss)).toBe(401);
    });

    it('an admin session in use expires after twelve hours', async () => {
      boss = await logInAdmin(kickoff, boss);
      for (let minute = 50; minute < 12 * 60; minute += 50) {
        kickoff.clock.advance(50 * MINUTE_MS);
        expect(await adminStatusOf(kickoff, boss)).toBe(200);
      }

      kickoff.clock.advance(50 * MINUTE_MS);

      expect(await adminStatusOf(kickoff, boss)).toBe(401);
    });

    it('the eleventh session of an account ends the oldest', async () => {
      const later: Caller[] = [];
      for (let number = 0; number < 10; number += 1) {
        kickoff.clock.advance(1);
        later.push(await logIn(kickoff, alice));
      }

      expect(await fanStatusOf(kickoff, alice)).toBe(401);
      for (const caller of later) expect(await fanStatusOf(kickoff, caller)).toBe(200);
    });

    it('an account has ten sessions after twenty concurrent logins', async () => {
      await Promise.all(Array.from({ length: 20 }, () => logIn(kickoff, alice)));

      const answer = await as(kickoff, await logIn(kickoff, alice)).get('/api/user/sessions');

      expect(answer.body).toHaveLength(10);
    });
  });

  describe('authentication', () => {
    it('reads the session once for a token sent as bearer and as cookie', async () => {
      const call = () =>
        as(kickoff, alice).get('/api/user/profile').set('Cookie', cookieOf(alice)).expect(200);
      await call();

      const operations = await operationsOf(kickoff, call, []);

      expect(operations.filter(({ collection }) => collection === 'sessions')).toHaveLength(1);
    });
  });

  describe('logout', () => {
    it('ends the session for bearer and cookie and clears the cookie', async () => {
      const answer = await as(kickoff, alice).post('/api/auth/logout');

      expect(answer.status).toBe(204);
      expect(answer.headers['set-cookie']?.[0]).toMatch(/^kickoff_session=; .*Expires=Thu, 01 Jan/);
      expect(await fanStatusOf(kickoff, alice)).toBe(401);
      expect(await fanStatusBy(kickoff, { Cookie: cookieOf(alice) })).toBe(401);
    });

    it('also ends the session of the cookie when another token is sent as bearer', async () => {
      const again = await logIn(kickoff, alice);

      await as(kickoff, alice).post('/api/auth/logout').set('Cookie', cookieOf(again)).expect(204);

      expect(await fanStatusOf(kickoff, again)).toBe(401);
    });

    it('preserves the other sessions of the fan', async () => {
      const phone = await logIn(kickoff, alice);

      await as(kickoff, alice).post('/api/auth/logout').expect(204);

      expect(await fanStatusOf(kickoff, phone)).toBe(200);
    });

    it('answers 401 for a session that has already ended', async () => {
      await as(kickoff, alice).post('/api/auth/logout').expect(204);

      await as(kickoff, alice).post('/api/auth/logout').expect(401);
    });

    it('ends an admin session', async () => {
      boss = await logInAdmin(kickoff, boss);
      await as(kickoff, boss).post('/api/admin/logout').expect(204);

      expect(await adminStatusOf(kickoff, boss)).toBe(401);
      await as(kickoff, boss).post('/api/admin/logout').expect(401);
    });
  });

  describe('session list', () => {
    const listOf = async (caller: Caller) => {
      const answer = await as(kickoff, caller).get('/api/user/sessions').expect(200);
      return z.array(SessionRow.strict()).parse(answer.body);
    };

    it("lists a fan's own sessions, newest first, with device and the current one", async () => {
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

    it('updates the time a session was last seen at most once a minute', async () => {
      kickoff.clock.stand();
      const [before] = await listOf(alice);
      kickoff.clock.advance(59_000);
      const [soon] = await listOf(alice);
      kickoff.clock.advance(2000);
      await fanStatusOf(kickoff, alice);
      const [later] = await listOf(alice);

      expect(soon?.lastSeenAt).toBe(before?.lastSeenAt);
      expect(Date.parse(later?.lastSeenAt ?? '')).toBeGreaterThan(
        Date.parse(before?.lastSeenAt ?? ''),
      );
    });

    it('an admin lists and ends only their own sessions', async () => {
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
      expect(await adminStatusOf(kickoff, elsewhere)).toBe(401);
      expect(await fanStatusOf(kickoff, alice)).toBe(200);
    });

    it('ends one session by its id', async () => {
      const phone = await logIn(kickoff, alice);
      const other = (await listOf(alice)).find((session) => !session.current);

      await as(kickoff, alice).delete(`/api/user/sessions/${other?._id}`).expect(204);

      expect(await fanStatusOf(kickoff, phone)).toBe(401);
      expect(await fanStatusOf(kickoff, alice)).toBe(200);
    });

    it.each(['0'.repeat(24), 'nonsense', '%00', '..%2f'])(
      'answers 400 or 404 for the unknown id %s',
      async (id) => {
        const answer = await as(kickoff, alice).delete(`/api/user/sessions/${id}`);

        expect([400, 404]).toContain(answer.status);
      },
    );

    it('answers 404 for the session of another fan and does not end it', async () => {
      const bob = await aFan(kickoff);
      const [theirs] = await listOf(bob);

      await as(kickoff, alice).delete(`/api/user/sessions/${theirs?._id}`).expect(404);

      expect(await fanStatusOf(kickoff, bob)).toBe(200);
    });
  });
});
