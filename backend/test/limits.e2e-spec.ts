import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { aFanRegistration } from '@kickoff/testing';

import { PasswordsService } from '../src/auth/passwords.service.js';
import { LimitsRepository } from '../src/common/limits/limits.repository.js';
import { aFan, as, asVisitor, type Caller, logIn } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { all, expectRefused, times } from './support/limited-calls.js';
import { collectMails } from './support/mailbox.js';
import { aPollBy, vote } from './support/polls.js';

const MINUTE_MS = 60_000;

describe('rate limits', () => {
  let kickoff: KickOff;
  let addresses = 0;
  /** Through the proxy header, each test has its own addresses. */
  let address: string;

  beforeAll(async () => {
    kickoff = await startKickOff({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' });
  });
  beforeEach(() => {
    address = anAddress();
  });
  afterAll(() => kickoff.stop());

  const anAddress = () => `192.0.2.${(addresses += 1)}`;
  const login = (
    email: string,
    password: string,
    { at = kickoff, from = address }: { at?: KickOff; from?: string } = {},
  ) => asVisitor(at).post('/api/auth/login').set('X-Forwarded-For', from).send({ email, password });
  const register = (from: string) =>
    asVisitor(kickoff)
      .post('/api/auth/register')
      .set('X-Forwarded-For', from)
      .send(aFanRegistration());

  it('allow 30 posts per fan in 10 minutes over all instances', async () => {
    const [alice, bob] = [await aFan(kickoff), await aFan(kickoff)];
    const other = await kickoff.another();
    const post = (at: KickOff, by = alice) =>
      as(at, by).post('/api/pt/posts').field('text', 'Goal!');

    expect(await times(15, () => post(kickoff))).toEqual(all(15, 201));
    expect(await times(15, () => post(other))).toEqual(all(15, 201));
    expectRefused(await post(kickoff), 10 * MINUTE_MS);
    expectRefused(await post(other), 10 * MINUTE_MS);
    expect((await post(other, bob)).status).toBe(201);
    kickoff.clock.advance(10 * MINUTE_MS);
    expect((await post(kickoff)).status).toBe(201);
    await other.close();
  });

  it('allow 120 votes per fan in 10 minutes, rejected ones included', async () => {
    const [alice, bob] = [await aFan(kickoff), await aFan(kickoff)];
    const post = await aPollBy(kickoff, alice);

    expect(await times(120, () => vote(kickoff, bob, post, 0))).toEqual([200, ...all(119, 409)]);

    expectRefused(await vote(kickoff, bob, post, 0), 10 * MINUTE_MS);
    expect((await vote(kickoff, alice, post, 0)).status).toBe(200);
  });

  it('allow 120 likes per fan in 10 minutes, and at most 10 more over a second instance', async () => {
    const alice = await aFan(kickoff);
    const other = await kickoff.another();
    const { _id } = await aPollBy(kickoff, alice);
    const like = (at: KickOff) => as(at, alice).post(`/api/pt/posts/${_id}/like`).send({});
    const statuses: number[] = [];
    for (let pair = 0; pair < 70; pair += 1) {
      statuses.push((await like(kickoff)).status, (await like(other)).status);
    }

    const allowed = statuses.filter((status) => status === 200).length;
    expect(allowed).toBeGreaterThanOrEqual(120);
    expect(allowed).toBeLessThanOrEqual(130);
    for (const at of [kickoff, other]) expectRefused(await like(at), 10 * MINUTE_MS);
    await other.close();
  });

  it('write the first likes of a fan to the database in batches', async () => {
    const alice = await aFan(kickoff);
    const { _id } = await aPollBy(kickoff, alice);
    const like = () => as(kickoff, alice).post(`/api/pt/posts/${_id}/like`).send({});
    const add = jest.spyOn(kickoff.app.get(LimitsRepository, { strict: false }), 'add');

    expect(await times(40, like)).toEqual(all(40, 200));
    const first = add.mock.calls.filter(([{ id }]) => id.startsWith('likes:')).length;
    expect(await times(80, like)).toEqual(all(80, 200));

    expect(first).toBeLessThanOrEqual(4);
    expectRefused(await like(), 10 * MINUTE_MS);
    add.mockRestore();
  });

  it('allow 5 registrations per address in 30 minutes', async () => {
    expect(await times(5, () => register(address))).toEqual(all(5, 201));

    expectRefused(await register(address), 30 * MINUTE_MS);
    expect((await register(anAddress())).status).toBe(201);
  });

  it('count an IPv6 network of 64 bits as one address', async () => {
    expect(await times(5, () => register('2001:db8:0:1::1'))).toEqual(all(5, 201));

    expectRefused(await register('2001:db8::1:ffff:0:0:9'), 30 * MINUTE_MS);
    expect((await register('2001:db8:0:2::1')).status).toBe(201);
  });

  it('count an IPv4-mapped IPv6 address as the IPv4 address', async () => {
    expect(await times(5, () => register(address))).toEqual(all(5, 201));

    expectRefused(await register(`::ffff:${address}`), 30 * MINUTE_MS);
  });

  it.each([
    ['1', []],
    ['0.5', []],
    ['2.5', [{ event: 'limits_raised', factor: 2.5 }]],
  ])(
    'log a warning at the start only if RATE_LIMIT_FACTOR %s exceeds 1',
    async (factor, warnings) => {
      let log = '';
      const variables = { RATE_LIMIT_FACTOR: factor, LOG_LEVEL: 'warn' };
      const raised = await startKickOff(variables, { write: (line) => (log += line) });
      await raised.stop();

      const lines: unknown[] = log
        .split('\n')
        .filter((line) => line.includes('limits_raised'))
        .map((line): unknown => JSON.parse(line));
      expect(lines).toMatchObject(warnings);
    },
  );

  it('ignore X-Forwarded-For of an untrusted client', async () => {
    const open = await startKickOff({ RATE_LIMIT_FACTOR: '1' });
    const statuses: number[] = [];
    for (let number = 1; number <= 6; number += 1) {
      const answer = await asVisitor(open)
        .post('/api/auth/register')
        .set('X-Forwarded-For', `192.0.2.${number}`)
        .send(aFanRegistration());
      statuses.push(answer.status);
    }
    await open.stop();

    expect(statuses).toEqual([...all(5, 201), 429]);
  });

  it('allow 600 reads by username per hour, times the factor', async () => {
    const few = await startKickOff({ RATE_LIMIT_FACTOR: '0.01' });
    const alice = await aFan(few);
    const look = () => as(few, alice).get(`/api/user/friend-profile/${alice.username}`);
    const list = () => as(few, alice).get(`/api/pt/posts?author=${alice.username}`);

    expect(await times(3, look)).toEqual(all(3, 200));
    expect(await times(3, list)).toEqual(all(3, 200));
    expectRefused(await look(), 60 * MINUTE_MS);
    expectRefused(await list(), 60 * MINUTE_MS);
    await few.stop();
  });

  describe('username change limit', () => {
    const rename = (by: Caller, username: string) =>
      as(kickoff, by).post('/api/user/update-profile').field({
        username,
        email: by.email,
        phone: '+44 20 7946 0181',
        fav_team1: '',
        fav_player: '',
      });

    it('allows 3 per day and does not count other changes', async () => {
      const alice = await aFan(kickoff);
      const names = ['Alicia One', 'Alicia Two', 'Alicia Three'];

      for (const name of names) expect((await rename(alice, name)).status).toBe(200);

      expectRefused(await rename(alice, 'Alicia Four'), 24 * 60 * MINUTE_MS);
      expect((await rename(alice, 'Alicia Three')).status).toBe(200);
      kickoff.clock.advance(24 * 60 * MINUTE_MS);
      expect((await rename(await logIn(kickoff, alice), 'Alicia Four')).status).toBe(200);
    });

    it('allows 30 attempts per hour and counts no taken username as a change', async () => {
      const [alice, bob] = [await aFan(kickoff), await aFan(kickoff)];

      expect(await times(30, () => rename(alice, bob.username))).toEqual(all(30, 409));

      expectRefused(await rename(alice, 'Alicia Five'), 60 * MINUTE_MS);
      kickoff.clock.advance(60 * MINUTE_MS);
      expect((await rename(alice, 'Alicia Five')).status).toBe(200);
    });
  });

  describe('failed login limit', () => {
    it('blocks an account after 10 in 15 minutes on all instances, also for the right password', async () => {
      const alice = await aFan(kickoff);
      const bob = await aFan(kickoff);
      const other = await kickoff.another();

      expect(await times(10, () => login(alice.email, 'wrong guess'))).toEqual(all(10, 401));

      expectRefused(await login(alice.email, 'wrong guess'), 15 * MINUTE_MS);
      expectRefused(await login(alice.email, alice.password), 15 * MINUTE_MS);
      expectRefused(await login(alice.email, alice.password, { at: other }), 15 * MINUTE_MS);
      expectRefused(
        await login(alice.email, alice.password, { from: anAddress() }),
        15 * MINUTE_MS,
      );
      expect((await login(bob.email, bob.password)).status).toBe(200);
      kickoff.clock.advance(15 * MINUTE_MS);
      expect((await login(alice.email, alice.password)).status).toBe(200);
      await other.close();
    });

    describe('after a password reset', () => {
      const reset = async (owner: Caller) => {
        await asVisitor(kickoff)
          .post('/api/user/forgot-password')
          .set('X-Forwarded-For', address)
          .send({ email: owner.email })
          .expect(200);
        const { dataFolder } = kickoff.context.settings;
        const mails = await collectMails(kickoff, dataFolder);
        const token = /[/]reset[/]([\w-]{43})/.exec(mails.join())?.[1] ?? 'no token';
        const newPassword = 'fresh and right 7';
        await asVisitor(kickoff)
          .post('/api/user/reset-password')
          .set('X-Forwarded-For', address)
          .send({ token, email: owner.email, newPassword })
          .expect(200);
        return newPassword;
      };
      const lock = async (owner: Caller, from = address) => {
        for (let guess = 0; guess < 10; guess += 1) await login(owner.email, 'wrong', { from });
        expect((await login(owner.email, 'wrong', { from })).status).toBe(429);
      };

      it('allows a login at once to a blocked account', async () => {
        const alice = await aFan(kickoff);
        await lock(alice);

        const password = await reset(alice);

        expect((await login(alice.email, password)).status).toBe(200);
      });

      it('allows one login to an account blocked after the reset, then blocks it again', async () => {
        const alice = await aFan(kickoff);
        const password = await reset(alice);
        await lock(alice, anAddress());

        expect((await login(alice.email, password)).status).toBe(200);
        expectRefused(await login(alice.email, password), 15 * MINUTE_MS);
      });

      it('blocks the account again after 15 minutes', async () => {
        const alice = await aFan(kickoff);
        const password = await reset(alice);
        kickoff.clock.advance(15 * MINUTE_MS);
        await lock(alice, anAddress());

        expectRefused(await login(alice.email, password), 15 * MINUTE_MS);
      });
    });

    it('blocks an unknown email alike', async () => {
      const statuses = await times(11, () => login('nobody@fans.example', 'wrong guess'));

      expect(statuses).toEqual([...all(10, 401), 429]);
    });

    it('answers 401 to 10 of 20 concurrent guesses and 429 to the others', async () => {
      const alice = await aFan(kickoff);

      const guesses = Array.from({ length: 20 }, () => login(alice.email, 'wrong guess'));
      const answers = await Promise.all(guesses);

      const statuses = answers.map(({ status }) => status).sort((one, two) => one - two);
      expect(statuses).toEqual([...all(10, 401), ...all(10, 429)]);
    });

    it('refuses the right password if guesses use up the limit during its check', async () => {
      const alice = await aFan(kickoff);
      const passwords = kickoff.app.get(PasswordsService, { strict: false });
      const matches = passwords.matches.bind(passwords);
      jest.spyOn(passwords, 'matches').mockImplementationOnce(async (...given) => {
        await times(10, () => login(alice.email, 'wrong guess'));
        return matches(...given);
      });

      expectRefused(await login(alice.email, alice.password), 15 * MINUTE_MS);
    });

    it('does not count successful logins', async () => {
      const alice = await aFan(kickoff);

      expect(await times(12, () => login(alice.email, alice.password))).toEqual(all(12, 200));
    });

    it('blocks an address after 30 in 5 minutes for any account', async () => {
      const alice = await aFan(kickoff);
      let guess = 0;

      const statuses = await times(31, () => login(`guess${(guess += 1)}@fans.example`, 'wrong'));

      expect(statuses).toEqual([...all(30, 401), 429]);
      expectRefused(await login(alice.email, alice.password), 5 * MINUTE_MS);
      expect((await login(alice.email, alice.password, { from: anAddress() })).status).toBe(200);
    });
  });
});
