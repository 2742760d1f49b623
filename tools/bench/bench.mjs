// Usage: npm run bench [-- number of posts, 10000 where none is named]
//
// Measures the goals S1, S3, S4, S5 and S8 of the feed and its posts against a server written by hand
// for the same answers (plain/server.mjs), in turn: five rounds, the best of each counts; and S10, the
// football calls beside a single post, by the time each answer takes; and the heaviest page that a fan can
// prepare beside an ordinary one. What is told
// is processor time a request, of the application and of the database, because the wall clock of a
// shared machine means little. Linux only: the ticks come from /proc.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { mongo } from 'mongoose';

import { fill, fillWithHeaviest } from './data.mjs';
import { KICKOFF, launch, say, withDatabase } from './server.mjs';

const ROUNDS = 5;
const REQUESTS = 600;
const WARM_UP = 150;
const IN_FLIGHT = 8;
/** Of /proc/<pid>/stat; the same on every Linux that Node runs on. */
const MS_A_TICK = 10;
const PLAIN = fileURLToPath(new URL('plain/server.mjs', import.meta.url));
const PORTS = { kickoff: 46_410, plain: 46_411 };

/** @typedef {import('./server.mjs').Server} Server */
/** @typedef {{ method: string, path: string, headers?: Record<string, string>, body?: string }} Call */
/** @typedef {{ app: number, db: number }} Cost */

const count = Number(process.argv[2] ?? 10_000);
if (!Number.isInteger(count) || count < 100) {
  process.stderr.write('Usage: npm run bench [-- number of posts, from 100]\n');
  process.exit(2);
}
const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });

/** @param {number} port @param {Call} call @returns {Promise<{ status: number, body: string, etag: string }>} */
function send(port, { method, path, headers = {}, body }) {
  return new Promise((done, fail) => {
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part) => (text += part));
      answer.on('end', () =>
        done({ status: answer.statusCode ?? 0, body: text, etag: answer.headers.etag ?? '' }),
      );
    });
    sent.on('error', fail);
    sent.end(body);
  });
}

/** Milliseconds of processor time that a process has used. @param {number} pid */
async function usedMs(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_A_TICK;
}

/**
 * Sends calls, some in flight at a time.
 *
 * @param {number} port @param {(number: number) => Call} callOf @param {number} times @param {number} status
 */
