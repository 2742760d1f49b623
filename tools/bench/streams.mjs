// Usage: npm run bench:streams [-- number of streams, 5000 where none is named]
//
// Opens that many event streams at one server process and tells what each of them weighs while nothing
// happens (PERFORMANCE: under 25 kB) and how long a post takes from its request to all of their clients
// (within 250 ms for 99 of 100). Linux only: the weight comes from /proc. The parts have to be built.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, get, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PORT = 46_412;
/** More of one fan would close the oldest. */
const STREAMS_A_FAN = 5;
const AT_ONCE = 8;
const POSTS = 5;
/** What was needed to open the streams is given back by then. */
const SETTLE_MS = 10_000;

const count = Number(process.argv[2] ?? 5_000);
if (!Number.isInteger(count) || count < STREAMS_A_FAN) {
  process.stderr.write('Usage: npm run bench:streams [-- number of streams, from 5]\n');
  process.exit(2);
}
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'kickoff-streams-'));
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

/** @param {string} path @param {object} body @returns {Promise<unknown>} */
async function post(path, body) {
  const headers = { 'Content-Type': 'application/json' };
  const sent = request({ agent, host: '127.0.0.1', port: PORT, path, method: 'POST', headers });
  sent.end(JSON.stringify(body));
  const [answer] = await once(sent, 'response');
  let text = '';
  for await (const chunk of answer) text += chunk;
  if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
  return JSON.parse(text);
}

/** @param {string} token @param {string} text */
async function publish(token, text) {
  const body = new FormData();
  body.set('text', text);
  const headers = { Authorization: `Bearer ${token}` };
  const path = `http://127.0.0.1:${PORT}/api/pt/posts`;
  const answer = await fetch(path, { method: 'POST', headers, body });
  if (answer.status !== 201) throw new Error(`A post answered ${answer.status}`);
}

/** @param {number} number @returns {Promise<string>} */
async function tokenOf(number) {
  const email = `streams.${number}@fans.example`;
  const password = 'the twelfth man 12';
  await post('/api/auth/register', {
    username: `streams ${number}`,
    email,
    phone: '+44 20 7946 0000',
    password,
    confirm_password: password,
    terms: true,
  });
  const answer = await post('/api/auth/login', { email, password });
  if (typeof answer === 'object' && answer !== null && 'token' in answer) {
    return String(answer.token);
  }
  throw new Error('The login gave no token');
}

/** When each stream heard of the newest post. @type {number[]} */
let heardAt = [];

/** @param {string} token */
async function listen(token) {
  const headers = { Authorization: `Bearer ${token}` };
  const stream = get({ host: '127.0.0.1', port: PORT, path: '/api/events', headers, agent: false });
  const [answer] = await once(stream, 'response');
  if (answer.statusCode !== 200) throw new Error(`A stream answered ${answer.statusCode}`);
  answer.on('data', (/** @type {Buffer} */ bytes) => {
    if (bytes.includes('event: post.created')) heardAt.push(performance.now());
  });
  return stream;
}

/** @param {number} pid @returns {Promise<number>} bytes of memory that the process holds */
async function weightOf(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) * 1024;
}

/** @template Item @param {Item[]} items @param {(item: Item) => Promise<void>} work */
async function someAtOnce(items, work) {
  const rest = [...items];
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const server = spawn(process.execPath, ['dist/main.js'], {
  cwd: join(root, 'backend'),
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    PORT: String(PORT),
    KICKOFF_DATA: folder,
    DEMO: 'off',
    RATE_LIMIT_FACTOR: '10000',
    LOG_LEVEL: 'info',
  },
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => {
    server.kill('SIGTERM');
    process.exit(1);
  });
}
/** @type {import('node:http').ClientRequest[]} */
const streams = [];
try {
  await new Promise((done, fail) => {
    server.once('close', () => fail(new Error('The server did not start')));
    server.stdout.on('data', (bytes) => {
      if (/ready/.test(String(bytes))) done(undefined);
    });
  });
  process.stderr.write(`Registering ${count / STREAMS_A_FAN} fans …\n`);
  /** @type {string[]} */
  const tokens = [];
  const numbers = Array.from({ length: Math.ceil(count / STREAMS_A_FAN) }, (_, at) => at);
  await someAtOnce(numbers, async (number) => void tokens.push(await tokenOf(number)));
  const [author = ''] = tokens;

  await delay(SETTLE_MS);
  const before = await weightOf(server.pid ?? 0);
  const owners = Array.from({ length: count }, (_, at) => tokens[at % tokens.length] ?? author);
  await someAtOnce(owners, async (token) => void streams.push(await listen(token)));
  await delay(SETTLE_MS);
  const after = await weightOf(server.pid ?? 0);

  /** @type {number[]} */
  const delays = [];
  for (let number = 0; number < POSTS; number += 1) {
    heardAt = [];
    const sentAt = performance.now();
    await publish(author, `Post ${number}`);
    while (heardAt.length < count) await delay(50);
    delays.push(...heardAt.map((at) => at - sentAt));
  }
  delays.sort((one, other) => one - other);
  const part = (/** @type {number} */ share) => delays[Math.floor(delays.length * share)] ?? NaN;
  process.stdout.write(
    `${count} streams: ${((after - before) / count / 1000).toFixed(1)} kB each; one post to all: ` +
      `p50 ${part(0.5).toFixed(0)} ms, p99 ${part(0.99).toFixed(0)} ms\n`,
  );
} finally {
  for (const stream of streams) stream.destroy();
  agent.destroy();
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'close');
  await rm(folder, { recursive: true, force: true });
}
