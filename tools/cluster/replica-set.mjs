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
/** A primary that is silent for this long is replaced. By default it is 10 s, longer than clients wait. */
const ELECTION_MS = 5_000;
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

/** @param {number} port @param {AbortSignal} signal */
async function answers(port, signal) {
  await withMember(port, async (admin) => {
    while (!(await isDone(() => admin.command({ ping: 1 })))) {
      signal.throwIfAborted();
      await delay(LOOK_EVERY_MS);
    }
  });
}

/**
 * Makes new members a replica set and waits for its primary.
 *
 * @param {number[]} ports @param {AbortSignal} signal
 */
export async function initiate(ports, signal) {
  const members = ports.map((port, _id) => ({ _id, host: `127.0.0.1:${port}` }));
  const settings = { electionTimeoutMillis: ELECTION_MS };
  await withMember(ports[0] ?? 0, async (admin) => {
    await admin.command({ replSetInitiate: { _id: NAME, members, settings } });
    for (;;) {
      signal.throwIfAborted();
      const isThere = await isDone(async () => {
        const { primary } = await admin.command({ hello: 1 });
        if (primary === undefined) throw new Error('no primary');
      });
      if (isThere) return;
      await delay(LOOK_EVERY_MS);
    }
  });
}

/**
 * @param {number} port
 * @param {(admin: import('mongoose').mongo.Db) => Promise<void>} work
 */
async function withMember(port, work) {
  const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 1_000,
  });
  try {
    await work(client.db('admin'));
  } finally {
    await client.close();
  }
}

/** @param {() => Promise<unknown>} work */
async function isDone(work) {
  try {
    await work();
    return true;
  } catch {
    return false;
  }
}
