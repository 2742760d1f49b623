import {
  AdminLoggedIn,
  AdminRegistered,
  type AdminRegistration,
  AdminRow,
  FanLoggedIn,
  type FanRegistration,
} from '@kickoff/contracts';
import { aFanRegistration, anAdminRegistration } from '@kickoff/testing';
import request from 'supertest';
import { z } from 'zod';

import { PasswordsService } from '../../src/auth/passwords.service.js';
import { SessionsService } from '../../src/auth/sessions.service.js';
import { UsersService } from '../../src/users/users.service.js';
import type { KickOff } from './kickoff.js';

/** A caller of the API: a fan or admin with a token, or a visitor without one. */
export interface Caller {
  id: string;
  username: string;
  email: string;
  password: string;
  token: string;
}

/**
 * Creates a fan with a session: through the services if the application runs in this process, which
 * takes a third of the database operations, else by registration and login.
 */
export async function aFan(
  { url, app }: Pick<KickOff, 'url'> & Partial<Pick<KickOff, 'app'>>,
  overrides: Partial<FanRegistration> = {},
): Promise<Caller> {
  const form = aFanRegistration(overrides);
  if (!app) return aRegisteredFan({ url }, form);
  const { username, email, phone, password } = form;
  const passwordHash = await app.get(PasswordsService, { strict: false }).hash(password);
  const { _id: id } = await app
    .get(UsersService, { strict: false })
    .create({ username, email, phone, passwordHash, hideContact: form.hideContact ?? false });
  const token = await app
    .get(SessionsService, { strict: false })
    .begin('fan', id, '', () => Promise.resolve(true));
  return { id, username, email, password, token };
}

/** Registers a fan and logs in, like a client. */
async function aRegisteredFan(
  kickoff: Pick<KickOff, 'url'>,
  form: FanRegistration,
): Promise<Caller> {
  await request(kickoff.url).post('/api/auth/register').send(form).expect(201);
  return logIn(kickoff, form);
}

/** Logs a registered fan in. */
export async function logIn(
  kickoff: Pick<KickOff, 'url'>,
  { email, password }: Pick<Caller, 'email' | 'password'>,
): Promise<Caller> {
  const answer = await request(kickoff.url)
    .post('/api/auth/login')
    .send({ email, password })
    .expect(200);
  const { token, user } = FanLoggedIn.parse(answer.body);
  return { id: user._id, username: user.username, email, password, token };
}

/** Registers an admin, has it approved by an active one if necessary, and logs in. */
export async function anAdmin(
  kickoff: Pick<KickOff, 'url'>,
  overrides: Partial<AdminRegistration> = {},
  approver?: Caller,
): Promise<Caller> {
  const form = anAdminRegistration(overrides);
  const answer = await request(kickoff.url).post('/api/admin/register').send(form).expect(201);
  if (AdminRegistered.parse(answer.body).status === 'pending' && approver) {
    const list = await as(kickoff, approver).get('/api/admin/admins').expect(200);
    const row = z
      .array(AdminRow)
      .parse(list.body)
      .find((admin) => admin.email === form.email);
    await as(kickoff, approver)
      .post(`/api/admin/admins/${row?._id ?? ''}/approve`)
      .expect(200);
  }
  return logInAdmin(kickoff, form);
}

/** Logs an active admin in. */
export async function logInAdmin(
  kickoff: Pick<KickOff, 'url'>,
  { email, password }: Pick<Caller, 'email' | 'password'>,
): Promise<Caller> {
  const answer = await request(kickoff.url)
    .post('/api/admin/login')
    .send({ email, password })
    .expect(200);
  const { token, user } = AdminLoggedIn.parse(answer.body);
  return { id: user._id, username: user.username, email, password, token };
}

/** Sends requests with this caller's bearer token. */
export function as(kickoff: Pick<KickOff, 'url'>, caller: Pick<Caller, 'token'>) {
  return request.agent(kickoff.url).set('Authorization', `Bearer ${caller.token}`);
}

/** Calls without any credential. */
export function asVisitor(kickoff: Pick<KickOff, 'url'>) {
  return request(kickoff.url);
}
