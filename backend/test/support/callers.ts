import type { FanRegistration } from '@kickoff/contracts';
import { FanLoggedIn } from '@kickoff/contracts';
import { aFanRegistration } from '@kickoff/testing';
import request from 'supertest';

import type { KickOff } from './kickoff.js';

/** Someone who calls the API: a fan or an admin with a token, or a visitor without one. */
export interface Caller {
  id: string;
  username: string;
  email: string;
  password: string;
  token: string;
}

/** Registers a fan and logs in, as a client would. */
export async function aFan(
  kickoff: KickOff,
  overrides: Partial<FanRegistration> = {},
): Promise<Caller> {
  const form = aFanRegistration(overrides);
  await request(kickoff.url).post('/api/auth/register').send(form).expect(201);
  const answer = await request(kickoff.url)
    .post('/api/auth/login')
    .send({ email: form.email, password: form.password })
    .expect(200);
  const { token, user } = FanLoggedIn.parse(answer.body);
  return {
    id: user._id,
    username: user.username,
    email: form.email,
    password: form.password,
    token,
  };
}

/** Calls with this caller's bearer token. */
export function as(kickoff: KickOff, caller: Pick<Caller, 'token'>) {
  return request.agent(kickoff.url).set('Authorization', `Bearer ${caller.token}`);
}

/** Calls without any credential. */
export function asVisitor(kickoff: KickOff) {
  return request(kickoff.url);
}
