// Usage: npm run bench:streams [-- number of streams, 5000 by default]
//
// Opens that many event streams to one server process. Reports the memory of each while idle
// (PERFORMANCE: under 25 kB) and the time from the request of a post to all of their clients
// (within 250 ms for 99 of 100, in the best of five posts: other programs slow down the others).
// Then all of them watch one match, and a post in its thread reaches 99 of 100 within 500 ms
// (MATCHDAY). Fails if a bar is missed. The clients are raw sockets of this process, so their cost
// is not the server's. The parts have to be built.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { aFan } from './callers.mjs';
import { closeConnections } from './http.mjs';
import { NO_SETTINGS } from './server.mjs';

const MAX_BYTES_EACH = 25_000;
const MAX_P99_MS = 250;
const MAX_WATCHERS_P99_MS = 500;

// Below the ephemeral ports of outgoing connections.
const PORT = 18_412;
/** More streams per fan would close the oldest one. */
const STREAMS_A_FAN = 5;
const AT_ONCE = 8;
const POSTS = 5;
/** After this time the memory used to open the streams is released. */
const SETTLE_MS = 10_000;
/** Without an event within this time, a stream counts as lost. */
const LOST_MS = 20_000;

const count = Number(process.argv[2] ?? 5_000);
if (!Number.isInteger(count) || count < STREAMS_A_FAN) {
  process.stderr.write('Usage: npm run bench:streams [-- number of streams, from 5]\n');
  process.exit(2);
}
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'kickoff-streams-'));

/** @param {string} token @param {string} text @param {string} matchId of the thread, if any */
async function publish(token, text, matchId) {
  const body = new FormData();
  body.set('text', text);
  body.set('matchId', matchId);
  const headers = { Authorization: `Bearer ${token}` };
  const path = `http://127.0.0.1:${PORT}/api/pt/posts`;
  const answer = await fetch(path, { method: 'POST', headers, body });
  if (answer.status !== 201) throw new Error(`A post answered ${answer.status}`);
}

/** The name of the event that streams wait for, and when each of them received it. */
let awaited = 'post.created';
/** @type {number[]} */
let receivedAt = [];
let ended = 0;

/** @param {string} token @param {string} query of the address */
async function listen(token, query) {
  const socket = connect(PORT, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.on('close', () => (ended += 1));
  // The headers of Chromium; the cookie is as long as the token.
  socket.write(
    [
      `GET /api/events${query} HTTP/1.1`,
      `Host: 127.0.0.1:${PORT}`,
      'Connection: keep-alive',
      'Accept: text/event-stream',
      'Cache-Control: no-cache',
      'Sec-Fetch-Site: same-origin',
      'Sec-Fetch-Mode: cors',
      'Sec-Fetch-Dest: empty',
      'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
      `Referer: http://127.0.0.1:${PORT}/home`,
      'Accept-Encoding: gzip, deflate, br, zstd',
      'Accept-Language: en-GB,en;q=0.9',
      `Authorization: Bearer ${token}`,
      '\r\n',
    ].join('\r\n'),
  );
  const [first] = await once(socket, 'data');
  if (!String(first).startsWith('HTTP/1.1 200')) throw new Error(`A stream was answered ${first}`);
  socket.on('data', (/** @type {Buffer} */ bytes) => {
    if (bytes.includes(`event: ${awaited}`)) receivedAt.push(performance.now());
  });
  return socket;
}

/** A match whose thread is open. @param {string} token @returns {Promise<string>} */
async function findOpenMatch(token) {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${PORT}/api/football/latest`, { headers });
  const matches = await answer.json();
  for (const { id } of Array.isArray(matches) ? matches : []) {
    const thread = await fetch(
      `http://127.0.0.1:${PORT}/api/match/${encodeURIComponent(id)}/thread?limit=1`,
      { headers },
    );
    if ((await thread.json()).state === 'open') return String(id);
  }
  throw new Error('No match of the demo season has an open thread');
}

/**
 * Measures the time until half, and until 99 of 100 streams have received an event, in the best of
 * several posts.
 *
 * @param {string} event
 * @param {string} author token
 * @param {string} matchId of the thread that the posts belong to, if any
 */
