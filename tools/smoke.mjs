// Usage: npm run smoke
//
// Tests the server's image without a container engine: takes the files that its Dockerfile copies,
// with the packages of a production install, runs its command with its environment against a
// MongoDB started here, calls its health check, uses it, and stops it like an engine.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { register } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readImage } from './containers/dockerfile.mjs';
import { freePort } from './start/free-port.mjs';
import { giveUp, root, runLongStep, say } from './start/long-step.mjs';
import { prepare } from './start/prepare.mjs';

const STOP_LIMIT_MS = 10_000;
const HEALTH_TRIES = 30;
const HEALTH_PAUSE_MS = 1_000;

/** Git, generated files, and files of this machine. */
const notInContext = new Set(['.git', '.nx', '.data', '.env', 'node_modules', '.types']);

const image = readImage(new URL('containers/server.Dockerfile', import.meta.url));
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'kickoff-smoke-')));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const [name, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
  process.once(name, () => process.exit(code));
}

await prepare();
const app = await buildImage();
const { mongodbUri, stopMongo } = await startMongo();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const server = startServer();
const ended = once(server, 'exit');
await waitUntilHealthy();
await useIt();
await stopServer();
await stopMongo();
say('Smoke: passed.');

/** The image's folder: the output of the build stage, of which the Dockerfile copies a part. */
async function buildImage() {
  const source = fileURLToPath(root);
  const build = join(folder, 'build');
  cpSync(source, build, {
    recursive: true,
    filter: (path) => path === source || !notInContext.has(basename(path)),
  });
  say('Installing what the server needs in production …');
  const { ok, output } = await runLongStep({
    command: ['npm', 'ci', '--omit=dev', '--workspace', '@kickoff/backend', '--no-progress'],
    cwd: build,
    progress: () => 'installing',
  });
  if (!ok) giveUp('Smoke: the production install failed.', output);

  // As the Dockerfile collects them.
  for (const part of readdirSync(build).filter((name) => /^(shell$|mf-)/.test(name))) {
    cpSync(join(build, part, 'dist'), join(build, 'front-end', part, 'dist'), { recursive: true });
  }
  const target = join(folder, 'app');
  for (const { from, to } of image.copies) {
    mkdirSync(dirname(join(target, to)), { recursive: true });
    cpSync(join(build, from), join(target, to), { recursive: true, verbatimSymlinks: true });
  }
  say(`The image holds ${image.copies.map(({ to }) => to).join(', ')}.`);
  return target;
}

async function startMongo() {
  register('./jest/typescript-loader.mjs', import.meta.url);
  const { findMongod } = await import('../backend/src/common/mongo/embedded/find-mongod.js');
  const { EmbeddedMongo } = await import('../backend/src/common/mongo/embedded/embedded-mongo.js');
  const mongo = new EmbeddedMongo({
    binary: await findMongod({ binary: process.env['MONGOD_BINARY'] || undefined, say }),
    folder: join(folder, 'mongodb'),
    say,
    onGivenUp: (message) => giveUp(message),
  });
  return { mongodbUri: await mongo.start(), stopMongo: () => mongo.stop() };
}

function startServer() {
  const [program = '', ...options] = image.command;
  const child = spawn(program, options, {
    cwd: app,
    stdio: 'inherit',
    env: {
      PATH: process.env['PATH'],
      ...image.environment,
      // Loopback instead of the container's network, and folders of this machine.
      HOST: '127.0.0.1',
      PORT: String(port),
      KICKOFF_DATA: join(folder, 'data'),
      MONGODB_URI: mongodbUri,
      JWT_FAN_SECRET: randomBytes(32).toString('hex'),
      JWT_ADMIN_SECRET: randomBytes(32).toString('hex'),
      LOG_LEVEL: 'warn',
    },
  });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

/** Runs the image's own health check at the interval of an engine. */
async function waitUntilHealthy() {
  const [program = '', ...options] = image.healthCheck;
  const env = { PATH: process.env['PATH'], PORT: String(port) };
  for (let tries = 1; tries <= HEALTH_TRIES; tries += 1) {
    if (server.exitCode !== null) giveUp('Smoke: the server ended instead of listening.');
    if (spawnSync(program, options, { cwd: app, env }).status === 0) {
      say('The health check of the image is content.');
      return;
    }
    await new Promise((done) => setTimeout(done, HEALTH_PAUSE_MS));
  }
  giveUp('Smoke: the server did not become healthy.');
}

/** A page, a registration, a login and a post. */
async function useIt() {
  const page = await fetch(url, { headers: { Accept: 'text/html' } });
  expectStatus('the landing page', page, 200);
  const account = { email: 'smoke@fans.example', password: 'ninetyplus4' };
  const registration = { ...account, username: 'smoke', phone: '+44 20 7946 0181', terms: true };
  const registered = await postJson('/api/auth/register', {
    ...registration,
    confirm_password: account.password,
  });
  expectStatus('the registration', registered, 201);
  const loggedIn = await postJson('/api/auth/login', account);
  expectStatus('the login', loggedIn, 200);
  const { token } = await loggedIn.json();
  const body = new FormData();
  body.set('text', 'Smoke on the pitch');
  const headers = { Authorization: `Bearer ${token}` };
  const post = await fetch(`${url}/api/pt/posts`, { method: 'POST', headers, body });
  expectStatus('the post', post, 201);
}

/** @param {string} path @param {unknown} body */
function postJson(path, body) {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** @param {string} what @param {Response} answer @param {number} status */
function expectStatus(what, answer, status) {
  if (answer.status !== status) giveUp(`Smoke: ${what} answered ${answer.status}, not ${status}.`);
  say(`${what}: ${status}`);
}

/** Stops it like a container: SIGTERM, and SIGKILL ten seconds later. */
async function stopServer() {
  server.kill('SIGTERM');
  const tooLong = setTimeout(() => server.kill('SIGKILL'), STOP_LIMIT_MS);
  const [code, signal] = await ended;
  clearTimeout(tooLong);
  if (code !== 0) giveUp(`Smoke: SIGTERM ended the server with ${code ?? signal}, not with 0.`);
}
