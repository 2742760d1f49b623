// Usage: node tools/jest.mjs unit|api [name of a test file] [options of Jest]
//
// `api` starts one throw-away MongoDB and Redis for all test files and ends them with them. This is done here
// and not by Jest, because Jest leaves what it started behind when it is interrupted.
import { spawn } from 'node:child_process';
import { mkdtemp, realpath, rm, statfs } from 'node:fs/promises';
import { createRequire, register } from 'node:module';
import { freemem, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { findRedis } from './jest/find-redis.mjs';
import { startRedis } from './jest/start-redis.mjs';
import { build } from './start/build.mjs';

const [depth, ...options] = process.argv.slice(2);
if (depth !== 'unit' && depth !== 'api') {
  process.stderr.write('Usage: node tools/jest.mjs unit|api [name of a test file]\n');
  process.exit(2);
}

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs Jest to its end, passing on what asks us to stop.
 *
 * @param {NodeJS.ProcessEnv} [extra] variables for the tests
 * @returns {Promise<number>} its exit code
 */
function runJest(extra = {}) {
  const require = createRequire(import.meta.url);
  const jest = join(dirname(require.resolve('jest/package.json')), 'bin', 'jest.js');
  const config = fileURLToPath(new URL(`jest/${depth}.config.mjs`, import.meta.url));
  const child = spawn(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', jest, '--config', config, ...options],
    { stdio: 'inherit', env: { ...process.env, ...extra } },
  );
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  return new Promise((done) => child.once('exit', (code) => done(code ?? 1)));
}

/**
 * Where throw-away data lies: in memory where there is plenty of it, because a database whose disk
 * stalls for seconds counts as away.
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
    // This system has none.
  }
  return tmpdir();
}

/**
 * Sets a database up for tests. Rows with an end are left to them, whose clocks stand where they like: the
 * database's own would take away what a test in last year's season has just written. And no more history is
 * kept than a backup reads: for five minutes the files of a dropped database would stay open, which ends a
 * fast run at the limit of open files.
 *
 * @param {string} uri
 */
async function prepare(uri) {
  const { mongo } = await import('mongoose');
  const client = await new mongo.MongoClient(uri).connect();
  const parameters = {
    ttlMonitorEnabled: false,
    minSnapshotHistoryWindowInSeconds: 60,
    syncdelay: 10,
  };
  for (const [name, value] of Object.entries(parameters)) {
    await client.db('admin').command({ setParameter: 1, [name]: value });
  }
  await client.close();
}

/** @returns {Promise<number>} */
async function runOnDatabases() {
  // Some tests run the server as a process of its own.
  await build(['backend']);
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
