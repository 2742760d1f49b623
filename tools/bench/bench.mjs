// Usage: npm run bench [-- number of posts, 10000 by default] [--only words of a row | --write]
//
// Compares the calls of the feed and its posts with a hand-written server for the same responses
// (plain/server.mjs), football calls with a single post, and the heaviest page that a fan can
// create with an ordinary one. Prints each figure with its bar and verdict, and the share of the
// machine used by others: with too few quiet slices the verdict is "too busy". `--write` writes
// docs/PERFORMANCE.md. Linux only.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { mongo } from 'mongoose';

import { aFan } from './callers.mjs';
import { callsOf } from './calls.mjs';
import { fill, fillWithHeaviest } from './data.mjs';
import { closeConnections, send } from './http.mjs';
import { headingLine, rowLine, writeRows } from './report.mjs';
import { requireSameResponses } from './same-responses.mjs';
import { KICKOFF, launch, measured, say, withDatabase } from './server.mjs';
import { compare, processorTime, responseTime } from './slices.mjs';

const PLAIN = fileURLToPath(new URL('plain/server.mjs', import.meta.url));
/** Below the ephemeral ports of outgoing connections. */
const PORTS = { kickoff: 18_410, plain: 18_411 };
const LEAGUE = '/api/football?league=premier_league';

/** @typedef {import('./server.mjs').Server} Server */
/** @typedef {import('./slices.mjs').Subject} Subject */
/** @typedef {import('./slices.mjs').Measure} Measure */
/** @typedef {import('./report.mjs').Goal} Goal */
/** @typedef {ReturnType<typeof callsOf>} Calls */
/** @typedef {{ kickoff: Server, plain: Server, mongodPid: number, calls: Calls }} Setting */

const usage = 'Usage: npm run bench [-- number of posts, from 100] [--only words | --write]\n';
const { only, write, count } = readArguments();

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { only: { type: 'string' }, write: { type: 'boolean' } },
      allowPositionals: true,
    });
    const count = Number(positionals[0] ?? 10_000);
    const { only = '', write = false } = values;
    const isWhole = only === '' || !write;
    if (Number.isInteger(count) && count >= 100 && positionals.length <= 1 && isWhole) {
      return { only: only.toLowerCase(), write, count };
    }
  } catch {
    // An unknown option.
  }
  process.stderr.write(usage);
  process.exit(2);
}

/** @type {import('./report.mjs').Row[]} */
const rows = [];

/** @param {Setting} setting @param {Goal} goal @param {Measure} mine @param {Measure} other */
async function measure({ kickoff, plain, mongodPid }, goal, mine, other) {
  if (!goal.name.toLowerCase().includes(only)) return;
  const pids = [kickoff, plain].map(({ pid }) => ({ app: pid, db: mongodPid }));
  const row = { ...goal, ...(await compare(pids, mine, other)) };
  closeConnections();
  rows.push(row);
  process.stdout.write(`${rowLine(row)}\n`);
}

/** @param {Setting} setting @returns {(server: Server, subject: Omit<Subject, 'port'>) => Measure} */
const cost =
  ({ mongodPid }) =>
  (server, subject) =>
    processorTime({ app: server.pid, db: mongodPid }, { port: server.port, ...subject });

/** Calls that both servers serve. @param {Setting} setting */
async function besideByHand(setting) {
  const { kickoff, plain, calls } = setting;
  const costOf = cost(setting);
  /** @type {[Goal, Omit<Subject, 'port'>][]} */
  const goals = [
    [{ name: 'Feed, 20 posts (3 likers, 2 comments)', bar: 0.5 }, { callOf: calls.feed }],
    [{ name: 'Feed, 20 posts (20 likers, 20 comments)' }, { callOf: calls.longFeed }],
    [{ name: 'Single post', bar: 1 }, { callOf: calls.post }],
    [{ name: 'Like, unlike', bar: 1.3 }, { callOf: calls.like }],
    [
      { name: 'New post', bar: 1.5 },
      { callOf: calls.newPost, statuses: [201] },
    ],
    [{ name: 'Comment', bar: 1.5 }, { callOf: calls.comment }],
  ];
  for (const [goal, subject] of goals) {
    await measure(setting, goal, costOf(kickoff, subject), costOf(plain, subject));
  }
}

/**
 * The cost of the feed compared with sending the same bytes, and with sending none.
 *
 * @param {Setting} setting
 */