async function measure(event, author, matchId) {
  /** @type {[number, number][]} */
  const rounds = [];
  awaited = event;
  for (let number = 0; number < POSTS; number += 1) {
    receivedAt = [];
    const sentAt = performance.now();
    await publish(author, `Post ${number} ${matchId}`, matchId);
    while (receivedAt.length < count) {
      if (performance.now() - sentAt > LOST_MS)
        throw new Error(`${receivedAt.length} of ${count} received a post; ${ended} streams ended`);
      await delay(50);
    }
    const part = (/** @type {number} */ share) =>
      (receivedAt[Math.floor(count * share)] ?? NaN) - sentAt;
    rounds.push([part(0.5), part(0.99)]);
  }
  rounds.sort(([, one], [, other]) => one - other);
  const [[p50, p99] = [NaN, NaN]] = rounds;
  const all = rounds.map(([, each]) => each.toFixed(0)).join(', ');
  return { p99, text: `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, the best of ${all}` };
}

/** @template Item @param {Item[]} items @param {(item: Item) => Promise<void>} work */
async function someAtOnce(items, work) {
  const rest = [...items];
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const server = spawn(
  process.execPath,
  ['--expose-gc', '--import', new URL('weigh.mjs', import.meta.url).href, 'dist/main.js'],
  {
    cwd: join(root, 'backend'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...NO_SETTINGS,
      PORT: String(PORT),
      KICKOFF_DATA: folder,
      DEMO: 'off',
      RATE_LIMIT_FACTOR: '10000',
      LOG_LEVEL: 'info',
    },
  },
);
/** @type {NodeJS.MemoryUsage | undefined} */
let memory;
server.stderr.on('data', (bytes) => {
  const [, usage] = /^memory (.*)$/m.exec(String(bytes)) ?? [];
  if (usage === undefined) process.stderr.write(bytes);
  else memory = JSON.parse(usage);
});

/** Returns the server's memory after a garbage collection. */
async function weightOf() {
  await delay(SETTLE_MS);
  memory = undefined;
  server.kill('SIGUSR2');
  while (memory === undefined) await delay(50);
  return memory;
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => {
    server.kill('SIGTERM');
    process.exit(1);
  });
}
/** @type {import('node:net').Socket[]} */
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
  await someAtOnce(numbers, async (number) => {
    const { token } = await aFan(PORT, `streams ${number}`);
    tokens.push(token);
  });
  closeConnections();
  const [author = ''] = tokens;

  const before = await weightOf();
  const owners = Array.from({ length: count }, (_, at) => tokens[at % tokens.length] ?? author);
  await someAtOnce(owners, async (token) => void streams.push(await listen(token, '')));
  const after = await weightOf();
  const each = (/** @type {(memory: NodeJS.MemoryUsage) => number} */ part) =>
    (part(after) - part(before)) / count;
  const resident = each(({ rss }) => rss);
  const heap = each(({ heapUsed, external }) => heapUsed + external);

  const idle = await measure('post.created', author, '');
  const kB = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1);
  process.stdout.write(
    `${count} streams: ${kB(resident)} kB each (bar ${kB(MAX_BYTES_EACH)}), of it heap ${kB(heap)}; ` +
      `one post to all (bar ${MAX_P99_MS}): ${idle.text}\n`,
  );

  for (const stream of streams.splice(0)) stream.destroy();
  const matchId = await findOpenMatch(author);
  const query = `?watch=match:${encodeURIComponent(matchId)}`;
  await someAtOnce(owners, async (token) => void streams.push(await listen(token, query)));
  await delay(SETTLE_MS);
  const watched = await measure('thread.row', author, matchId);
  process.stdout.write(
    `${count} watchers of one match: one post in its thread (bar ${MAX_WATCHERS_P99_MS}): ${watched.text}\n`,
  );
  const isMissed = resident > MAX_BYTES_EACH || idle.p99 > MAX_P99_MS;
  if (isMissed || watched.p99 > MAX_WATCHERS_P99_MS) process.exitCode = 1;
} finally {
  for (const stream of streams) stream.destroy();
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'close');
  await rm(folder, { recursive: true, force: true });
}
