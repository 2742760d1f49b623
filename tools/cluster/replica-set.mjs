import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { register } from 'node:module';

import { say } from '../start/long-step.mjs';
import { Part } from './part.mjs';

register('../jest/typescript-loader.mjs', import.meta.url);
const { findMongod } = await import('../../backend/src/common/mongo/embedded/find-mongod.js');
const { spawnMongod } = await import('../../backend/src/common/mongo/embedded/mongod-process.js');
const { mongo } = await import('mongoose');

const NAME = 'kickoff';
const SETTINGS = {
  /** A primary that is silent for this long is replaced; by default 10 s. */
  electionTimeoutMillis: 5_000,
  /**
   * A new primary waits this long for writes that only a frozen member may have; by default as long as it is frozen,
   * up to 10 s. Every member that can be elected has all acknowledged writes, because a majority has them.
   */
  catchUpTimeoutMillis: 1_000,
};
const LOOK_EVERY_MS = 100;

/** @typedef {Awaited<ReturnType<typeof findMongod>>} MongodBinary */

/** @returns {Promise<MongodBinary>} */
export function findMember() {
  return findMongod({ binary: process.env['MONGOD_BINARY'] || undefined, say });
}

/** @param {number[]} ports */
export function replicaSetUri(ports) {
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
  return `mongodb://${hosts}/kickoff?replicaSet=${NAME}`;
}

/**
 * @param {MongodBinary} binary
 * @param {{ name: string, port: number, folder: string, onChange: () => Promise<void> }} options
 */
export async function createMember(binary, { name, port, folder, onChange }) {
  const data = join(folder, name.replace(' ', '-'));
  await mkdir(data);
  const launch = async () => {
    const mongod = await spawnMongod({ binary, folder: data, port, logFile: `${data}.log` });
    const { pid, stop } = mongod;
    const ended = mongod.ended.then(({ sentence }) => `(${sentence})`);
    return {
      pid,
      ended,
      stop,
      ready: (/** @type {AbortSignal} */ signal) => answers(port, signal),
    };
  };
  return new Part(name, launch, onChange);
}

/**
 * Makes new members a replica set and waits for its primary.
 *
 * @param {number[]} ports @param {AbortSignal} signal
 */
export async function initiate(ports, signal) {
  const members = ports.map((port, _id) => ({ _id, host: `127.0.0.1:${port}` }));
  const [first = 0] = ports;
  await ask(first, { replSetInitiate: { _id: NAME, members, settings: SETTINGS } });
  await until(async () => (await ask(first, { hello: 1 }))['primary'] !== undefined, signal);
}

/**
 * Waits until a member is new, or the primary, or a secondary that has caught up.
 *
 * @param {number} port @param {AbortSignal} signal
 */
function answers(port, signal) {
  return until(async () => {
    const { isreplicaset, isWritablePrimary, secondary } = await ask(port, { hello: 1 });
    return Boolean(isreplicaset ?? (isWritablePrimary || secondary));
  }, signal);
}

/**
 * Sends a command to one member, over a client of its own: one whose first connection fails is of no use afterwards.
 *
 * @param {number} port
 * @param {import('mongoose').mongo.Document} command
 */
async function ask(port, command) {
  const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 1_000,
  });
  try {
    return await client.db('admin').command(command);
  } finally {
    await client.close();
  }
}

/** What fails is asked again. @param {() => Promise<boolean>} isDone @param {AbortSignal} signal */
async function until(isDone, signal) {
  for (;;) {
    signal.throwIfAborted();
    if (await isDone().catch(() => false)) return;
    await delay(LOOK_EVERY_MS);
  }
}