async function sendAll(port, callOf, times, status) {
  let next = 0;
  const worker = async () => {
    while (next < times) {
      const answer = await send(port, callOf(next++));
      if (answer.status !== status) throw new Error(`${answer.status}: ${answer.body}`);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
}

/**
 * One round: processor time a request.
 *
 * @param {Server} server @param {number} mongodPid @param {(number: number) => Call} callOf @param {number} status
 * @returns {Promise<Cost>}
 */
async function round(server, mongodPid, callOf, status) {
  await sendAll(server.port, callOf, WARM_UP, status);
  const before = [await usedMs(server.pid), await usedMs(mongodPid)];
  await sendAll(server.port, (number) => callOf(WARM_UP + number), REQUESTS, status);
  const after = [await usedMs(server.pid), await usedMs(mongodPid)];
  // Servers close what lies idle for seconds; a call must not meet that.
  agent.destroy();
  const [app = 0, db = 0] = after.map((ms, at) => (ms - (before[at] ?? 0)) / REQUESTS);
  return { app, db };
}

/** @param {Cost} one @param {Cost} other @returns {Cost} */
const best = (one, other) => ({
  app: Math.min(one.app, other.app),
  db: Math.min(one.db, other.db),
});

/** @param {Cost} cost */
const shown = ({ app, db }) => `${app.toFixed(2)} / ${db.toFixed(2)}`.padEnd(14);

/** @param {{ uri: string, pid: number, folder: string }} database */
async function measure({ uri, pid: mongodPid, folder }) {
  const secret = randomBytes(32).toString('hex');
  const variables = {
    MONGODB_URI: uri,
    JWT_FAN_SECRET: secret,
    JWT_ADMIN_SECRET: randomBytes(32).toString('hex'),
    RATE_LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'error',
    DEMO: 'off',
    KICKOFF_DATA: join(folder, 'data'),
  };
  const kickoff = await launch(KICKOFF, PORTS.kickoff, variables);
  const plain = await launch([PLAIN], PORTS.plain, variables);
  const client = await mongo.MongoClient.connect(uri);
  try {
    const Authorization = `Bearer ${await logIn(kickoff.port)}`;
    say(`Writing ${count} posts …`);
    const ids = await fill(client.db(), count);
    await compare(kickoff, plain, mongodPid, { Authorization }, ids);
    const author = await fillWithHeaviest(client.db());
    await heaviest(kickoff, mongodPid, { Authorization }, author);
  } finally {
    await client.close();
    await plain.stop();
    await kickoff.stop();
  }
}

/** @param {number} port */
async function logIn(port) {
  const headers = { 'Content-Type': 'application/json' };
  const form = {
    username: 'Bench Warmer',
    email: 'bench@fans.example',
    phone: '+44 20 7946 0181',
    password: 'ninetyplus4',
    confirm_password: 'ninetyplus4',
    terms: true,
  };
  const body = JSON.stringify(form);
  await send(port, { method: 'POST', path: '/api/auth/register', headers, body });
  const answer = await send(port, { method: 'POST', path: '/api/auth/login', headers, body });
  return JSON.parse(answer.body).token;
}

/**
 * @param {Server} kickoff @param {Server} plain @param {number} mongodPid
 * @param {Record<string, string>} headers @param {string[]} ids
 */
async function compare(kickoff, plain, mongodPid, headers, ids) {
  const page = '/api/pt/posts?limit=20&likes=3&comments=2';
  const whole = '/api/pt/posts?limit=20&likes=20&comments=20';
  const json = { ...headers, 'Content-Type': 'application/json' };
  const boundary = 'kickoff-bench';
  const form = { ...headers, 'Content-Type': `multipart/form-data; boundary=${boundary}` };
  const text = `--${boundary}\r\nContent-Disposition: form-data; name="text"\r\n\r\nGoal!\r\n--${boundary}--\r\n`;
  /** @param {number} number */
  const id = (number) => ids[(number * 7919) % ids.length] ?? '';
  /** A like, and its taking back once as many others are sent. @param {number} number @returns {Call} */
  const like = (number) => ({
    method: 'POST',
    path: `/api/pt/posts/${id(Math.floor(number / 50) * 25 + (number % 25))}/like`,
    headers: json,
    body: JSON.stringify({ liked: number % 50 < 25 }),
  });
  // A like that is sent again is answered as at the first time.
  for (const call of [
    { method: 'GET', path: page, headers },
    { method: 'GET', path: whole, headers },
    { method: 'GET', path: `/api/pt/posts/${id(0)}`, headers },
    like(0),
    like(25),
  ]) {
    const { body: own } = await send(kickoff.port, call);
    const { body: theirs } = await send(plain.port, call);
    if (own !== theirs) throw new Error(`The two servers do not answer ${call.path} the same`);
  }

  /** @type {[string, number, (number: number) => Call, string][]} */
  const goals = [
    [
      'S1 feed, 20 posts (3 likers, 2 comments)',
      200,
      () => ({ method: 'GET', path: page, headers }),
      '1.0',
    ],
    [
      '   feed, 20 posts (20 likers, 20 comments)',
      200,
      () => ({ method: 'GET', path: whole, headers }),
      '',
    ],
    [
      'S3 single post',
      200,
      (n) => ({ method: 'GET', path: `/api/pt/posts/${id(n)}`, headers }),
      '1.3',
    ],
    ['S4 like, unlike', 200, like, '1.3'],
    [
      'S5 new text post',
      201,
      () => ({ method: 'POST', path: '/api/pt/posts', headers: form, body: text }),
      '1.5',
    ],
  ];
  process.stdout.write(
    `\nProcessor ms a request, application / database; best of ${ROUNDS} rounds of ${REQUESTS}\n\n` +
      `${' '.repeat(46)}KickOff       by hand       ratio app   bar\n`,
  );
  await football(kickoff.port, headers, id);
  await unchanged(kickoff, mongodPid, { method: 'GET', path: page, headers });
  for (const [name, status, callOf, bar] of goals) {
    let [mine, other] = [
      await round(kickoff, mongodPid, callOf, status),
      await round(plain, mongodPid, callOf, status),
    ];
    for (let done = 1; done < ROUNDS; done += 1) {
      mine = best(mine, await round(kickoff, mongodPid, callOf, status));
      other = best(other, await round(plain, mongodPid, callOf, status));
    }
    const ratio = (mine.app / other.app).toFixed(2);
    process.stdout.write(
      `${name.padEnd(46)}${shown(mine)}${shown(other)}${ratio.padEnd(12)}${bar}\n`,
    );
  }
}

/**
 * S10: half of the answers of a football call take no longer than this beside those of a single post,
 * asked for in turn as a browser does.
 *
 * @param {number} port @param {Record<string, string>} headers @param {(number: number) => string} id
 */
async function football(port, headers, id) {
  const asked = { ...headers, 'Accept-Encoding': 'gzip, deflate, br' };
  /** @param {string} path @returns {Call} */
  const get = (path) => ({ method: 'GET', path, headers: asked });
  const league = '/api/football?league=premier_league';
  const { body, etag } = await send(port, { ...get(league), headers });
  const match = `/api/football/matches/${JSON.parse(body).matches[0].id}`;
  /** @type {[string, Call][]} */
  const calls = [
    ['league', get(league)],
    ['league again, 304', { ...get(league), headers: { ...asked, 'If-None-Match': etag } }],
    ['leagues', get('/api/football/leagues')],
    ['latest', get('/api/football/latest')],
    ['teams', get('/api/football/teams')],
    ['match', get(match)],
  ];
  for (const [name, call] of calls) {
    let [mine, post] = [Infinity, Infinity];
    for (let done = 0; done < ROUNDS; done += 1) {
      post = Math.min(post, await medianMs(port, (n) => get(`/api/pt/posts/${id(n)}`)));
      mine = Math.min(mine, await medianMs(port, () => call));
    }
    const ratio = (mine / post).toFixed(2);
    process.stdout.write(
      `${`S10 ${name}, p50 ms beside a post's`.padEnd(46)}${mine.toFixed(2).padEnd(14)}${post.toFixed(2).padEnd(14)}${ratio.padEnd(12)}1.5\n`,
    );
  }
}

/** Half of the answers take no longer, one asked for after the other. @param {number} port @param {(number: number) => Call} callOf */
async function medianMs(port, callOf) {
  /** @type {number[]} */
  const took = [];
  for (let number = 0; number < WARM_UP; number += 1) {
    const before = performance.now();
    await send(port, callOf(number));
    took.push(performance.now() - before);
  }
  return took.sort((one, other) => one - other)[took.length / 2] ?? 0;
}

/**
 * The heaviest page that a fan can prepare, compressed as a browser takes it, beside an ordinary one: by
 * processor time, and by how long it holds up a call that needs nothing but the event loop.
 *
 * @param {Server} kickoff @param {number} mongodPid @param {Record<string, string>} headers @param {string} author
 */
async function heaviest(kickoff, mongodPid, headers, author) {
  const asked = { ...headers, 'Accept-Encoding': 'gzip, deflate, br' };
  const query = 'limit=20&likes=3&comments=2';
  const ordinary = { method: 'GET', path: `/api/pt/posts?${query}`, headers: asked };
  const heavy = { ...ordinary, path: `/api/pt/posts?author=${author}&${query}` };
  let [one, other] = [
    await round(kickoff, mongodPid, () => heavy, 200),
    await round(kickoff, mongodPid, () => ordinary, 200),
  ];
  for (let done = 1; done < ROUNDS; done += 1) {
    one = best(one, await round(kickoff, mongodPid, () => heavy, 200));
    other = best(other, await round(kickoff, mongodPid, () => ordinary, 200));
  }
  process.stdout.write(
    `${'Heaviest page beside an ordinary one'.padEnd(46)}${shown(one)}${shown(other)}${(one.app / other.app).toFixed(2).padEnd(12)}3\n`,
  );
  const live = { method: 'GET', path: '/api/health/live' };
  const alone = await heldUpMs(kickoff.port, live);
  const beside = await heldUpMs(kickoff.port, live, heavy);
  process.stdout.write(
    `${'   holds up the event loop, ms'.padEnd(46)}${beside.toFixed(2).padEnd(14)}${alone.toFixed(2).padEnd(14)}${' '.repeat(12)}20\n`,
  );
}

/** The median time of a call, each sent right after another one. @param {number} port @param {Call} call @param {Call} [after] */
async function heldUpMs(port, call, after) {
  /** @type {number[]} */
  const took = [];
  for (let number = 0; number < WARM_UP; number += 1) {
    const other = after ? send(port, after) : undefined;
    const before = performance.now();
    await send(port, call);
    took.push(performance.now() - before);
    await other;
  }
  return took.sort((one, other) => one - other)[took.length / 2] ?? 0;
}

/** S8: the same page again by a client that has it. @param {Server} kickoff @param {number} mongodPid @param {Call} call */
async function unchanged(kickoff, mongodPid, call) {
  const { etag } = await send(kickoff.port, call);
  const again = { ...call, headers: { ...call.headers, 'If-None-Match': etag } };
  let [full, same] = [
    await round(kickoff, mongodPid, () => call, 200),
    await round(kickoff, mongodPid, () => again, 304),
  ];
  for (let done = 1; done < ROUNDS; done += 1) {
    full = best(full, await round(kickoff, mongodPid, () => call, 200));
    same = best(same, await round(kickoff, mongodPid, () => again, 304));
  }
  process.stdout.write(
    `${'S8 feed again, 304 beside 200'.padEnd(46)}${shown(same)}${shown(full)}${(same.app / full.app).toFixed(2)}\n`,
  );
}

try {
  await withDatabase(measure);
} finally {
  agent.destroy();
}
