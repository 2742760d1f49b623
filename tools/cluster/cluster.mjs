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

/** All parts of a cluster, each a process of its own that is started again when it ends. */
export class Cluster {
  /** @type {Part[]} */
  #parts = [];
  #stopping = new AbortController();
  #isStoreStandIn = false;
  /** @type {(fault: string) => void} */
  #fail = () => undefined;
  /** Resolves with the reason in words if a part does not stay up. @type {Promise<string>} */
  failed = new Promise((done) => (this.#fail = done));

  /** @param {{ port: number, folder: string, settings: NodeJS.ProcessEnv }} options of the front, all data, all servers */
  constructor({ port, folder, settings }) {
    this.folder = folder;
    this.settings = settings;
    this.ports = {
      front: port,
      servers: [port + 1, port + 2, port + 3],
      members: [port + 4, port + 5, port + 6],
      redis: port + 7,
      store: port + 8,
    };
  }

  /** @returns {Promise<string>} the line that it is ready, with the address */
  async start() {
    const { folder, ports } = this;
    await requireFree(Object.values(ports).flat());
    // All are looked for before the first is started: a build may take minutes.
    const programs = {
      mongod: await findMember(),
      redis: await findRedis(say),
      store: await findObjectStore(),
      front: await findFront(),
    };
    say(`Data and logs: ${folder}`);
    const options = { folder, onChange: () => this.#writeParts() };
    const members = await Promise.all(
      ports.members.map((port, index) =>
        createMember(programs.mongod, { ...options, name: `mongod ${index + 1}`, port }),
      ),
    );
    const redis = createRedis(programs.redis, { ...options, port: ports.redis });
    const store = await createObjectStore(programs.store, { ...options, port: ports.store });
    this.#isStoreStandIn = store.isStandIn;
    await this.#startParts(...members, redis, store.part);
    await initiate(ports.members, this.#stopping.signal);
    say(`MongoDB ${programs.mongod.version}, three members: ports ${ports.members.join(', ')}`);
    say(`Redis: port ${ports.redis}. S3 store: port ${ports.store}.`);

    const settings = {
      ...this.settings,
      ...sharedSettings(ports.front),
      ...store.settings,
      MONGODB_URI: replicaSetUri(ports.members),
      REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
    };
    const [first, ...others] = ports.servers.map((port, index) =>
      createServerInstance({ ...options, name: `server ${index + 1}`, port, settings }),
    );
    if (first === undefined) throw new Error('There is no port for a server.');
    say('Starting server 1, which prepares the database …');
    await this.#startParts(first);
    say('Starting servers 2 and 3 …');
    await this.#startParts(...others);
    say(`Three servers: ports ${ports.servers.join(', ')}`);
    const front = { ...options, port: ports.front, servers: ports.servers };
    await this.#startParts(await createFront(programs.front, front));
    return readyLineOf(folder, first);
  }

  /** The front first, so that no request meets a server that is gone; then the servers, then what they use. */
  async stop() {
    this.#stopping.abort();
    const isServer = (/** @type {Part} */ { name }) => name.startsWith('server');
    const front = this.#parts.filter(({ name }) => name === 'front');
    const servers = this.#parts.filter(isServer);
    const others = this.#parts.filter((part) => !front.includes(part) && !isServer(part));
    for (const group of [front, servers, others]) {
      await Promise.all(group.map((part) => part.stop()));
    }
  }

  /** @param {Part[]} parts */
  async #startParts(...parts) {
    this.#stopping.signal.throwIfAborted();
    this.#parts.push(...parts);
    for (const part of parts) void part.failed.then(this.#fail);
    await Promise.all(parts.map((part) => part.start()));
  }

  async #writeParts() {
    const parts = this.#parts.map(({ state }) => state);
    const { ports } = this;
    const text = JSON.stringify({ ports, isStoreStandIn: this.#isStoreStandIn, parts }, null, 2);
    // In one step, so that nobody reads half of it.
    const fresh = join(this.folder, `${PARTS_FILE}.${Math.random()}`);
    await writeFile(fresh, text);
    await rename(fresh, join(this.folder, PARTS_FILE));
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
