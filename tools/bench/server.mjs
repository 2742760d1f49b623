// Shared by the benches: a separate MongoDB, and a server process on it.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { register } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { MEMORY_OPTIONS, MEMORY_VARIABLES } from '../start/memory.mjs';

register('../jest/typescript-loader.mjs', import.meta.url);
export const { findMongod } =
  await import('../../backend/src/common/mongo/embedded/find-mongod.js');
export const { toSearchWords } = await import('../../backend/src/common/text/search-words.js');
export const { EmbeddedMongo } =
  await import('../../backend/src/common/mongo/embedded/embedded-mongo.js');
const { SETTING_NAMES } = await import('../../backend/src/common/config/env.js');

/** @typedef {{ pid: number, port: number, stop: () => Promise<void> }} Server */

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs the backend from its sources. */
export const KICKOFF = [
  ...['--conditions=@kickoff/source', '--import', join(root, 'tools/jest/from-sources.mjs')],
  join(root, 'backend/src/main.ts'),
];

/** Runs the built backend, as `npm start` does. */
export const BUILT = [...MEMORY_OPTIONS, join(root, 'backend/dist/main.js')];

/**
 * Every setting is empty, which overrides what a developer has in the environment or in `.env`: a bench must not
 * reach that database, bucket or mail server.
 */
export const NO_SETTINGS = {
  ...Object.fromEntries(SETTING_NAMES.map((name) => [name, ''])),
  MONGOD_BINARY: process.env['MONGOD_BINARY'] ?? '',
};

/**
 * Settings of a measured server: without the demo, and with limits that no bench reaches.
 *
 * @param {string} uri of its database @param {string} folder of its data
 */
export const measured = (uri, folder) => ({
  MONGODB_URI: uri,
  JWT_FAN_SECRET: randomBytes(32).toString('hex'),
  JWT_ADMIN_SECRET: randomBytes(32).toString('hex'),
  RATE_LIMIT_FACTOR: '100000',
  LOG_LEVEL: 'warn',
  DEMO: 'off',
  KICKOFF_DATA: folder,
});

/** @param {string} line */
export const say = (line) => process.stderr.write(`${line}\n`);

/**
 * Starts a server and waits for its ready line.
 *
 * @param {string[]} command @param {number} port @param {Record<string, string>} variables
 * @returns {Promise<Server>}
 */
export function launch(command, port, variables) {
  const child = spawn(process.execPath, command, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...NO_SETTINGS,
      ...MEMORY_VARIABLES,
      ...variables,
      PORT: String(port),
    },
  });
  const ended = new Promise((done) => child.once('close', done));
  return new Promise((done, fail) => {
    child.once('close', () => fail(new Error(`${command.at(-1)} did not start`)));
    child.stdout.on('data', (bytes) => {
      if (!/ready/.test(String(bytes))) return;
      done({
        pid: child.pid ?? 0,
        port,
        stop: async () => {
          child.kill('SIGTERM');
          await ended;
        },
      });
    });
  });
}

/**
 * A running MongoDB. After `stop` its data is in `mongodb/` of the folder until the work ends.
 *
 * @typedef {{ uri: string, pid: number, folder: string, version: string, stop: () => Promise<void> }} Database
 */

/**
 * Starts a MongoDB in a folder that is removed afterwards.
 *
 * @param {(database: Database) => Promise<void>} work
 */
export async function withDatabase(work) {
  const binary = await findMongod({ binary: process.env['MONGOD_BINARY'] || undefined, say });
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'kickoff-bench-')));
  const database = join(folder, 'mongodb');
  const embedded = new EmbeddedMongo({ binary, folder: database, say, onGivenUp: say });
  const stop = async () => {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.once(signal, () => void stop().then(() => process.exit(1)));
  }
  try {
    const uri = await embedded.start();
    const pid = Number(await readFile(join(database, 'mongod.lock'), 'utf8'));
    await work({ uri, pid, folder, version: binary.version, stop: () => embedded.stop() });
  } finally {
    await stop();
  }
}
