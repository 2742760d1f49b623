// Usage: npm run bench:load [-- requests a second, 200 by default [seconds, 20 by default] [--write]]
//
// Sends mixed requests (two thirds reads) to the built server from a separate process: at a steady
// rate to warm up, at the steady rate for these seconds, at five times that rate for half of them
// (at most five minutes), and at the steady rate again; each for 20 s at least. Reports how many were
// answered, refused, cut or timed out, with durations, and compares the likes at the end with a ledger
// of acknowledged ones. Then four fans log in at a time. Prints each figure with its bar and verdict,
// and fails if one is missed. The resident memory under load has bars from 300 s on, and `--write`
// writes docs/LOAD.md. Linux only.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { mongo } from 'mongoose';

import { build } from '../start/build.mjs';
import { fill } from './data.mjs';
import { closeConnections } from './http.mjs';
import { toLines, verdictOf, writeLoad } from './load-report.mjs';
import { blockedByLogins } from './parallel-logins.mjs';
import { BUILT, launch, measured, withDatabase } from './server.mjs';
import { watch } from './watch.mjs';

// Below the ephemeral ports of outgoing connections.
const PORT = 18_413;
const POSTS = 2_000;
const MIN_PHASE_S = 20;
/** V8 releases the memory of the start within 30 s, and idle memory is the median of a minute. */
const IDLE_S = 90;
const MAX_OVERLOAD_S = 300;
const MINUTE_S = 60;
const WHOLE_S = 5 * MINUTE_S;
/** Of SECURITY-BAR §7 and PERFORMANCE S7, S12 and S14. */
const BARS = {
  ...{ readMs: 250, writeMs: 400, uploadMs: 400, loginMs: 400 },
  ...{ idleMb: 170, loadedMb: 300, growthPercent: 5 },
  ...{ refusalMs: 100, answerMs: 2_000, recoveryS: 2, blockMs: 50 },
};

const usage =
  'Usage: npm run bench:load [-- requests a second, from 10 [seconds, from 20] [--write, from 300 s]]\n';
const { rate, seconds, write } = readArguments();

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { write: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [rate = 200, seconds = MIN_PHASE_S] = positionals.map(Number);
    const { write = false } = values;
    const isValid = Number.isInteger(rate) && rate >= 10 && Number.isInteger(seconds);
    const minSeconds = write ? WHOLE_S : MIN_PHASE_S;
    if (isValid && seconds >= minSeconds && positionals.length <= 2)
      return { rate, seconds, write };
  } catch {
    // An unknown option.
  }
  process.stderr.write(usage);
  process.exit(2);
}

/** @typedef {import('./load-client.mjs').Phase} Phase */
/** @typedef {import('./load-report.mjs').Row} Row */
/** @typedef {Awaited<ReturnType<typeof watch<Phase>>>} Watched */

/** @param {number[]} values @param {number} share */
function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** @param {number[]} values */
const largest = (values) => values.reduce((most, value) => Math.max(most, value), 0);

/** @param {number[]} values */
const spread = (values) =>
  `p50 ${quantile(values, 0.5).toFixed(0)}, p99 ${quantile(values, 0.99).toFixed(0)}, max ${largest(values).toFixed(0)} ms`;

/** @param {string} title @param {Phase} phase */
function report(title, { answered, refused, cut, gaveUp, faults, refusedAfter }) {
  const kinds = Object.entries(answered).map(
    ([kind, values]) => `  ${kind}: answered ${values.length} (${spread(values)})\n`,
  );
  process.stdout.write(
    `${title}\n${kinds.join('')}` +
      `  refused ${refused.length} (${spread(refused)}), the last one ${refusedAfter.toFixed(1)} s after the phase began\n` +
      `  cut ${cut}, given up ${gaveUp}, other ${JSON.stringify(faults)}\n`,
  );
}

/** Requests without a proper response. @param {Phase} phase */
const failedIn = ({ cut, gaveUp, faults }) =>
  Object.values(faults).reduce((sum, count) => sum + count, cut + gaveUp);

/** @param {string} uri @param {Phase['ledger']} ledger */
async function wrongLikes(uri, ledger) {
  const client = await mongo.MongoClient.connect(uri);
  try {
    const likes = client.db().collection('post_likes');
    let wrong = 0;
    for (const { postId, fanId, liked } of ledger) {
      const row = await likes.findOne({
        postId: new mongo.ObjectId(postId),
        userId: new mongo.ObjectId(fanId),
      });
      if ((row !== null) !== liked) wrong += 1;
    }
    return wrong;
  } finally {
    await client.close();
  }
}

/** @param {Watched} steady @returns {Row[]} */
function steadyRows({ result: { answered, refused, ...phase }, others, isQuiet }) {
  const on = { others, isQuiet };
  /** @param {number[]} values */
  const p99 = (values) => Math.round(quantile(values, 0.99));
  return [
    { name: 'Reads, p99', figure: p99(answered.read), unit: 'ms', bar: BARS.readMs, ...on },
    { name: 'Writes, p99', figure: p99(answered.write), unit: 'ms', bar: BARS.writeMs, ...on },
    { name: 'Logins, p99', figure: p99(answered.login), unit: 'ms', bar: BARS.loginMs, ...on },
    {
      name: 'Small uploads, p99',
      figure: p99(answered.upload),
      unit: 'ms',
      bar: BARS.uploadMs,
      ...on,
    },
    {
      name: 'Refused, cut, timed out or failed under steady load',
      figure: refused.length + failedIn({ answered, refused, ...phase }),
      ...{ unit: '', bar: 0, ...on },
    },
  ];
}

