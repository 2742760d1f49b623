// A server on temporary data, with a fan and an admin who are signed in.
import { join } from 'node:path';

import { DEMO_LOGINS } from '@kickoff/contracts';

import { BUILT, launch } from '../bench/server.mjs';
import { freePort } from '../start/free-port.mjs';

/** @typedef {{ url: string, fanToken: string, adminToken: string, ownIds: string[], stop: () => Promise<void> }} TestServer */

const PASSWORD = 'the-tester-of-the-document';

/**
 * Starts it with the demo cast, so that lists have rows.
 *
 * @param {string} folder of all data
 * @returns {Promise<TestServer>}
 */
export async function startServer(folder) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { stop } = await launch(BUILT, port, {
    KICKOFF_DATA: join(folder, 'data'),
    DEMO: 'on',
    LOG_LEVEL: 'error',
    RATE_LIMIT_FACTOR: '100000',
  });
  try {
    const fan = await signInFan(url);
    const admin = await signInAdmin(url);
    const ownIds = [fan.id, await numberOf(fan.id, url, admin.token), admin.id];
    return { url, fanToken: fan.token, adminToken: admin.token, ownIds, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {string} url */
async function signInFan(url) {
  const email = 'tester@kickoff.example';
  const passwords = { password: PASSWORD, confirm_password: PASSWORD };
  const form = { username: 'Tester', email, phone: '+49 30 1234567', ...passwords, terms: true };
  await post(url, '/api/auth/register', form);
  const { token, user } = await post(url, '/api/auth/login', { email, password: PASSWORD });
  return { token, id: user._id };
}

/** The demo admin approves the new one. @param {string} url */
async function signInAdmin(url) {
  const email = 'test-admin@kickoff.example';
  const passwords = { password: PASSWORD, confirm_password: PASSWORD };
  await post(url, '/api/admin/register', { username: 'Test Admin', email, ...passwords });
  const { token } = await post(url, '/api/admin/login', DEMO_LOGINS.admin);
  /** @type {{ _id: string, email: string }[]} */
  const admins = await get(url, '/api/admin/admins', token);
  const id = admins.find((admin) => admin.email === email)?._id ?? '';
  await post(url, `/api/admin/admins/${id}/approve`, {}, token);
  const login = await post(url, '/api/admin/login', { email, password: PASSWORD });
  return { token: login.token, id };
}

/**
 * Returns the registration number of a fan.
 *
 * @param {string} id @param {string} url @param {string} token of an admin
 */
async function numberOf(id, url, token) {
  const { userId } = await get(url, `/api/admin/users/${id}`, token);
  return String(userId);
}

/** @param {string} url @param {string} path @param {string} token */
async function get(url, path, token) {
  const answer = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
  return answer.json();
}

/** @param {string} url @param {string} path @param {object} body @param {string} [token] */
async function post(url, path, body, token) {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
