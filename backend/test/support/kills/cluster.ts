import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  checkMongod,
  type MongodBinary,
} from '../../../src/common/mongo/embedded/mongod-binary.js';
import {
  type MongodProcess,
  spawnMongod,
} from '../../../src/common/mongo/embedded/mongod-process.js';
import { makePrimary } from '../../../src/common/mongo/embedded/replica-set.js';
import { until } from '../until.js';
import { aFreePort, launchServer, mongodPid, type ServerProcess } from '../server-process.js';

/** The processes that are killed together. */
export type Victim = 'one server' | 'both servers' | 'mongod' | 'everything';

const READY_LIMIT_MS = 60_000;

const secret = () => randomBytes(32).toString('hex');

/** Two servers on one database: three separate processes that can be killed and restarted. */
export class Cluster {
  readonly servers: ServerProcess[] = [];
  private mongod: MongodProcess | undefined;
  private readonly secrets = { JWT_FAN_SECRET: secret(), JWT_ADMIN_SECRET: secret() };

  private constructor(
    private readonly folder: string,
    private readonly ports: { mongod: number; servers: readonly number[] },
    private readonly binary: MongodBinary,
  ) {}

  static async start(): Promise<Cluster> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'kickoff-kills-')));
    const servers = [await aFreePort(), await aFreePort()];
    const binary = await checkMongod(process.env['KICKOFF_TEST_MONGOD'] ?? '');
    const cluster = new Cluster(folder, { mongod: await aFreePort(), servers }, binary);
    await mkdir(join(folder, 'mongodb'));
    await cluster.startMongod();
    // Sequentially: the first one creates the indexes.
    for (const at of servers.keys()) await cluster.startServer(at);
    return cluster;
  }

  get uri(): string {
    return `mongodb://127.0.0.1:${this.ports.mongod}/kickoff?replicaSet=kickoff`;
  }

  /**
   * Kills by SIGKILL and restarts the victims, all at once as after a power failure. Resolves when
   * all servers and their database are ready.
   */
  async kill(victim: Victim, at: number): Promise<void> {
    const hitsMongod = victim === 'mongod' || victim === 'everything';
    const servers =
      victim === 'one server' ? [at % 2] : victim === 'mongod' ? [] : [...this.servers.keys()];
    for (const server of servers) this.servers[server]?.kill('SIGKILL');
    if (hitsMongod) {
      const pid = await mongodPid(this.folder);
      if (pid === undefined) throw new Error('mongod is not there to be killed');
      process.kill(pid, 'SIGKILL');
    }
    await Promise.all(servers.flatMap((server) => this.servers[server]?.ended ?? []));
    if (hitsMongod) await this.mongod?.ended;
    await Promise.all([
      ...(hitsMongod ? [this.startMongod()] : []),
      ...servers.map((server) => this.startServer(server)),
    ]);
    await Promise.all(this.servers.map((server) => until(() => isReady(server), READY_LIMIT_MS)));
  }

  async stop(): Promise<void> {
    for (const server of this.servers) server.kill('SIGTERM');
    await Promise.all(this.servers.map((server) => server.ended));
    await this.mongod?.stop();
    await rm(this.folder, { recursive: true });
  }

  private async startMongod(): Promise<void> {
    const folder = join(this.folder, 'mongodb');
    const port = this.ports.mongod;
    const logFile = join(this.folder, 'mongod.log');
    this.mongod = await spawnMongod({ binary: this.binary, folder, port, logFile });
    const { isRunning } = this.mongod;
    await makePrimary({ port, folder, isRunning }, () => undefined);
  }

  private async startServer(at: number): Promise<void> {
    const server = await launchServer({
      ...this.secrets,
      MONGODB_URI: this.uri,
      KICKOFF_DATA: join(this.folder, `server-${at}`),
      PORT: String(this.ports.servers[at]),
    });
    this.servers[at] = server;
    await server.printed('KickOff is ready at');
  }
}

async function isReady({ url }: ServerProcess): Promise<true | undefined> {
  const { ok } = await fetch(`${url}/api/health/ready`);
  return ok || undefined;
}
