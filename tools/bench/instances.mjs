// Usage: npm run bench:instances [-- requests a second and server, from 20, 50 by default] [--write]
//
// Compares what a request costs with one server and with three that share a MongoDB and a Redis: the
// processor time of the application, and that of MongoDB and Redis. Each server gets as many of the
// mixed requests of load.mjs as the single one, in turn. With a core for each, three servers carry 2.2
// times what one does if a request costs at most 3 / 2.2 times as much. Prints each figure with its bar
// and verdict, and fails if one is missed. `--write` writes docs/INSTANCES.md. Linux only.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { mongo } from 'mongoose';

import { createRedis } from '../cluster/redis.mjs';
import { findRedis } from '../jest/find-redis.mjs';
import { build } from '../start/build.mjs';
import { fill } from './data.mjs';
import { toLine, writeDocument } from './document.mjs';
import { verdictOf } from './load-report.mjs';
import { usedMs } from './processor.mjs';
import { BUILT, launch, measured, say, withDatabase } from './server.mjs';
import { compare } from './slices.mjs';

// Below the ephemeral ports of outgoing connections.
const FIRST_PORT = 18_420;
const PORTS_A_GROUP = 4;
const POSTS = 2_000;
const SLICE_S = 20;
const SERVERS = 3;
const BAR = SERVERS / 2.2;
const WIDTHS = [28, 10, 10, 8, 7, 10, 6];
const HEADINGS = ['Per request', '1 server', '3 servers', 'ratio', 'bar', 'verdict', 'others'];

const { rate, write } = readArguments();

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { write: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [rate = 50] = positionals.map(Number);
    const isValid = Number.isInteger(rate) && rate >= 20 && positionals.length <= 1;
    if (isValid) return { rate, write: values.write ?? false };
  } catch {
    // An unknown option.
  }
  process.stderr.write(
    'Usage: npm run bench:instances [-- requests a second and server, from 20] [--write]\n',
  );
  process.exit(2);
}

/** @typedef {import('./load-client.mjs').Phase} Phase */
/** @typedef {import('./server.mjs').Database} Database */

/**
 * Starts servers on a database and a Redis of their own, and a client of them.
 *
 * @param {Database} database @param {string} redisBinary
 * @param {{ servers: number, firstPort: number }} size
 */
async function startGroup(database, redisBinary, { servers: count, firstPort }) {
  const folder = join(database.folder, `servers-${count}`);
  await mkdir(folder);
  const uri = new URL(database.uri);
  uri.pathname = `/servers_${count}`;
  const onChange = () => Promise.resolve();
  const redis = createRedis(redisBinary, { port: firstPort, folder, onChange });
  await redis.start();
  const settings = {
    ...measured(String(uri), folder),
    REDIS_URL: `redis://127.0.0.1:${firstPort}`,
  };
  const ports = Array.from({ length: count }, (_, at) => firstPort + 1 + at);
  /** @type {import('./server.mjs').Server[]} */
  const servers = [];
  for (const port of ports) {
    const data = { KICKOFF_DATA: join(folder, String(port)) };
    servers.push(await launch(BUILT, port, { ...settings, ...data }));
  }
  const client = await mongo.MongoClient.connect(String(uri));
  const { postIds: ids } = await fill(client.db(), POSTS);
  await client.close();
  const sender = fork(new URL('load-client.mjs', import.meta.url));
  sender.send({ ports, ids });
  await once(sender, 'message');
  const appPids = servers.map(({ pid }) => pid);
  const sharedPids = [database.pid, redis.state.pid];
  return {
    pids: [...appPids, redis.state.pid, sender.pid ?? 0],
    measure: async () => {
      const before = await readUsed(appPids, sharedPids);
      sender.send({ rate: rate * count, seconds: SLICE_S });
      const [phase] = await once(sender, 'message');
      const after = await readUsed(appPids, sharedPids);
      const requests = countAnswered(phase);
      return {
        ms: (after.app - before.app) / requests,
        dbMs: (after.shared - before.shared) / requests,
      };
    },
    stop: async () => {
      sender.kill();
      await Promise.all(servers.map((server) => server.stop()));
      await redis.stop();
    },
  };
}

