import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AdminLoggedIn, AdminRow } from '@kickoff/contracts';
import { anAdminRegistration } from '@kickoff/testing';
import { z } from 'zod';

import { AdminApprovalsService } from '../src/auth/admin-approvals.service.js';
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

  describe('login', () => {
    it('returns a token and the username without setting a cookie', async () => {
      const form = anAdminRegistration();
      await register(form).expect(201);

      const answer = await login({ email: form.email, password: form.password });

      expect(answer.status).toBe(200);
      expect(AdminLoggedIn.strict().parse(answer.body).user.username).toBe(form.username);
      expect(answer.headers).not.toHaveProperty('set-cookie');
    });

    it('returns the same error for an unknown email and a wrong password', async () => {
      const boss = await anAdmin(kickoff);

      for (const email of [boss.email, 'nobody@admins.example']) {
        const answer = await login({ email, password: 'not theirs' });
        expect(answer.status).toBe(401);
        expect(answer.body).toMatchObject({ error: 'Invalid email or password' });
      }
    });

    it('reports a pending account only after the right password', async () => {
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

    it('is separate: the fan login answers 401 to an admin', async () => {
      const boss = await anAdmin(kickoff);

      await asVisitor(kickoff)
        .post('/api/auth/login')
        .send({ email: boss.email, password: boss.password })
        .expect(401);
    });

    it.each(['email', 'password'])('answers 400 to an %s that is not a string', async (field) => {
      const form = { email: 'boss@admins.example', password: 'whatever' };
      const statuses = await Promise.all(
        NOT_TEXT.map(async (value) => (await login({ ...form, [field]: value })).status),
      );

      expect(new Set(statuses)).toEqual(new Set([400]));
    });
  });

  describe('approval', () => {
    it('enables the login of a pending admin', async () => {
      const boss = await anAdmin(kickoff);
      const pending = anAdminRegistration();
      await register(pending).expect(201);

      const answer = await approve(boss, await idOf(boss, pending.email));

      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ email: pending.email, status: 'active' });
      await logInAdmin(kickoff, pending);
    });

    it('answers 403 to an admin who approves their own account', async () => {
      const boss = await anAdmin(kickoff);

      await approve(boss, boss.id).expect(403);
    });

    it('answers 404 for an unknown admin', async () => {
      const boss = await anAdmin(kickoff);

      await approve(boss, '0'.repeat(24)).expect(404);
      await approve(boss, 'nobody').expect(404);
    });

    it('ends the sessions of an admin when it is withdrawn', async () => {
      const boss = await anAdmin(kickoff);
      const second = await anAdmin(kickoff, {}, boss);

      await kickoff.app.get(AdminApprovalsService).withdrawAsOperator(second.id);

      await as(kickoff, second).get('/api/admin/totalUsers').expect(401);
      await login(second).expect(403);
    });
  });

  describe('list', () => {
    it('returns admins newest first with the total and no secret field', async () => {
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

    it('returns every admin once over all pages', async () => {
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
    it('ends the sessions of the removed admin at once', async () => {
      const boss = await anAdmin(kickoff);
      const second = await anAdmin(kickoff, {}, boss);

      const answer = await remove(boss, second.id);

      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ message: 'The admin account has been removed' });
      await as(kickoff, second).get('/api/admin/totalUsers').expect(401);
      await login(second).expect(401);
    });

    it('answers 409 for the last active admin and preserves the session', async () => {
      const boss = await anAdmin(kickoff);
      await register(anAdminRegistration()).expect(201);

      const answer = await remove(boss, boss.id);

      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ code: 'conflict' });
      await as(kickoff, boss).get('/api/admin/totalUsers').expect(200);
    });

    it('deletes a pending admin while an active one remains', async () => {
      const boss = await anAdmin(kickoff);
      const pending = anAdminRegistration();
      await register(pending).expect(201);

      await remove(boss, await idOf(boss, pending.email)).expect(200);

      expect(await listOf(boss)).toHaveLength(1);
    });

    it('removes only one of two admins who remove each other concurrently', async () => {
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
  ] as const)('%s %s answers 401 to visitors', async (method, path) => {
    const calls = { GET: 'get', POST: 'post', DELETE: 'delete' } as const;

    await asVisitor(kickoff)[calls[method]](path).expect(401);
  });
});
