import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AdminLoggedIn, AdminRegistered, AdminRow } from '@kickoff/contracts';
import { anAdminRegistration } from '@kickoff/testing';
import { z } from 'zod';

import { AdminAccountsService } from '../src/auth/admin-accounts.service.js';
import { AdminApprovalsService } from '../src/auth/admin-approvals.service.js';
import { readSettings } from '../src/common/config/env.js';
import { anAdmin, as, asVisitor, type Caller, logInAdmin } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { NOT_TEXT } from './support/wrong-types.js';

describe('admin accounts', () => {
  let kickoff: KickOff;

  beforeAll(async () => {
    kickoff = await startKickOff();
  });
  beforeEach(async () => {
    for (const name of ['admins', 'sessions']) {
      await kickoff.connection.collection(name).deleteMany({});
    }
  });
  afterAll(() => kickoff.stop());

  const register = (form: object) => asVisitor(kickoff).post('/api/admin/register').send(form);
  const login = (form: object) => asVisitor(kickoff).post('/api/admin/login').send(form);
  const approve = (by: Caller, id: string) =>
    as(kickoff, by).post(`/api/admin/admins/${id}/approve`);
  const remove = (by: Caller, id: string) => as(kickoff, by).delete(`/api/admin/admins/${id}`);

  async function listOf(by: Caller): Promise<AdminRow[]> {
    const answer = await as(kickoff, by).get('/api/admin/admins').expect(200);
    return z.array(AdminRow.strict()).parse(answer.body);
  }
  async function idOf(by: Caller, email: string): Promise<string> {
    return (await listOf(by)).find((row) => row.email === email)?._id ?? 'nobody';
  }

  describe('registration', () => {
    it('makes the first admin active at once on a local server, and the next one pending', async () => {
      const first = await register(anAdminRegistration());
      const second = await register(anAdminRegistration());

      expect(first.status).toBe(201);
      expect(first.body).toEqual({ ok: true, status: 'active' });
      expect(second.status).toBe(201);
      expect(second.body).toEqual({ ok: true, status: 'pending' });
    });

    it.each([
      ['X-Forwarded-For', '127.0.0.1'],
      ['Forwarded', 'for=127.0.0.1'],
      ['Via', '1.1 front'],
      ['Host', 'kickoff.example'],
    ])(
      'makes nobody active who comes through a proxy to a local server (%s)',
      async (name, value) => {
        const answer = await register(anAdminRegistration()).set(name, value);

        expect(answer.body).toEqual({ ok: true, status: 'pending' });
      },
    );

    it('makes nobody but ADMIN_EMAIL active on a server behind a proxy on the same machine', async () => {
      const boss = anAdminRegistration();
      const [behind, production] = [
        readSettings({ PUBLIC_URL: 'https://kickoff.example', ADMIN_EMAIL: boss.email }),
        readSettings({ TRUST_PROXY: 'loopback' }),
      ];
      for (const { isLocal, adminEmail } of [behind, production]) {
        const open = await kickoff.another({ isLocal, adminEmail });
        const answer = await asVisitor(open)
          .post('/api/admin/register')
          .send(anAdminRegistration());
        await open.close();

        expect(answer.body).toEqual({ ok: true, status: 'pending' });
      }
      const open = await kickoff.another({ isLocal: false, adminEmail: boss.email });
      const answer = await asVisitor(open).post('/api/admin/register').send(boss);
      await open.close();

      expect(answer.body).toEqual({ ok: true, status: 'active' });
    });

    it('makes exactly one of twenty parallel first registrations active', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => register(anAdminRegistration())),
      );

      const statuses = answers.map((answer) => AdminRegistered.parse(answer.body).status).sort();
      expect(statuses).toEqual(['active', ...Array<string>(19).fill('pending')]);
    });

    it('does not take the seat back to nobody when the first admin loses it', async () => {
      const first = anAdminRegistration();
      await register(first).expect(201);
      const accounts = kickoff.app.get(AdminAccountsService);
      const row = await accounts.findByEmail(first.email);
      await kickoff.app.get(AdminApprovalsService).withdrawAsOperator(row?._id.toString() ?? '');

      const next = await register(anAdminRegistration());

      expect(next.body).toMatchObject({ status: 'pending' });
    });

    it.each([
      ['differing passwords', { confirm_password: 'other' }, 'Passwords do not match'],
      [
        'a short password',
        { password: 'short', confirm_password: 'short' },
        'Password must be at least 6 characters long',
      ],
      [
        'a common password',
        { password: 'football', confirm_password: 'football' },
        'This password is too common',
      ],
      ['a reserved name', { username: 'Admin' }, 'This username is reserved'],
      ['a disguised reserved name', { username: 'r00t' }, 'This username is reserved'],
    ])('refuses %s', async (_, overrides, error) => {
      const answer = await register({ ...anAdminRegistration(), ...overrides });

      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ error, code: 'invalid_input' });
    });

    it('asks for no terms', async () => {
      await register(anAdminRegistration({ terms: false })).expect(201);
      await register({ ...anAdminRegistration(), terms: undefined }).expect(201);
    });

    it('answers 409 to a taken email and to a taken or look-alike name', async () => {
      const taken = anAdminRegistration({ username: 'Modern Boss' });
      await register(taken).expect(201);

      const email = await register(anAdminRegistration({ email: taken.email.toUpperCase() }));
      const name = await register(anAdminRegistration({ username: 'MODERN boss' }));
      const likeness = await register(anAdminRegistration({ username: 'Modem Boss' }));

      expect(email.status).toBe(409);
      expect(email.body).toMatchObject({ error: 'Email already registered' });
      for (const answer of [name, likeness]) {
        expect(answer.status).toBe(409);
        expect(answer.body).toMatchObject({ error: 'Username already taken' });
      }
    });

    it.each(['username', 'email', 'password', 'confirm_password', 'terms'])(
      'answers 400 to a %s that is no text or switch',
      async (field) => {
        const values = NOT_TEXT.filter((value) => typeof value !== 'boolean' || field !== 'terms');
        const statuses = await Promise.all(
          values.map(
            async (value) => (await register({ ...anAdminRegistration(), [field]: value })).status,
          ),
        );

        expect(new Set(statuses)).toEqual(new Set([400]));
      },
    );
  });

  describe('registration where strangers can reach the server', () => {
    let open: KickOff;

    beforeAll(async () => {
      open = await startKickOff({ HOST: '0.0.0.0', ADMIN_EMAIL: 'Chair@club.example' });
    });
    beforeEach(async () => {
      await open.connection.collection('admins').deleteMany({});
    });
    afterAll(() => open.stop());

    const registerThere = (form: object) =>
      asVisitor(open).post('/api/admin/register').send(form).expect(201);
    const chair = anAdminRegistration({ email: 'chair@club.example' });

    it('makes nobody active at once', async () => {
      const answer = await registerThere(anAdminRegistration());

      expect(answer.body).toEqual({ ok: true, status: 'pending' });
    });

    it('makes the admin of ADMIN_EMAIL active at once, after pending ones too', async () => {
      await registerThere(anAdminRegistration());

      const answer = await registerThere(chair);

      expect(answer.body).toEqual({ ok: true, status: 'active' });
    });

    it('leaves ADMIN_EMAIL pending where an active admin is there already', async () => {
      const early = anAdminRegistration();
      await registerThere(early);
      const accounts = open.app.get(AdminAccountsService);
      const row = await accounts.findByEmail(early.email);
      await open.app.get(AdminApprovalsService).approveAsOperator(row?._id.toString() ?? '');

      const answer = await registerThere(chair);

      expect(answer.body).toEqual({ ok: true, status: 'pending' });
    });
  });

  describe('login', () => {
    it('answers a token and who it is, and sets no cookie', async () => {
      const form = anAdminRegistration();
      await register(form).expect(201);

      const answer = await login({ email: form.email, password: form.password });

      expect(answer.status).toBe(200);
      expect(AdminLoggedIn.strict().parse(answer.body).user.username).toBe(form.username);
      expect(answer.headers).not.toHaveProperty('set-cookie');
    });

    it('says the same for an unknown email and a wrong password', async () => {
      const boss = await anAdmin(kickoff);

      for (const email of [boss.email, 'nobody@admins.example']) {
        const answer = await login({ email, password: 'not theirs' });
        expect(answer.status).toBe(401);
        expect(answer.body).toMatchObject({ error: 'Invalid email or password' });
      }
    });

    it('tells that an account waits for approval only after the right password', async () => {
      await anAdmin(kickoff);
      const pending = anAdminRegistration();
      await register(pending).expect(201);

      const wrong = await login({ email: pending.email, password: 'not theirs' });
      const right = await login(pending);

      expect(wrong.status).toBe(401);
      expect(right.status).toBe(403);
      expect(right.body).toMatchObject({
        error: 'Your admin account is waiting for approval',
        code: 'forbidden',
      });
    });

    it('knows no fans, and the login of fans knows no admins', async () => {
      const boss = await anAdmin(kickoff);

      await asVisitor(kickoff)
        .post('/api/auth/login')
        .send({ email: boss.email, password: boss.password })
        .expect(401);
    });

    it.each(['email', 'password'])('answers 400 to an %s that is no text', async (field) => {
      const form = { email: 'boss@admins.example', password: 'whatever' };
      const statuses = await Promise.all(
        NOT_TEXT.map(async (value) => (await login({ ...form, [field]: value })).status),
      );

      expect(new Set(statuses)).toEqual(new Set([400]));
    });
  });

  describe('approval', () => {
    it('lets a pending admin in', async () => {
      const boss = await anAdmin(kickoff);
      const pending = anAdminRegistration();
      await register(pending).expect(201);

      const answer = await approve(boss, await idOf(boss, pending.email));

      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ email: pending.email, status: 'active' });
      await logInAdmin(kickoff, pending);
    });

    it('is never done for oneself', async () => {
      const boss = await anAdmin(kickoff);

      await approve(boss, boss.id).expect(403);
    });

    it('answers 404 for an unknown admin', async () => {
      const boss = await anAdmin(kickoff);

      await approve(boss, '0'.repeat(24)).expect(404);
      await approve(boss, 'nobody').expect(404);
    });

    it('ends the sessions of an admin when it is taken back', async () => {
      const boss = await anAdmin(kickoff);
      const second = await anAdmin(kickoff, {}, boss);

      await kickoff.app.get(AdminApprovalsService).withdrawAsOperator(second.id);

      await as(kickoff, second).get('/api/admin/totalUsers').expect(401);
      await login(second).expect(403);
    });
  });

  describe('the list', () => {
    it('tells who the admins are, newest first, with their number and nothing secret', async () => {
      const boss = await anAdmin(kickoff);
      kickoff.clock.advance(1000);
      const pending = anAdminRegistration();
      await register(pending).expect(201);

      const answer = await as(kickoff, boss).get('/api/admin/admins');

      expect(answer.headers['x-total-count']).toBe('2');
      const rows = z.array(AdminRow.strict()).parse(answer.body);
      expect(rows.map(({ email, status }) => ({ email, status }))).toEqual([
        { email: pending.email, status: 'pending' },
        { email: boss.email, status: 'active' },
      ]);
    });

    it('walks page by page', async () => {
      const boss = await anAdmin(kickoff);
      for (let number = 0; number < 4; number += 1) await register(anAdminRegistration());

      const walked: string[] = [];
      let next: string | undefined = '/api/admin/admins?limit=2';
      while (next) {
        const answer = await as(kickoff, boss).get(next);
        walked.push(
          ...z
            .array(AdminRow)
            .parse(answer.body)
            .map((row) => row._id),
        );
        next = /^<(.*)>; rel="next"$/.exec(answer.headers['link'] ?? '')?.[1];
      }

      expect(walked).toEqual((await listOf(boss)).map((row) => row._id));
      expect(new Set(walked).size).toBe(5);
    });
  });

  describe('removal', () => {
    it('ends the sessions of the admin at once', async () => {
      const boss = await anAdmin(kickoff);
      const second = await anAdmin(kickoff, {}, boss);

      const answer = await remove(boss, second.id);

      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ message: 'The admin account has been removed' });
      await as(kickoff, second).get('/api/admin/totalUsers').expect(401);
      await login(second).expect(401);
    });

    it('answers 409 for the last active admin, whose session goes on', async () => {
      const boss = await anAdmin(kickoff);
      await register(anAdminRegistration()).expect(201);

      const answer = await remove(boss, boss.id);

      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ code: 'conflict' });
      await as(kickoff, boss).get('/api/admin/totalUsers').expect(200);
    });

    it('takes away a pending admin while one active is left', async () => {
      const boss = await anAdmin(kickoff);
      const pending = anAdminRegistration();
      await register(pending).expect(201);

      await remove(boss, await idOf(boss, pending.email)).expect(200);

      expect(await listOf(boss)).toHaveLength(1);
    });

    it('leaves one of two admins who remove each other at once', async () => {
      const boss = await anAdmin(kickoff);
      const second = await anAdmin(kickoff, {}, boss);

      const answers = await Promise.all([remove(boss, second.id), remove(second, boss.id)]);

      const done = answers.filter((answer) => answer.status === 200);
      expect(done).toHaveLength(1);
      const left = await kickoff.connection.collection('admins').countDocuments();
      expect(left).toBe(1);
    });

    it('answers 404 for an unknown admin', async () => {
      const boss = await anAdmin(kickoff);

      await remove(boss, '0'.repeat(24)).expect(404);
    });
  });

  it.each([
    ['GET', '/api/admin/admins'],
    ['POST', `/api/admin/admins/${'0'.repeat(24)}/approve`],
    ['DELETE', `/api/admin/admins/${'0'.repeat(24)}`],
    ['GET', '/api/admin/totalUsers'],
    ['GET', '/api/admin/totalPosts'],
    ['GET', '/api/admin/activeUsers'],
    ['POST', '/api/admin/logout'],
  ] as const)('%s %s is closed to visitors', async (method, path) => {
    const calls = { GET: 'get', POST: 'post', DELETE: 'delete' } as const;

    await asVisitor(kickoff)[calls[method]](path).expect(401);
  });
});
