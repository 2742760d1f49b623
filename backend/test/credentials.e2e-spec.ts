import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import { KEYS } from '../src/common/config/config.module.js';
import type { Keys } from '../src/common/config/keys.js';
import { aFan, anAdmin, asVisitor, type Caller, logIn } from './support/callers.js';
import { claimsOf, forgedToken } from './support/forged-tokens.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import {
  adminStatusBy,
  adminStatusOf,
  cookieOf,
  fanStatusBy,
  fanStatusOf,
} from './support/who-gets-in.js';

describe('credentials', () => {
  let kickoff: KickOff;
  let keys: Keys;
  let alice: Caller;
  let bob: Caller;
  let boss: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff({
      PUBLIC_URL: 'https://kickoff.example',
      ADMIN_EMAIL: 'boss@kickoff.example',
    });
    keys = kickoff.app.get<Keys>(KEYS);
    bob = await aFan(kickoff);
    boss = await anAdmin(kickoff, { email: 'boss@kickoff.example' });
  });
  beforeEach(async () => {
    alice = await aFan(kickoff);
  });
  afterAll(() => kickoff.stop());

  it('are accepted as bearer and as cookie', async () => {
    expect(await fanStatusOf(kickoff, alice)).toBe(200);
    expect(await fanStatusBy(kickoff, { Cookie: cookieOf(alice) })).toBe(200);
  });

  it('are required, with 401 and WWW-Authenticate if missing', async () => {
    const answer = await asVisitor(kickoff).get('/api/user/profile');

    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('are refused with 401 on routes of the other audience', async () => {
    expect(await adminStatusOf(kickoff, alice)).toBe(401);
    expect(await adminStatusBy(kickoff, { Cookie: cookieOf(alice) })).toBe(401);
    expect(await fanStatusOf(kickoff, boss)).toBe(401);
    expect(await fanStatusBy(kickoff, { Cookie: cookieOf(boss) })).toBe(401);
    expect(await adminStatusOf(kickoff, boss)).toBe(200);
  });

  it('are refused with 401 for an admin cookie without bearer', async () => {
    expect(await adminStatusBy(kickoff, { Cookie: cookieOf(boss) })).toBe(401);
  });

  it('are refused with 401 for bearer and cookie of two fans', async () => {
    const headers = { Authorization: `Bearer ${alice.token}`, Cookie: cookieOf(bob) };

    expect(await fanStatusBy(kickoff, headers)).toBe(401);
  });

  it('are accepted as bearer and cookie of the same fan', async () => {
    const again = await logIn(kickoff, alice);
    const headers = { Authorization: `Bearer ${alice.token}`, Cookie: cookieOf(again) };

    expect(await fanStatusBy(kickoff, headers)).toBe(200);
  });

  it.each(['Bearer', 'Bearer x', 'Basic eDp5', 'bearer  ', 'Bearer a b', ''])(
    'are refused with 401 for the header %j, also beside a valid cookie',
    async (Authorization) => {
      expect(await fanStatusBy(kickoff, { Authorization, Cookie: cookieOf(alice) })).toBe(401);
    },
  );

  it('are not read from the URL or the body', async () => {
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
    ['with the admin key', (claims) => forgedToken(claims, keys.admin)],
    ['with no signature', (claims) => forgedToken(claims, '', 'none')],
    ['with another algorithm', (claims) => forgedToken(claims, keys.fan, 'HS512')],
    ['for another audience', signed({ aud: 'admin' })],
    ['of another type', signed({ typ: 'admin' })],
    ['without a type', signed({ typ: undefined })],
    ['without an expiry', signed({ exp: undefined })],
    ['without an issue time', signed({ iat: undefined })],
    ['without a subject', signed({ sub: undefined })],
    ['of another fan', signed({ sub: '0'.repeat(24) })],
    ['without a session', signed({ sid: undefined })],
    ['with an operator for a session', signed({ sid: { $ne: null } })],
    ['that has expired', signed({ exp: 1 })],
  ])('are refused with 401 for a token %s', async (_, forge) => {
    expect(await fanStatusOf(kickoff, { ...alice, token: forge(claimsOf(alice.token)) })).toBe(401);
  });

  it('are refused with 401 once the token has expired by its own claim', async () => {
    const claims = claimsOf(alice.token);
    const exp = Math.floor(kickoff.clock.now().getTime() / 1000) + 60;
    const ending = { ...alice, token: forgedToken({ ...claims, exp }, keys.fan) };
    expect(await fanStatusOf(kickoff, ending)).toBe(200);

    kickoff.clock.advance(90_000);
    // Clocks of several instances may differ by a minute.
    expect(await fanStatusOf(kickoff, ending)).toBe(200);
    kickoff.clock.advance(90_000);

    expect(await fanStatusOf(kickoff, ending)).toBe(401);
    expect(await fanStatusOf(kickoff, alice)).toBe(200);
  });

  it('are accepted as a token that the test signs like the server', async () => {
    expect(
      await fanStatusOf(kickoff, { ...alice, token: forgedToken(claimsOf(alice.token), keys.fan) }),
    ).toBe(200);
  });

  describe('writes authenticated by the cookie only', () => {
    const logoutWith = async (headers: Record<string, string>) =>
      (await asVisitor(kickoff).post('/api/auth/logout').set(headers)).status;

    it.each([
      ['an unknown origin', {}],
      ['another origin', { Origin: 'https://evil.example' }],
      ['the origin null', { Origin: 'null' }],
      ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
      ['the same site', { 'Sec-Fetch-Site': 'same-site' }],
      [
        'another origin that claims same-origin',
        { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
      ],
    ])('are refused with 403 from %s', async (_, headers) => {
      expect(await logoutWith({ Cookie: cookieOf(alice), ...headers })).toBe(403);
      expect(await fanStatusOf(kickoff, alice)).toBe(200);
    });

    it.each([
      ['the public address', { Origin: 'https://kickoff.example' }],
      ['the same origin', { 'Sec-Fetch-Site': 'same-origin' }],
    ])('are accepted from %s', async (_, headers) => {
      expect(await logoutWith({ Cookie: cookieOf(alice), ...headers })).toBe(204);
    });

    it('need no origin when a bearer is sent too', async () => {
      const headers = { Authorization: `Bearer ${alice.token}`, Cookie: cookieOf(alice) };

      expect(await logoutWith(headers)).toBe(204);
    });
  });
});
