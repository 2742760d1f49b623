import type { mongo } from 'mongoose';

import type { RunningCluster } from './running-cluster.js';

/** The longest time without a successful write, or read. */
const BAR_MS = 12_000;
/** A secondary that replicated from a primary which then froze looks for another source after 12.5 s. */
const FROZEN_PRIMARY_BAR_MS = 25_000;
/** Longer than any pause that is allowed: writes go on while a member is frozen. */
const FROZEN_MS = 35_000;
/** Shorter than the front takes to leave a server out. */
const HUNG_MS = 500;
/** Longer than the servers wait for the store. */
const STORE_FROZEN_MS = 4_000;

/** What happens to a running cluster; each resolves when all servers are ready again. */
export const FAULTS = {
  'primary killed': async ({ cluster, client }: Scene) => {
    await cluster.end(await primaryOf(cluster, client), 'SIGKILL');
  },
  'secondary frozen': async ({ cluster, client, chance }: Scene) => {
    const primary = await primaryOf(cluster, client);
    const secondaries = cluster.members.filter((name) => name !== primary);
    await cluster.freeze(secondaries[chance(2)] ?? primary, FROZEN_MS);
  },
  'primary frozen': async ({ cluster, client }: Scene) => {
    await cluster.freeze(await primaryOf(cluster, client), FROZEN_MS);
  },
  'server killed': async ({ cluster, chance }: Scene) => {
    // Frozen first, so that requests are under way when it dies.
    await cluster.end(`server ${chance(3) + 1}`, 'SIGKILL', HUNG_MS);
  },
  'server rolled': async ({ cluster, chance }: Scene) => {
    await cluster.end(`server ${chance(3) + 1}`, 'SIGTERM');
  },
  'Redis killed': async ({ cluster }: Scene) => {
    await cluster.end('redis', 'SIGKILL');
  },
  'store away': async ({ cluster }: Scene) => {
    if (cluster.isStoreDurable) await cluster.end('store', 'SIGKILL');
    else await cluster.freeze('store', STORE_FROZEN_MS);
  },
} satisfies Record<string, (scene: Scene) => Promise<void>>;
export type Fault = keyof typeof FAULTS;

/** What a fault needs. */
export interface Scene {
  cluster: RunningCluster;
  client: mongo.MongoClient;
  /** A number from 0 and below another one. */
  chance: (below: number) => number;
}

/** How long writes and reads may pause at most, in ms. */
export function barOf(fault: Fault): number {
  return fault === 'primary frozen' ? FROZEN_PRIMARY_BAR_MS : BAR_MS;
}

/** Each fault in turn, then faults at random. */
export function faultOf(round: number, chance: Scene['chance']): Fault {
  const names = Object.keys(FAULTS) as Fault[];
  return names[round < names.length ? round : chance(names.length)] ?? 'primary killed';
}

async function primaryOf(cluster: RunningCluster, client: mongo.MongoClient): Promise<string> {
  const { primary } = await client.db('admin').command({ hello: 1 });
  return cluster.memberAt(Number(String(primary).split(':')[1]));
}
