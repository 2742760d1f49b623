// The client of load.mjs and instances.mjs, in a separate process: an open-loop load generator with
// a constant rate, independent of the responses, over keep-alive connections.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';

/**
 * @typedef {'read' | 'write' | 'upload' | 'login' | 'health'} Kind
 * @typedef {{ answered: Record<Kind, number[]>, refused: number[], cut: number, gaveUp: number,
 *   faults: Record<string, number>, refusedAfter: number,
 *   ledger: { postId: string, fanId: string, liked: boolean }[] }} Phase
 * @typedef {{ kind: Kind, method: string, path: string, headers?: Record<string, string>,
 *   body?: string | Buffer }} Call
 * @typedef {{ token: string, id: string }} Fan
 * @typedef {{ postId: string, fanId: string, token: string, liked: boolean, isBusy: boolean, isKnown: boolean }} Pair
 */

const FANS = 20;
/** Fans who log in only: beyond ten sessions a login ends the fan's oldest one. */
const LOGGING_IN = 5;
const PAIRS_A_FAN = 20;
/** As many as a reverse proxy keeps open. */
const SOCKETS = 512;
const TICK_MS = 5;
const PROBE_MS = 500;
/** As long as a fan's browser waits. */
const PATIENCE_MS = 15_000;
const PASSWORD = 'ninetyplus4';
const PICTURE = new URL('../../backend/demo-files/awayRain.png', import.meta.url);
const BOUNDARY = 'kickoff-bench';
const json = { 'Content-Type': 'application/json' };

/** The servers, which get the requests in turn. @type {number[]} */
let ports = [];
let sentCount = 0;
const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });

/** @param {Call} call @returns {Promise<{ status: number, ms: number, body: string, fault?: string }>} */
function send({ method, path, headers = {}, body }) {
  const begun = performance.now();
  const ms = () => performance.now() - begun;
  const port = ports[sentCount++ % ports.length];
  return new Promise((done) => {
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => (text += part));
      answer.on('end', () => done({ status: answer.statusCode ?? 0, ms: ms(), body: text }));
      answer.on('error', () => done({ status: 0, ms: ms(), body: '', fault: 'cut' }));
    });
    const timer = setTimeout(() => {
      done({ status: 0, ms: ms(), body: '', fault: 'gaveUp' });
      sent.destroy();
    }, PATIENCE_MS);
    sent.on('close', () => clearTimeout(timer));
    sent.on('error', () => done({ status: 0, ms: ms(), body: '', fault: 'cut' }));
    sent.end(body);
  });
}

/** A new post with a picture of 100 kB. @param {Buffer} picture @returns {Buffer} */
const toForm = (picture) =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="text"\r\n\r\nAway in the rain\r\n` +
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="image"; filename="rain.png"\r\n` +
        'Content-Type: image/png\r\n\r\n',
    ),
    picture,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);

const form = toForm(await readFile(PICTURE));

/** @param {number} number @returns {Promise<Fan>} */
async function register(number) {
  const email = `load.${number}@fans.example`;
  const profile = {
    username: `load ${number}`,
    email,
    phone: '+44 20 7946 0181',
    password: PASSWORD,
    confirm_password: PASSWORD,
    terms: true,
  };
  const made = await send({
    kind: 'write',
    method: 'POST',
    path: '/api/auth/register',
    headers: json,
    body: JSON.stringify(profile),
  });
  const login = await send(logIn(number));
  return { token: JSON.parse(login.body).token, id: JSON.parse(made.body).user._id };
}

/** @param {number} number @returns {Call} */
const logIn = (number) => ({
  kind: 'login',
  method: 'POST',
  path: '/api/auth/login',
  headers: json,
  body: JSON.stringify({ email: `load.${number}@fans.example`, password: PASSWORD }),
});

/**
 * The mix: of 200 calls 139 read, 10 comment, 50 like or unlike, one posts a picture.
 *
 * @param {number} count @param {(at: number) => number} pick @param {Fan[]} fans @param {string[]} ids @param {Pair[]} pairs
 * @returns {{ call: Call, pair?: Pair }}
 */
