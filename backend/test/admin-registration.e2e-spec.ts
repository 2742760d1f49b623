import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AdminRegistered } from '@kickoff/contracts';
import { anAdminRegistration } from '@kickoff/testing';

import { AdminAccountsService } from '../src/auth/admin-accounts.service.js';
import { AdminApprovalsService } from '../src/auth/admin-approvals.service.js';
import { readSettings } from '../src/common/config/env.js';
import { as, asVisitor, logInAdmin } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { NOT_TEXT } from './support/wrong-types.js';

describe('registration of admins', () => {
  let kickoff: KickOff;

  beforeAll(async () => {
    kickoff = await startKickOff();
  });
  beforeEach(async () => {
    await kickoff.connection.collection('admins').deleteMany({});
  });
  afterAll(() => kickoff.stop());

  const register = (form: object) => asVisitor(kickoff).post('/api/admin/register').send(form);

  it('activates the first admin on a local server and leaves the next one pending', async () => {
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
  ])('leaves the first admin pending when the request passed a proxy (%s)', async (name, value) => {
    const answer = await register(anAdminRegistration()).set(name, value);

    expect(answer.body).toEqual({ ok: true, status: 'pending' });
  });

  it('activates only ADMIN_EMAIL on a server behind a proxy on the same machine', async () => {
    const boss = anAdminRegistration();
    const [behind, production] = [
      readSettings({ PUBLIC_URL: 'https://kickoff.example', ADMIN_EMAIL: boss.email }),
      readSettings({ TRUST_PROXY: 'loopback' }),
    ];
    for (const { isLocal, adminEmail } of [behind, production]) {
      const open = await kickoff.another({ isLocal, adminEmail });
      const answer = await asVisitor(open).post('/api/admin/register').send(anAdminRegistration());
      await open.close();

      expect(answer.body).toEqual({ ok: true, status: 'pending' });
    }
    const open = await kickoff.another({ isLocal: false, adminEmail: boss.email });
    const answer = await asVisitor(open).post('/api/admin/register').send(boss);
    await open.close();

    expect(answer.body).toEqual({ ok: true, status: 'active' });
  });

  it('activates exactly one of twenty concurrent first registrations', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => register(anAdminRegistration())),
    );

    const statuses = answers.map((answer) => AdminRegistered.parse(answer.body).status).sort();
    expect(statuses).toEqual(['active', ...Array<string>(19).fill('pending')]);
  });

  it('leaves a new admin pending after the approval of the first was withdrawn', async () => {
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
  ])('returns 400 for %s', async (_, overrides, error) => {
    const answer = await register({ ...anAdminRegistration(), ...overrides });

    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error, code: 'invalid_input' });
  });

  it('does not require the terms', async () => {
    await register(anAdminRegistration({ terms: false })).expect(201);
    await register({ ...anAdminRegistration(), terms: undefined }).expect(201);
  });

  it('answers 409 to a taken email or a taken or look-alike name', async () => {
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
    'answers 400 to a %s of the wrong type',
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

describe('registration of admins on a publicly reachable server', () => {
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

  it('leaves the first admin pending', async () => {
    const answer = await registerThere(anAdminRegistration());

    expect(answer.body).toEqual({ ok: true, status: 'pending' });
  });

  it('activates the admin of ADMIN_EMAIL, also after pending admins', async () => {
    await registerThere(anAdminRegistration());

    const answer = await registerThere(chair);

    expect(answer.body).toEqual({ ok: true, status: 'active' });
  });

  it('answers 409 to the removal of the last admin but the demo admin, who cannot log in here', async () => {
    await registerThere(chair);
    const boss = await logInAdmin(open, chair);
    const admins = open.connection.collection('admins');
    const { _id, ...row } = (await admins.findOne()) ?? {};
    const names = { email: 'demo@club.example', usernameKey: 'demo', usernameSkeleton: 'demo' };
    await admins.insertOne({ ...row, ...names, seat: 'demo' });

    const answer = await as(open, boss).delete(`/api/admin/admins/${boss.id}`);

    expect(answer.status).toBe(409);
    expect(await admins.countDocuments({ _id })).toBe(1);
  });

  it('leaves ADMIN_EMAIL pending when another admin is active', async () => {
    const early = anAdminRegistration();
    await registerThere(early);
    const accounts = open.app.get(AdminAccountsService);
    const row = await accounts.findByEmail(early.email);
    await open.app.get(AdminApprovalsService).approveAsOperator(row?._id.toString() ?? '');

    const answer = await registerThere(chair);

    expect(answer.body).toEqual({ ok: true, status: 'pending' });
  });
});