/** @param {number} idleMb @param {Watched} steady @returns {Row[]} */
function memoryRows(idleMb, { memoryAt, seconds: watched }) {
  const inMb = { unit: 'MB' };
  /** @type {Row[]} */
  const rows = [{ name: 'Memory, idle', figure: idleMb, bar: BARS.idleMb, ...inMb }];
  const [minute2, minute5, end] = [2 * MINUTE_S, 5 * MINUTE_S, watched].map(memoryAt);
  if (seconds >= 2 * MINUTE_S)
    rows.push({ name: 'Memory at minute 2', figure: minute2 ?? 0, ...inMb });
  if (seconds < WHOLE_S) return [...rows, { name: 'Memory at the end', figure: end ?? 0, ...inMb }];
  const growth = (100 * ((end ?? 0) - (minute2 ?? 0))) / (minute2 ?? 1);
  return [
    ...rows,
    { name: 'Memory at minute 5', figure: minute5 ?? 0, bar: BARS.loadedMb, ...inMb },
    { name: 'Memory at the end', figure: end ?? 0, bar: BARS.loadedMb, ...inMb },
    {
      name: 'Memory, growth from minute 2 to the end',
      figure: growth,
      unit: '%',
      bar: BARS.growthPercent,
    },
  ];
}

/** @param {Watched} overload @param {Watched} after @param {number} wrong @returns {Row[]} */
function overloadRows({ result: over, others, isQuiet }, { result: after }, wrong) {
  const on = { others, isQuiet };
  const slowest = largest(Object.values(over.answered).map(largest));
  return [
    {
      name: 'Refusals under overload, p99',
      figure: Math.round(quantile(over.refused, 0.99)),
      ...{ unit: 'ms', bar: BARS.refusalMs, ...on },
    },
    {
      name: 'Slowest response under overload',
      figure: Math.round(slowest),
      ...{ unit: 'ms', bar: BARS.answerMs, ...on },
    },
    {
      name: 'Cut, timed out or failed under overload and after it',
      figure: failedIn(over) + failedIn(after),
      ...{ unit: '', bar: 0, ...on },
    },
    {
      name: 'Last refusal after the overload',
      figure: after.refusedAfter,
      ...{ unit: 's', bar: BARS.recoveryS, ...on },
    },
    { name: 'Likes that differ from the acknowledged ones', figure: wrong, unit: '', bar: 0 },
  ];
}

/** @param {{ uri: string, pid: number, folder: string, version: string }} database */
async function load({ uri, pid: mongodPid, folder, version }) {
  const server = await launch(BUILT, PORT, measured(uri, join(folder, 'data')));
  const sender = fork(new URL('load-client.mjs', import.meta.url));
  const pids = [server.pid, mongodPid, sender.pid ?? 0];
  /** @template Result @param {Promise<Result>} work */
  const watched = (work) => watch(server.pid, pids, work);
  /** @param {string} title @param {number} rate @param {number} seconds */
  const phase = async (title, rate, seconds) => {
    sender.send({ rate, seconds });
    const watching = await watched(
      once(sender, 'message').then(([result]) => /** @type {Phase} */ (result)),
    );
    report(`${title}, ${rate}/s for ${seconds} s`, watching.result);
    return watching;
  };
  try {
    const idle = await watched(delay(IDLE_S * 1_000));
    const idleMb = idle.memoryAt(idle.seconds);
    const client = await mongo.MongoClient.connect(uri);
    const { postIds: ids } = await fill(client.db(), POSTS);
    await client.close();
    sender.send({ ports: [PORT], ids });
    const [login] = await once(sender, 'message');
    const overloadS = Math.min(MAX_OVERLOAD_S, Math.max(MIN_PHASE_S, Math.round(seconds / 2)));
    await phase('Warm-up', rate, MIN_PHASE_S);
    const steady = await phase('Steady', rate, seconds);
    const over = await phase('Overload', 5 * rate, overloadS);
    const after = await phase('Steady again', rate, MIN_PHASE_S);
    const wrong = await wrongLikes(uri, after.result.ledger);
    const logins = await watched(blockedByLogins(PORT, login));
    const { aloneMs, blockedMs } = logins.result;
    const on = { unit: 'ms', others: logins.others, isQuiet: logins.isQuiet };
    const rows = [
      ...steadyRows(steady),
      ...memoryRows(idleMb, steady),
      ...overloadRows(over, after, wrong),
      { name: 'Longest block of the event loop, idle', figure: aloneMs, ...on },
      { name: 'The same beside 4 parallel logins', figure: blockedMs, bar: BARS.blockMs, ...on },
    ];
    process.stdout.write(`\n${toLines(rows)}`);
    const command = ['npm run bench:load --', rate, seconds, '--write'].join(' ');
    const facts = { command, mongod: version, rate, seconds, overloadS, posts: POSTS };
    if (write) await writeLoad(rows, facts);
    process.exitCode = rows.some((row) => verdictOf(row) === 'missed') ? 1 : 0;
  } finally {
    closeConnections();
    sender.kill();
    await server.stop();
  }
}

await build(['contracts', 'testing', 'backend']);
await withDatabase(load);