function nextCall(count, pick, fans, ids, pairs) {
  const fan = fans[pick(fans.length)] ?? { token: '', id: '' };
  const id = ids[pick(ids.length)] ?? '';
  const headers = { Authorization: `Bearer ${fan.token}` };
  /** @param {string} path @returns {{ call: Call }} */
  const get = (path) => ({ call: { kind: 'read', method: 'GET', path, headers } });
  const feed = () => get('/api/pt/posts?limit=20&likes=3&comments=2');
  if (count % 200 === 100) {
    const type = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
    const path = '/api/pt/posts';
    return {
      call: { kind: 'upload', method: 'POST', path, headers: { ...headers, ...type }, body: form },
    };
  }
  const part = count % 20;
  if (part < 8) return feed();
  if (part < 11) return get(`/api/pt/posts/${id}`);
  if (part < 13) return get('/api/user/profile');
  if (part < 14) return get('/api/notifications?limit=20');
  if (part < 15) {
    const path = `/api/pt/posts/${id}/comment`;
    const body = JSON.stringify({ text: 'What a night!' });
    return {
      call: { kind: 'write', method: 'POST', path, headers: { ...headers, ...json }, body },
    };
  }
  const pair = pairs[pick(pairs.length)];
  if (!pair || pair.isBusy) return feed();
  return {
    call: {
      kind: 'write',
      method: 'POST',
      path: `/api/pt/posts/${pair.postId}/like`,
      headers: { Authorization: `Bearer ${pair.token}`, ...json },
      body: JSON.stringify({ liked: !pair.liked }),
    },
    pair,
  };
}

/** @param {number} rate @param {number} seconds @param {Fan[]} fans @param {string[]} ids @param {Pair[]} pairs @returns {Promise<Phase>} */
async function run(rate, seconds, fans, ids, pairs) {
  /** @type {Phase} */
  const phase = {
    answered: { read: [], write: [], upload: [], login: [], health: [] },
    ...{ refused: [], cut: 0, gaveUp: 0, faults: {}, refusedAfter: 0, ledger: [] },
  };
  const begun = performance.now();
  let state = 20_261_123;
  /** @param {number} below */
  const pick = (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  /** @param {Call} call */
  const sendNoted = async (call) => {
    const answer = await send(call);
    const { status, ms, fault } = answer;
    if (status >= 200 && status < 300) phase.answered[call.kind].push(ms);
    else if (status === 503) {
      phase.refused.push(ms);
      phase.refusedAfter = (performance.now() - begun) / 1000;
    } else if (fault === 'cut') phase.cut += 1;
    else if (fault === 'gaveUp') phase.gaveUp += 1;
    else phase.faults[status] = (phase.faults[status] ?? 0) + 1;
    return answer;
  };
  /** @type {Set<Promise<unknown>>} */
  const open = new Set();
  /** @param {Promise<unknown>} work */
  const track = (work) => {
    open.add(work);
    void work.finally(() => open.delete(work));
  };
  /** @param {number} count */
  const one = async (count) => {
    const { call, pair } = nextCall(count, pick, fans, ids, pairs);
    if (pair) pair.isBusy = true;
    const answer = await sendNoted(call);
    if (!pair) return;
    pair.isBusy = false;
    if (answer.status === 200) pair.liked = !pair.liked;
    // A 503 of the database means that the write may be done; one of admission control means not
    // done. Neither may change what was acknowledged later.
    pair.isKnown = answer.status === 200;
  };
  let probed = 0;
  for (let count = 0; performance.now() - begun < seconds * 1000;) {
    const due = ((performance.now() - begun) / 1000) * rate;
    while (count < due) track(one(count++));
    if ((performance.now() - begun) / PROBE_MS > probed) {
      probed += 1;
      track(sendNoted(logIn(FANS + (probed % LOGGING_IN))));
      track(sendNoted({ kind: 'health', method: 'GET', path: '/api/health/ready' }));
    }
    await new Promise((done) => setTimeout(done, TICK_MS));
  }
  await Promise.all(open);
  phase.ledger = pairs
    .filter(({ isKnown }) => isKnown)
    .map(({ postId, fanId, liked }) => ({ postId, fanId, liked }));
  return phase;
}

/** @returns {Promise<any>} */
const nextOrder = async () => (await once(process, 'message'))[0];

const { ports: ofServers, ids } = await nextOrder();
ports = ofServers;
/** @type {Fan[]} */
const fans = [];
for (let number = 0; number < FANS + LOGGING_IN; number += 1) fans.push(await register(number));
fans.splice(FANS);
const pairs = fans.flatMap(({ id, token }, at) =>
  Array.from({ length: PAIRS_A_FAN }, (_, post) => ({
    ...{ postId: ids[at * PAIRS_A_FAN + post] ?? '', fanId: id, token },
    ...{ liked: false, isBusy: false, isKnown: false },
  })),
);
process.send?.(logIn(FANS));
for (;;) {
  const { rate, seconds } = await nextOrder();
  process.send?.(await run(rate, seconds, fans, ids, pairs));
}
