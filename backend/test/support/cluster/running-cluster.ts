import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { z } from 'zod';

import { until } from '../until.js';

/** The part is away for 2 s, and a server then takes a while to start. */
const BACK_LIMIT_MS = 90_000;

const Parts = z.object({
  ports: z.object({
    front: z.number(),
    servers: z.array(z.number()),
    members: z.array(z.number()),
  }),
  isStoreStandIn: z.boolean(),
  parts: z.array(z.object({ name: z.string(), pid: z.number(), isReady: z.boolean() })),
});
type Parts = z.infer<typeof Parts>;

/** What `tools/test-cluster.mjs` passes on. */
const Environment = z.object(
  {
    KICKOFF_TEST_CLUSTER: z.string(),
    KICKOFF_TEST_SMTP_PORT: z.coerce.number(),
    KICKOFF_TEST_LIMIT_FACTOR: z.coerce.number(),
  },
  'Run these tests by npm run test:cluster',
);

/** What answers HTTP: the front, or one server behind it. */
export interface Place {
  url: string;
}

const placeAt = (port: number): Place => ({ url: `http://127.0.0.1:${port}` });

/** The cluster that `tools/test-cluster.mjs` has started, and what a test does to its processes. */
export class RunningCluster {
  private constructor(
    private readonly folder: string,
    private readonly parts: Parts,
    /** Where the servers expect a mail server. */
    readonly mailPort: number,
    readonly rateLimitFactor: number,
  ) {}

  static async find(): Promise<RunningCluster> {
    const env = Environment.parse(process.env);
    const folder = env.KICKOFF_TEST_CLUSTER;
    return new RunningCluster(
      folder,
      await readParts(folder),
      env.KICKOFF_TEST_SMTP_PORT,
      env.KICKOFF_TEST_LIMIT_FACTOR,
    );
  }

  get front(): Place {
    return placeAt(this.parts.ports.front);
  }

  get servers(): Place[] {
    return this.parts.ports.servers.map(placeAt);
  }

  get databaseUri(): string {
    const hosts = this.parts.ports.members.map((port) => `127.0.0.1:${port}`).join(',');
    return `mongodb://${hosts}/kickoff?replicaSet=kickoff`;
  }

  /** Objects of a stand-in are in its memory only. */
  get isStoreDurable(): boolean {
    return !this.parts.isStoreStandIn;
  }

  /** Names of the members of the replica set. */
  get members(): string[] {
    return this.parts.ports.members.map((port) => this.memberAt(port));
  }

  memberAt(port: number): string {
    return `mongod ${this.parts.ports.members.indexOf(port) + 1}`;
  }

  /**
   * Ends a process by this signal; resolves when the one that follows it serves.
   *
   * @param frozenForMs before it ends
   */
  async end(name: string, signal: 'SIGKILL' | 'SIGTERM', frozenForMs = 0): Promise<void> {
    const { pid } = await this.partOf(name);
    if (frozenForMs > 0) process.kill(pid, 'SIGSTOP');
    await delay(frozenForMs);
    process.kill(pid, signal);
    await until(async () => {
      const { pid: present, isReady } = await this.partOf(name);
      return (present !== pid && isReady) || undefined;
    }, BACK_LIMIT_MS);
    await this.untilReady();
  }

  /** Freezes a process for a while; resolves when all servers are ready after it. */
  async freeze(name: string, forMs: number): Promise<void> {
    const { pid } = await this.partOf(name);
    process.kill(pid, 'SIGSTOP');
    await delay(forMs);
    process.kill(pid, 'SIGCONT');
    await this.untilReady();
  }

  private async untilReady(): Promise<void> {
    const isReady = async ({ url }: Place) =>
      (await fetch(`${url}/api/health/ready`)).ok || undefined;
    await Promise.all(this.servers.map((server) => until(() => isReady(server), BACK_LIMIT_MS)));
  }

  private async partOf(name: string): Promise<Parts['parts'][number]> {
    const { parts } = await readParts(this.folder);
    const part = parts.find((each) => each.name === name);
    if (!part) throw new Error(`There is no ${name}`);
    return part;
  }
}

async function readParts(folder: string): Promise<Parts> {
  return Parts.parse(JSON.parse(await readFile(join(folder, 'parts.json'), 'utf8')));
}
