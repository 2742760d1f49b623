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

  it('accepts a fan by bearer and by cookie', async () => {
    expect(await fanStatusOf(kickoff, alice)).toBe(200);
    expect(await fanStatusBy(kickoff, { Cookie: cookieOf(alice) })).toBe(200);
  });

  it('answers 401 with WWW-Authenticate without a credential', async () => {
    const answer = await asVisitor(kickoff).get('/api/user/profile');

    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('never opens an admin call to a fan, nor a fan call to an admin', async () => {
    expect(await adminStatusOf(kickoff, alice)).toBe(401);
    expect(await adminStatusBy(kickoff, { Cookie: cookieOf(alice) })).toBe(401);
    expect(await fanStatusOf(kickoff, boss)).toBe(401);
    expect(await fanStatusBy(kickoff, { Cookie: cookieOf(boss) })).toBe(401);
    expect(await adminStatusOf(kickoff, boss)).toBe(200);
  });

  it('never opens an admin call to the cookie of an admin', async () => {
    expect(await adminStatusBy(kickoff, { Cookie: cookieOf(boss) })).toBe(401);
  });

  it('refuses bearer and cookie of two fans', async () => {
    const headers = { Authorization: `Bearer ${alice.token}`, Cookie: cookieOf(bob) };

    expect(await fanStatusBy(kickoff, headers)).toBe(401);
  });

  it('accepts bearer and cookie of the same fan', async () => {
    const again = await logIn(kickoff, alice);
    const headers = { Authorization: `Bearer ${alice.token}`, Cookie: cookieOf(again) };

    expect(await fanStatusBy(kickoff, headers)).toBe(200);
  });

  it.each(['Bearer', 'Bearer x', 'Basic eDp5', 'bearer  ', 'Bearer a b', ''])(
    'refuses the header %j also beside a good cookie',
    async (Authorization) => {
      expect(await fanStatusBy(kickoff, { Authorization, Cookie: cookieOf(alice) })).toBe(401);
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
    expect(await fanStatusOf(kickoff, { ...alice, token: forge(claimsOf(alice.token)) })).toBe(401);
  });

  it('refuses a token that was good until its own end', async () => {
    const claims = claimsOf(alice.token);
    const exp = Math.floor(kickoff.clock.now().getTime() / 1000) + 60;
    const ending = { ...alice, token: forgedToken({ ...claims, exp }, keys.fan) };
    expect(await fanStatusOf(kickoff, ending)).toBe(200);

    kickoff.clock.advance(3 * 60_000);

    expect(await fanStatusOf(kickoff, ending)).toBe(401);
    expect(await fanStatusOf(kickoff, alice)).toBe(200);
  });

  it('accepts a token signed the way the server signs', async () => {
    expect(
      await fanStatusOf(kickoff, { ...alice, token: forgedToken(claimsOf(alice.token), keys.fan) }),
    ).toBe(200);
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
      expect(await fanStatusOf(kickoff, alice)).toBe(200);
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
});