/** @param {readonly number[]} appPids @param {readonly number[]} sharedPids */
async function readUsed(appPids, sharedPids) {
  /** @param {readonly number[]} pids */
  const sum = async (pids) => (await Promise.all(pids.map(usedMs))).reduce((all, ms) => all + ms);
  return { app: await sum(appPids), shared: await sum(sharedPids) };
}

/** Fails if a request was not answered. @param {Phase} phase */
function countAnswered({ answered, refused, cut, gaveUp, faults }) {
  const failed = Object.values(faults).reduce((all, count) => all + count, cut + gaveUp);
  if (failed + refused.length > 0) {
    throw new Error(`${failed} requests failed, ${refused.length} were refused: lower the rate.`);
  }
  return Object.values(answered).reduce((all, times) => all + times.length, 0);
}

/** @param {Database} database */
async function measureInstances(database) {
  const redisBinary = await findRedis(say);
  /** @type {Awaited<ReturnType<typeof startGroup>>[]} */
  const groups = [];
  try {
    for (const [at, servers] of [SERVERS, 1].entries()) {
      const firstPort = FIRST_PORT + at * PORTS_A_GROUP;
      groups.push(await startGroup(database, redisBinary, { servers, firstPort }));
    }
    const [three, one] = groups;
    if (!three || !one) return;
    const pids = groups.flatMap((group) => group.pids.map((app) => ({ app, db: database.pid })));
    const { mine, other, ratio, others, isQuiet } = await compare(pids, three.measure, one.measure);
    const of = { unit: '', bar: BAR, others, isQuiet };
    const rows = [
      { name: 'Application', from: other.ms, to: mine.ms, figure: ratio, ...of },
      {
        ...{ name: 'MongoDB and Redis', from: other.dbMs ?? 0, to: mine.dbMs ?? 0 },
        ...{ figure: (mine.dbMs ?? 0) / (other.dbMs ?? 1), ...of },
      },
    ];
    const cells = rows.map((row) => [
      ...[row.name, `${row.from.toFixed(2)} ms`, `${row.to.toFixed(2)} ms`, row.figure.toFixed(2)],
      ...[BAR.toFixed(2), verdictOf(row), `${Math.round(others * 100)} %`],
    ]);
    process.stdout.write([HEADINGS, ...cells].map((row) => `${toLine(row, WIDTHS)}\n`).join(''));
    if (write) await writeInstances(cells, database.version);
    process.exitCode = rows.some((row) => verdictOf(row) === 'missed') ? 1 : 0;
  } finally {
    for (const group of groups) await group.stop();
  }
}

/** @param {readonly (readonly string[])[]} rows @param {string} mongod */
async function writeInstances(rows, mongod) {
  await writeDocument('INSTANCES.md', {
    title: 'One server and three',
    command: `npm run bench:instances -- ${rate} --write`,
    mongod,
    facts: [
      `Load: ${rate} mixed requests a second for each server (see [Load](LOAD.md)), one server and three in turn`,
      `Data: ${POSTS} posts, each with 20 likes and 20 comments; a database and a Redis for each`,
      'Servers, databases and load generator share the machine',
    ],
    about: `Processor time of a request, the median of slices of ${SLICE_S} s. Three servers with a core each carry at least
2.2 times what one does if a request costs them at most 3 / 2.2 times as much, and if a request costs what they share,
MongoDB and Redis, no more than that. It says nothing about the size of a MongoDB or a Redis that three busy servers
need.`,
    headings: HEADINGS,
    rows,
  });
}

await build(['contracts', 'testing', 'backend']);
await withDatabase(measureInstances);
