// A server on temporary data, with a fan and an admin who are signed in.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { register } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { DEMO_LOGINS } from '@kickoff/contracts';

/** @typedef {{ url: string, fanToken: string, adminToken: string, ownIds: string[], stop: () => Promise<void> }} TestServer */

const MAIN = fileURLToPath(new URL('../../backend/dist/main.js', import.meta.url));
const PASSWORD = 'the-tester-of-the-document';

/** @param {string} folder of all data @returns {Promise<TestServer>} */
export async function startServer(folder) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [MAIN], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: await variables({ PORT: String(port), KICKOFF_DATA: join(folder, 'data') }),
  });
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await untilReady(child);
    const fan = await signInFan(url);
    const admin = await signInAdmin(url);
    const ownIds = [fan.id, await numberOf(fan.id, url, admin.token), admin.id];
    return { url, fanToken: fan.token, adminToken: admin.token, ownIds, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Ignores a developer's environment and `.env`. The demo cast is seeded, so that lists have rows.
 *
 * @param {Record<string, string>} own
 */
async function variables(own) {
  register('../jest/typescript-loader.mjs', import.meta.url);
  const { SETTING_NAMES } = await import('../../backend/src/common/config/env.js');
  return {
    ...process.env,
    ...Object.fromEntries(SETTING_NAMES.map((name) => [name, ''])),
    MONGOD_BINARY: process.env['MONGOD_BINARY'] ?? '',
    DEMO: 'on',
    LOG_LEVEL: 'error',
    RATE_LIMIT_FACTOR: '100000',
    ...own,
  };
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await once(probe.close(), 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<void>} */
function untilReady(child) {
  return new Promise((done, fail) => {
    child.once('close', () => fail(new Error('The server ended before it was ready')));
    child.stdout?.on('data', (bytes) => {
      if (/ready/.test(String(bytes))) done();
    });
  });
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
