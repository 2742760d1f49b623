import { once } from 'node:events';
import { rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { findRedis } from '../jest/find-redis.mjs';
import { say } from '../start/long-step.mjs';
import { createFront, findFront } from './front.mjs';
import { createObjectStore, findObjectStore } from './object-store.mjs';
import { createRedis } from './redis.mjs';
import { createMember, findMember, initiate, replicaSetUri } from './replica-set.mjs';
import { createServerInstance, readyLineOf, sharedSettings } from './server-instance.mjs';

/** Where tests and people find the processes. */
const PARTS_FILE = 'parts.json';

/** @typedef {import('./part.mjs').Part} Part */

/**
 * The ports of all parts: the address of the front, and the eight after it.
 *
 * @param {number} front
 */
function portsFrom(front) {
  return {
    front,
    servers: [front + 1, front + 2, front + 3],
    members: [front + 4, front + 5, front + 6],
    redis: front + 7,
    store: front + 8,
  };
}

/**
 * Starts all parts in order, and ends them all on the signal or when one of them does not stay up.
 *
 * @param {{ port: number, folder: string, signal: AbortSignal }} options
 * @returns {Promise<string | undefined>} why it ended, unless it was the signal
 */
export async function startCluster({ port, folder, signal }) {
  const ports = portsFrom(port);
  await requireFree(Object.values(ports).flat());
  // All are looked for before the first is started: a build may take minutes.
  const programs = {
    mongod: await findMember(),
    redis: await findRedis(say),
    store: await findObjectStore(),
    front: await findFront(),
  };
  if (signal.aborted) return undefined;

  /** @type {Part[]} */
  const parts = [];
  let isStoreStandIn = false;
  const onChange = async () => {
    const rows = parts.map(({ name, pid }) => ({ name, pid }));
    const text = JSON.stringify({ ports, isStoreStandIn, parts: rows }, null, 2);
    // In one step, so that nobody reads half of it.
    const fresh = join(folder, `${PARTS_FILE}.${Math.random()}`);
    await writeFile(fresh, text);
    await rename(fresh, join(folder, PARTS_FILE));
  };
  const options = { folder, onChange };
  /** @type {(fault: string) => void} */
  let fail = () => undefined;
  /** @type {Promise<string>} */
  const failed = new Promise((done) => (fail = done));
  /** @param {Part[]} started */
  const start = async (...started) => {
    signal.throwIfAborted();
    parts.push(...started);
    for (const part of started) void part.failed.then(fail);
    await Promise.all(started.map((part) => part.start()));
  };

  /** @returns {Promise<string>} the line that it is ready */
  const startAll = async () => {
    say(`Data and logs: ${folder}`);
    const members = await Promise.all(
      ports.members.map((at, index) =>
        createMember(programs.mongod, { ...options, name: `mongod ${index + 1}`, port: at }),
      ),
    );
    const redis = createRedis(programs.redis, { ...options, port: ports.redis });
    const store = await createObjectStore(programs.store, { ...options, port: ports.store });
    isStoreStandIn = store.isStandIn;
    await start(...members, redis, store.part);
    await initiate(ports.members, signal);
    say(`MongoDB ${programs.mongod.version}, three members: ports ${ports.members.join(', ')}`);
    say(`Redis: port ${ports.redis}. S3 store: port ${ports.store}.`);

    const settings = {
      ...sharedSettings(port),
      ...store.settings,
      MONGODB_URI: replicaSetUri(ports.members),
      REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
    };
    const [first, ...others] = ports.servers.map((at, index) =>
      createServerInstance({ ...options, name: `server ${index + 1}`, port: at, settings }),
    );
    if (first === undefined) throw new Error('There is no port for a server.');
    say('Starting server 1, which makes the indexes and invites the demo cast …');
    await start(first);
    say('Starting servers 2 and 3 …');
    await start(...others);
    say(`Three servers: ports ${ports.servers.join(', ')}`);
    await start(await createFront(programs.front, { ...options, ...ports, port: ports.front }));
    return readyLineOf(folder, first);
  };

  try {
    const aborted = once(signal, 'abort').then(() => undefined);
    const readyLine = await Promise.race([startAll(), failed.then(toError), aborted]);
    if (readyLine === undefined) return undefined;
    say(readyLine);
    return await Promise.race([failed, aborted]);
  } finally {
    await stopAll(parts);
  }
}

/** @param {string} fault @returns {never} */
function toError(fault) {
  throw new Error(fault);
}

/**
 * The front first, so that no request meets a server that is gone; then the servers, then what they use.
 *
 * @param {Part[]} parts
 */
async function stopAll(parts) {
  const isServer = (/** @type {Part} */ { name }) => name.startsWith('server');
  const front = parts.filter(({ name }) => name === 'front');
  const servers = parts.filter(isServer);
  const others = parts.filter((part) => !front.includes(part) && !isServer(part));
  for (const group of [front, servers, others]) {
    await Promise.all(group.map((part) => part.stop()));
  }
}

/** @param {number[]} ports */
async function requireFree(ports) {
  for (const port of ports) {
    const probe = createServer();
    try {
      await once(probe.listen(port, '127.0.0.1'), 'listening');
    } catch {
      throw new Error(
        `Port ${port} is taken. The cluster needs the ports ${ports[0]} to ${ports.at(-1)}: ` +
          'set PORT to another first one.',
      );
    }
    await once(probe.close(), 'close');
  }
}
