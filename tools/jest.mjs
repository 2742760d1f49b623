// Usage: node tools/jest.mjs unit|api|cluster [--no-build] [name of a test file] [options of Jest]
//
// `--no-build` expects that everything is built; a build would replace files that another process reads.
// `api` starts one temporary MongoDB and Redis for all test files and stops them at the end. Jest itself would
// leave them running when it is interrupted. `cluster` starts its own (tools/test-cluster.mjs).
import { spawn } from 'node:child_process';
import { mkdtemp, realpath, rm, statfs } from 'node:fs/promises';
import { register } from 'node:module';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { jestCommand } from './jest/command.mjs';
import { findRedis } from './jest/find-redis.mjs';
import { startRedis } from './jest/start-redis.mjs';
import { build } from './start/build.mjs';

const [depth, ...args] = process.argv.slice(2);
const options = args.filter((arg) => arg !== '--no-build');
if (depth !== 'unit' && depth !== 'api' && depth !== 'cluster') {
  process.stderr.write(
    'Usage: node tools/jest.mjs unit|api|cluster [--no-build] [name of a test file]\n',
  );
  process.exit(2);
}

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs Jest to its end and forwards signals.
 *
 * @param {NodeJS.ProcessEnv} [extra] variables for the tests
 * @returns {Promise<number>} its exit code
 */
function runJest(extra = {}) {
  const config = fileURLToPath(new URL(`jest/${depth}.config.mjs`, import.meta.url));
  const child = spawn(process.execPath, jestCommand(config, options), {
    stdio: 'inherit',
    env: { ...process.env, ...extra },
  });
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  return new Promise((done) => child.once('exit', (code) => done(code ?? 1)));
}

/**
 * The folder of temporary data: in memory if there is enough, because a database whose disk stalls
 * for seconds counts as unavailable.
 *
 * @returns {Promise<string>}
 */
async function dataRoot() {
  const memory = '/dev/shm';
  const plenty = 4 * 2 ** 30;
  try {
    const { bavail, bsize } = await statfs(memory);
    if (bavail * bsize > plenty && freemem() > plenty) return memory;
  } catch {
    // Not every system has it.
  }
  return tmpdir();
}

/**
 * Configures a database for tests. TTL deletion is off, because tests set their own clocks. The
 * snapshot history is short: for five minutes the files of dropped databases would stay open, and
 * a fast run would reach the limit of open files.
 *
 * @param {string} uri
 */
async function prepare(uri) {
  const { mongo } = await import('mongoose');
  const client = await new mongo.MongoClient(uri).connect();
  const parameters = {
    ttlMonitorEnabled: false,
    minSnapshotHistoryWindowInSeconds: 10,
    syncdelay: 5,
  };
  for (const [name, value] of Object.entries(parameters)) {
    await client.db('admin').command({ setParameter: 1, [name]: value });
  }
  await client.close();
}

/** @returns {Promise<number>} */
async function runOnDatabases() {
  // Some tests start the server as a separate process.
  if (!args.includes('--no-build')) await build(['backend']);
  register('./jest/typescript-loader.mjs', import.meta.url);
  const { findMongod } = await import('../backend/src/common/mongo/embedded/find-mongod.js');
  const { EmbeddedMongo } = await import('../backend/src/common/mongo/embedded/embedded-mongo.js');
  /** @param {string} line */
  const say = (line) => process.stderr.write(`${line}\n`);

  const binary = await findMongod({ binary: process.env['MONGOD_BINARY'] || undefined, say });
  const folder = await realpath(await mkdtemp(join(await dataRoot(), 'kickoff-test-')));
  const mongo = new EmbeddedMongo({ binary, folder, say, onGivenUp: say });
  const redis = await startRedis(await findRedis(say), folder);
  const stop = () => mongo.stop();
  for (const signal of signals) process.once(signal, stop);
  try {
    const uri = await mongo.start();
    await prepare(uri);
    for (const signal of signals) process.off(signal, stop);
    return await runJest({
      KICKOFF_TEST_MONGODB: uri,
      KICKOFF_TEST_MONGOD: binary.path,
      KICKOFF_TEST_REDIS: redis.url,
    });
  } finally {
    await Promise.all([mongo.stop(), redis.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

process.exit(await (depth === 'api' ? runOnDatabases() : runJest()));
