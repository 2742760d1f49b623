import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';

import { aFan, anAdmin, type Caller } from './support/callers.js';
import { Cluster, type Victim } from './support/kills/cluster.js';
import { differencesIn, readStored } from './support/kills/differences.js';
import { Ledger } from './support/kills/ledger.js';
import { existsIn } from './support/kills/named-rows.js';
import { Writers } from './support/kills/writers.js';
import { until } from './support/until.js';

/** `npm run test:kills` kills 50 times. */
const KILLS = Number(process.env['KICKOFF_KILLS'] ?? 2);
const FANS = 6;
/** From the restart until all counts must match. */
const WITHIN_MS = 30_000;
/** Acknowledged writes between two kills. */
const WRITES = 40;
const START_MS = 180_000;
const ROUND_MS = 120_000;

const VICTIMS: readonly Victim[] = ['one server', 'mongod', 'both servers', 'everything'];

/** Prints figures that depend on the machine's speed, for readers of `npm run test:kills`. */
function report(
  { ms, call }: Writers['slowest'],
  returnsMs: Partial<Record<Victim, number>>,
): void {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  const returns = Object.entries(returnsMs).map(([victim, ms]) => `${victim} ${seconds(ms)}`);
  process.stdout.write(`Slowest response: ${seconds(ms)} (bar 5 s), ${call}.\n`);
  process.stdout.write(`Longest time from the kill until ready: ${returns.join(', ')}.\n`);
}

describe('two servers and their database killed repeatedly under writes', () => {
  const ledger = new Ledger();
  let cluster: Cluster;
  let client: mongo.MongoClient;
  let fans: Caller[];
  let admin: Caller;

  beforeAll(async () => {
    cluster = await Cluster.start();
    client = await mongo.MongoClient.connect(cluster.uri);
    const [first] = cluster.servers;
    if (!first) throw new Error('no server');
    fans = [];
    for (let count = 0; count < FANS; count += 1) fans.push(await aFan(first));
    admin = await anAdmin(first);
  }, START_MS);
  afterAll(async () => {
    await client.close();
    await cluster.stop();
  }, START_MS);

  const read = () => until(() => readStored(client), WITHIN_MS);

  it(
    `have counts that match their lists, all acknowledged writes and no fault after each of ${KILLS} kills`,
    async () => {
      // A fixed seed makes failures reproducible.
      let seed = 20_261_123;
      const chance = (below: number) => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed % Math.max(below, 1);
      };
      const writers = new Writers(cluster.servers, fans, admin, ledger, chance);
      const returnsMs: Partial<Record<Victim, number>> = {};

      for (let kill = 0; kill < KILLS; kill += 1) {
        const victim = VICTIMS[kill % VICTIMS.length] ?? 'everything';
        const enough = ledger.acknowledged + WRITES + chance(WRITES);
        writers.begin();
        await until(() => (ledger.acknowledged >= enough ? true : undefined), ROUND_MS);
        // Counts match at every moment, not only when no write is running.
        expect({ kill, differences: differencesIn(await read()) }).toEqual({
          kill,
          differences: [],
        });

        const startMs = performance.now();
        await cluster.kill(victim, chance(2));
        returnsMs[victim] = Math.max(returnsMs[victim] ?? 0, performance.now() - startMs);

        const differences = differencesIn(await read());
        expect({ kill, victim, differences }).toEqual({ kill, victim, differences: [] });
        await writers.end();
        const stored = await read();
        expect({ kill, victim, differences: differencesIn(stored) }).toEqual({
          kill,
          victim,
          differences: [],
        });
        const lost = ledger.broken(existsIn(stored));
        const { faults } = writers;
        expect({ kill, victim, lost, faults }).toEqual({ kill, victim, lost: [], faults: [] });
      }
      if (KILLS > 2) report(writers.slowest, returnsMs);
    },
    START_MS + KILLS * ROUND_MS,
  );
});
