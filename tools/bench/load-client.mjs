// The client of load.mjs, in a separate process: an open-loop load generator with a constant rate,
// independent of the responses, over keep-alive connections.
import { Agent, request } from 'node:http';

/**
 * @typedef {{ answered: number[], refused: number[], probes: number[], cut: number, gaveUp: number,
 *   faults: Record<string, number>, refusedAfter: number,
 *   ledger: { postId: string, fanId: string, liked: boolean }[] }} Phase
 * @typedef {{ method: string, path: string, headers?: Record<string, string>, body?: string }} Call
 * @typedef {{ token: string, id: string }} Fan
 * @typedef {{ postId: string, fanId: string, token: string, liked: boolean, isBusy: boolean, isKnown: boolean }} Pair
 */

const FANS = 20;
const PAIRS_A_FAN = 20;
/** As many as a reverse proxy keeps open. */
const SOCKETS = 512;
const TICK_MS = 5;
const PROBE_MS = 500;
/** As long as a fan's browser waits. */
const PATIENCE_MS = 15_000;
const PASSWORD = 'ninetyplus4';
const json = { 'Content-Type': 'application/json' };

let port = 0;
const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });

/** @param {Call} call @returns {Promise<{ status: number, ms: number, body: string, fault?: string }>} */
function send({ method, path, headers = {}, body }) {
  const begun = performance.now();
  const ms = () => performance.now() - begun;
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

/** @param {number} number @returns {Promise<Fan>} */
async function register(number) {
  const email = `load.${number}@fans.example`;
  const form = {
    username: `load ${number}`,
    email,
    phone: '+44 20 7946 0181',
    password: PASSWORD,
    confirm_password: PASSWORD,
    terms: true,
  };
  const headers = json;
  const made = await send({
    method: 'POST',
    path: '/api/auth/register',
    headers,
    body: JSON.stringify(form),
  });
  const login = await send(signIn(number));
  return { token: JSON.parse(login.body).token, id: JSON.parse(made.body).user._id };
}

/** @param {number} number @returns {Call} */
const signIn = (number) => ({
  method: 'POST',
  path: '/api/auth/login',
  headers: json,
  body: JSON.stringify({ email: `load.${number}@fans.example`, password: PASSWORD }),
});

/** @param {number} count @param {(at: number) => number} pick @param {Fan[]} fans @param {string[]} ids @param {Pair[]} pairs */
function nextCall(count, pick, fans, ids, pairs) {
  const fan = fans[pick(fans.length)] ?? { token: '', id: '' };
  const id = ids[pick(ids.length)] ?? '';
  const headers = { Authorization: `Bearer ${fan.token}` };
  /** @param {string} path */
  const get = (path) => ({ call: { method: 'GET', path, headers }, pair: undefined });
  const kind = count % 20;
  if (kind < 8) return get('/api/pt/posts?limit=20&likes=3&comments=2');
  if (kind < 11) return get(`/api/pt/posts/${id}`);
  if (kind < 13) return get('/api/user/profile');
  if (kind < 14) return get('/api/notifications?limit=20');
  if (kind < 15) {
    const path = `/api/pt/posts/${id}/comment`;
    const body = JSON.stringify({ text: 'What a night!' });
    return {
      call: { method: 'POST', path, headers: { ...headers, ...json }, body },
      pair: undefined,
    };
  }
  const pair = pairs[pick(pairs.length)];
  if (!pair || pair.isBusy) return get('/api/pt/posts?limit=20&likes=3&comments=2');
  const call = {
    method: 'POST',
    path: `/api/pt/posts/${pair.postId}/like`,
    headers: { Authorization: `Bearer ${pair.token}`, ...json },
    body: JSON.stringify({ liked: !pair.liked }),
  };
  return { call, pair };
}

/** @param {number} rate @param {number} seconds @param {Fan[]} fans @param {string[]} ids @param {Pair[]} pairs @returns {Promise<Phase>} */
async function run(rate, seconds, fans, ids, pairs) {
  /** @type {Phase} */
  const phase = {
    ...{ answered: [], refused: [], probes: [], cut: 0, gaveUp: 0 },
    ...{ faults: {}, refusedAfter: 0, ledger: [] },
  };
  const begun = performance.now();
  let state = 20_261_123;
  /** @param {number} below */
  const pick = (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  /** @param {Awaited<ReturnType<typeof send>>} answer @param {number[]} good */
  const note = ({ status, ms, fault }, good) => {
    if (status >= 200 && status < 300) good.push(ms);
    else if (status === 503) {
      phase.refused.push(ms);
      phase.refusedAfter = (performance.now() - begun) / 1000;
    } else if (fault === 'cut') phase.cut += 1;
    else if (fault === 'gaveUp') phase.gaveUp += 1;
    else phase.faults[status] = (phase.faults[status] ?? 0) + 1;
  };
  /** @type {Set<Promise<void>>} */
  const open = new Set();
  /** @param {Promise<void>} work */
  const track = (work) => {
    open.add(work);
    void work.finally(() => open.delete(work));
  };
  /** @param {number} count */
  const one = async (count) => {
    const { call, pair } = nextCall(count, pick, fans, ids, pairs);
    if (pair) pair.isBusy = true;
    const answer = await send(call);
    note(answer, phase.answered);
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
      track(send(signIn(probed % FANS)).then((answer) => note(answer, phase.probes)));
      track(
        send({ method: 'GET', path: '/api/health/ready' }).then((answer) =>
          note(answer, phase.probes),
        ),
      );
    }
    await new Promise((done) => setTimeout(done, TICK_MS));
  }
  await Promise.all(open);
  phase.ledger = pairs
    .filter(({ isKnown }) => isKnown)
    .map(({ postId, fanId, liked }) => ({ postId, fanId, liked }));
  return phase;
}

process.once('message', async (/** @type {any} */ order) => {
  port = order.port;
  /** @type {string[]} */
  const ids = order.ids;
  /** @type {Fan[]} */
  const fans = [];
  for (let number = 0; number < FANS; number += 1) fans.push(await register(number));
  const pairs = fans.flatMap(({ id, token }, at) =>
    Array.from({ length: PAIRS_A_FAN }, (_, post) => ({
      ...{ postId: ids[at * PAIRS_A_FAN + post] ?? '', fanId: id, token },
      ...{ liked: false, isBusy: false, isKnown: false },
    })),
  );
  const phases = [];
  for (const rate of order.rates) phases.push(await run(rate, order.seconds, fans, ids, pairs));
  process.send?.(phases);
});
