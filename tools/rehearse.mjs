// Usage: npm run rehearse -- [--league premier_league] [--matchday 3] [--speed 12] [--faults
// goal_cancelled] [--starts-in 10] [--url http://localhost:5000]
//
// Replays a round on a running demo server for its demo fans, by default with all faults, and
// prints the changes. At speed 12 it takes ten minutes. Ctrl+C ends the rehearsal, as does every other end of
// this command.
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const PRINT_MS = 2_000;
/** Failed polls are repeated for this time: a server restarts within it. */
const RETRY_MS = 10_000;
const RETRY_PAUSE_MS = 1_000;
/** Limit of a poll and of a deletion. */
const ANSWER_LIMIT_MS = 5_000;

/** @typedef {{ email: string, password: string }} Login */
/** @typedef {{ name: string, shortName: string }} Team */
/** @typedef {{ homeTeam: number | null, awayTeam: number | null }} Goals */
/**
 * @typedef {{ id: string, status: string, matchday: number | null, homeTeam: Team, awayTeam: Team,
 *   score: { fullTime: Goals } }} Match
 */
/** @typedef {{ _id: string, state: string, kickOffAt: string, matches: Match[] }} Rehearsal */

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:5000' },
    league: { type: 'string', default: 'premier_league' },
    matchday: { type: 'string' },
    speed: { type: 'string', default: '12' },
    faults: { type: 'string', default: 'goal_cancelled,feed_outage,postponed' },
    'starts-in': { type: 'string', default: '10' },
  },
});

/**
 * Calls the server.
 *
 * @param {string} path
 * @param {{ method?: string, token?: string, body?: object, signal?: AbortSignal }} [call]
 * @returns {Promise<any>} the parsed response; undefined where it is empty
 */
async function request(path, { method = 'GET', token, body, signal } = {}) {
  const response = await fetch(new URL(path, values.url), {
    method,
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  // Of a deletion whose response was lost, or by somebody else.
  const isGone = method === 'DELETE' && response.status === 404;
  if (!response.ok && !isGone)
    throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/**
 * Returns the last matchday of the league with a match that has started.
 *
 * @param {string} token of a fan
 * @returns {Promise<number>}
 */
async function latestMatchday(token) {
  const address = `/api/football?league=${encodeURIComponent(values.league)}`;
  /** @type {{ matches: Match[] }} */
  const { matches } = await request(address, { token });
  const begun = matches.filter(({ score }) => score.fullTime.homeTeam !== null);
  return Math.max(1, ...begun.map(({ matchday }) => matchday ?? 1));
}

/** @param {Match} match */
function format({ homeTeam, awayTeam, status, score: { fullTime } }) {
  const goals = `${fullTime.homeTeam ?? '-'}:${fullTime.awayTeam ?? '-'}`;
  return `${homeTeam.shortName} ${goals} ${awayTeam.shortName} (${status})`;
}

/** @param {string} line */
const print = (line) => process.stdout.write(`${line}\n`);

/**
 * Returns all rehearsals. Repeats a failed request.
 *
 * @param {string} token of the admin
 * @param {AbortSignal} interrupted
 * @returns {Promise<Rehearsal[]>}
 */
async function poll(token, interrupted) {
  const giveUpMs = Date.now() + RETRY_MS;
  for (;;) {
    const signal = AbortSignal.any([interrupted, AbortSignal.timeout(ANSWER_LIMIT_MS)]);
    try {
      return await request('/api/admin/rehearsals', { token, signal });
    } catch (error) {
      if (interrupted.aborted || Date.now() > giveUpMs) throw error;
    }
    await delay(RETRY_PAUSE_MS, undefined, { signal: interrupted });
  }
}

/**
 * Prints the changes of the rehearsal until it is over or was deleted.
 *
 * @param {Rehearsal} rehearsal
 * @param {string} token of the admin
 * @param {AbortSignal} interrupted
 */
async function follow({ _id: id, matches }, token, interrupted) {
  const shown = new Map(matches.map((match) => [match.id, format(match)]));
  for (;;) {
    const current = (await poll(token, interrupted)).find(({ _id }) => _id === id);
    for (const match of current?.matches ?? []) {
      if (shown.get(match.id) !== format(match)) print(format(match));
      shown.set(match.id, format(match));
    }
    if (current?.state === 'over') print('The rehearsal is over. Its matches stay for 24 hours.');
    if (current === undefined || current.state === 'over') return;
    await delay(PRINT_MS, undefined, { signal: interrupted });
  }
}

/**
 * Deletes the rehearsal, in at most two attempts.
 *
 * @param {string} id
 * @param {string} token of the admin
 */
async function remove(id, token) {
  const path = `/api/admin/rehearsals/${id}`;
  const attempt = () =>
    request(path, { method: 'DELETE', token, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
  try {
    await attempt().catch(() => delay(RETRY_PAUSE_MS).then(attempt));
  } catch (error) {
    throw new Error(
      `Rehearsal ${id} could not be ended and runs on (${String(error)}). ` +
        `An admin ends it by DELETE ${new URL(path, values.url).href}.`,
      { cause: error },
    );
  }
  print('The rehearsal has ended.');
}

/** Starts the rehearsal, follows it, and deletes it unless it is over. */
async function rehearse() {
  /** @type {{ fans: Login[], admins: Login[] }} */
  const demo = await request('/api/auth/demo');
  const [admin] = demo.admins;
  if (!admin) throw new Error('This server offers no demo logins. Start one by npm start.');
  const { token } = await request('/api/admin/login', { method: 'POST', body: admin });
  const fans = await Promise.all(
    demo.fans.map((login) => request('/api/auth/login', { method: 'POST', body: login })),
  );
  const body = {
    league: values.league,
    matchday: Number(values.matchday ?? (await latestMatchday(fans[0].token))),
    speed: Number(values.speed),
    faults: values.faults.split(',').filter((fault) => fault !== ''),
    fans: fans.map(({ user }) => user._id),
    startsIn: Number(values['starts-in']),
  };

  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt);
  // Of a closed terminal or pipe.
  for (const output of [process.stdout, process.stderr]) output.on('error', interrupt);
  /** @type {Rehearsal} */
  const rehearsal = await request('/api/admin/rehearsals', { method: 'POST', token, body });
  print(`Rehearsal ${rehearsal._id} kicks off at ${rehearsal.kickOffAt}.`);
  print(`Log in as ${demo.fans.map(({ email }) => email).join(' or ')}. Its matches:`);
  for (const { id } of rehearsal.matches) print(`  ${new URL(`/match/${id}`, values.url).href}`);
  try {
    await follow(rehearsal, token, interruption.signal);
  } catch (error) {
    await remove(rehearsal._id, token);
    if (!interruption.signal.aborted) throw error;
  }
}

rehearse().catch((/** @type {Error} */ { message }) => {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
});