async function feedBesideItself(setting) {
  const { kickoff, plain, calls } = setting;
  const costOf = cost(setting);
  const feed = { callOf: calls.feed };
  await send(plain.port, calls.feed());
  await measure(
    setting,
    { name: 'Feed beside res.json of the same bytes', bar: 2 },
    costOf(kickoff, feed),
    costOf(plain, { callOf: () => calls.get('/last-feed') }),
  );
  const { path } = calls.feed();
  for (const [name, call] of Object.entries({
    'Feed again, 304 beside 200': calls.get(path),
    'Feed again, 304 beside a compressed 200': calls.getCompressed(path),
  })) {
    const { etag } = await send(kickoff.port, call);
    const again = { ...call, headers: { ...call.headers, 'If-None-Match': etag } };
    await measure(
      setting,
      { name, bar: 0.77 },
      costOf(kickoff, { callOf: () => again, statuses: [304] }),
      costOf(kickoff, { callOf: () => call }),
    );
  }
}

/** Writes without a counterpart. @param {Setting} setting */
async function alone(setting) {
  const { kickoff, calls } = setting;
  /** @type {[string, Omit<Subject, 'port'>][]} */
  const writes = [
    ['Follow, unfollow', { callOf: calls.follow, statuses: [200, 204] }],
    ['Notifications read', { callOf: calls.readNotifications, statuses: [204] }],
  ];
  for (const [name, subject] of writes) {
    const measured = cost(setting)(kickoff, subject);
    await measure(setting, { name, isAlone: true }, measured, measured);
  }
}

/** Response times of football calls beside those of a single post. @param {Setting} setting */
async function football(setting) {
  const { kickoff, calls } = setting;
  const { body, etag } = await send(kickoff.port, calls.get(LEAGUE));
  const league = calls.getCompressed(LEAGUE);
  /** @type {[string, import('./http.mjs').Call][]} */
  const asked = [
    ['League', league],
    ['League again, 304', { ...league, headers: { ...league.headers, 'If-None-Match': etag } }],
    ['Leagues', calls.getCompressed('/api/football/leagues')],
    ['Latest', calls.getCompressed('/api/football/latest')],
    ['Teams', calls.getCompressed('/api/football/teams')],
    ['Match', calls.getCompressed(`/api/football/matches/${JSON.parse(body).matches[0].id}`)],
  ];
  const { port } = kickoff;
  /** @param {number} number */
  const post = (number) => calls.getCompressed(calls.post(number).path);
  for (const [name, call] of asked) {
    await measure(
      setting,
      { name: `${name}, p50 beside a post`, bar: 1.5 },
      responseTime({ port, callOf: () => call }),
      responseTime({ port, callOf: post }),
    );
  }
}

/**
 * The heaviest page that a fan can create, compressed as for a browser: its processor time compared
 * with an ordinary page's, and how long it blocks a call that needs only the event loop.
 *
 * @param {Setting} setting @param {string} author
 */
async function heaviest(setting, author) {
  const { kickoff, calls } = setting;
  const costOf = cost(setting);
  const query = 'limit=20&likes=3&comments=2';
  const ordinary = calls.getCompressed(`/api/pt/posts?${query}`);
  const heavy = calls.getCompressed(`/api/pt/posts?author=${author}&${query}`);
  await measure(
    setting,
    { name: 'Heaviest page beside an ordinary one', bar: 3 },
    costOf(kickoff, { callOf: () => heavy }),
    costOf(kickoff, { callOf: () => ordinary }),
  );
  const live = { port: kickoff.port, callOf: () => calls.get('/api/health/live') };
  await measure(
    setting,
    { name: 'Heaviest page holds up the event loop', bar: 20, isInMs: true },
    responseTime(live, heavy),
    responseTime(live),
  );
}

/** @param {{ uri: string, pid: number, folder: string, version: string }} database */
async function bench({ uri, pid: mongodPid, folder, version }) {
  const variables = measured(uri, join(folder, 'data'));
  const kickoff = await launch(KICKOFF, PORTS.kickoff, variables);
  const plain = await launch([PLAIN], PORTS.plain, variables);
  const client = await mongo.MongoClient.connect(uri);
  try {
    const { token } = await aFan(kickoff.port, 'Bench Warmer');
    say(`Writing ${count} posts …`);
    const { postIds, fanIds } = await fill(client.db(), count);
    const calls = callsOf(token, postIds, fanIds);
    const setting = { kickoff, plain, mongodPid, calls };
    await requireSameResponses(kickoff.port, plain.port, calls);

    process.stdout.write(
      `\nMilliseconds a request: processor time of application / database, or p50\n\n${headingLine()}\n`,
    );
    await football(setting);
    await feedBesideItself(setting);
    await besideByHand(setting);
    await alone(setting);
    await heaviest(setting, await fillWithHeaviest(client.db()));
    const command = ['npm run bench --', String(count), '--write'].join(' ');
    if (write) await writeRows(rows, { command, posts: count, mongod: version });
  } finally {
    await client.close();
    await plain.stop();
    await kickoff.stop();
  }
}

try {
  await withDatabase(bench);
} finally {
  closeConnections();
}
