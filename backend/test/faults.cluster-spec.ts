import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';

import { aFan, anAdmin, type Caller } from './support/callers.js';
import { barOf, type Fault, faultOf, FAULTS } from './support/cluster/faults.js';
import { filesAt, postPicture } from './support/cluster/picture-post.js';
import { aReadProbe, aWriteProbe, type Probe } from './support/cluster/probe.js';
import { RunningCluster } from './support/cluster/running-cluster.js';
import { StreamWatcher } from './support/cluster/stream-watcher.js';
import { differencesIn, readStored } from './support/kills/differences.js';
import { Ledger } from './support/kills/ledger.js';
import { doubledIn, existsIn } from './support/kills/named-rows.js';
import { Writers } from './support/kills/writers.js';
import { aPostBy } from './support/posts.js';
import { until } from './support/until.js';

/** `npm run test:cluster` sets both. */
const ROUNDS = Number(process.env['KICKOFF_CLUSTER_ROUNDS'] ?? 7);
const SEED = Number(process.env['KICKOFF_CLUSTER_SEED'] ?? 1);
const WRITING_FANS = 6;
const WATCHING_FANS = 3;
/** Acknowledged writes before and after a fault. */
const WRITES = 40;
/** Until every count equals its list, and until every event has arrived. */
const WITHIN_MS = 30_000;
/** A key that a killed server held is free again after 60 s. */
const REPEAT_FOR_MS = 90_000;
const START_MS = 120_000;
const ROUND_MS = 400_000;

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** Numbers from 0 and below another one, the same for the same seed. */
function chanceFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % Math.max(below, 1);
  };
}

/** Not a name that another spec registers in the same database. */
function ownName(): { username: string; email: string } {
  const username = `faults ${randomBytes(4).toString('hex')}`;
  return { username, email: `${username.replace(' ', '.')}@fans.example` };
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

describe('three servers over a replica set, Redis and a store', () => {
  const ledger = new Ledger();
  let cluster: RunningCluster;
  let client: mongo.MongoClient;
  let writingFans: Caller[];
  let watchingFans: Caller[];
  let admin: Caller;
  let watchers: StreamWatcher[];
  let writers: Writers;
  let probes: Record<'writes' | 'reads', Probe>;

  beforeAll(async () => {
    cluster = await RunningCluster.find();
    const { front } = cluster;
    client = await mongo.MongoClient.connect(cluster.databaseUri);
    const fans: Caller[] = [];
    while (fans.length < WRITING_FANS + WATCHING_FANS) fans.push(await aFan(front, ownName()));
    [writingFans, watchingFans] = [fans.slice(0, WRITING_FANS), fans.slice(WRITING_FANS)];
    admin = await anAdmin(front, ownName());
    watchers = watchingFans.map((fan) => new StreamWatcher(front, fan));
    for (const watcher of watchers) await watcher.begin();
    // Not the numbers of the faults: in which order the fans take theirs depends on the machine.
    const writersChance = chanceFrom(SEED);
    writers = new Writers([front], writingFans, admin, ledger, writersChance, REPEAT_FOR_MS);
    const [prober = admin] = watchingFans;
    const { _id: post } = await aPostBy(front, prober, 'Liked by a probe');
    probes = { writes: aWriteProbe(front, prober, post), reads: aReadProbe(front, prober) };
  }, START_MS);
  afterAll(async () => {
    const running = [writers, ...Object.values(probes), ...watchers];
    await Promise.all(running.map((each) => each.end()));
    await client.close();
  }, START_MS);

  const chance = chanceFrom(SEED);
  const read = () => until(() => readStored(client), WITHIN_MS);
  const missedOf = (posts: Writers['posts']) =>
    watchers.flatMap((watcher) => watcher.missed(posts));

  /** Inflicts a fault under writes; returns the longest pauses in ms. */
  async function pausesOf(fault: Fault) {
    for (const probe of Object.values(probes)) probe.takeWorstMs();
    await FAULTS[fault]({ cluster, client, chance });
    const enough = ledger.acknowledged + WRITES;
    await until(() => ledger.acknowledged >= enough || undefined, ROUND_MS);
    return { writes: probes.writes.takeWorstMs(), reads: probes.reads.takeWorstMs() };
  }

  it(
    `loses and doubles nothing acknowledged, answers no 5xx but 503, and misses no event, in ${ROUNDS} faults`,
    async () => {
      report(`Faults at random by the seed ${SEED}.`);
      const [pictureFan = admin] = watchingFans;
      for (const probe of Object.values(probes)) probe.begin();

      for (let round = 0; round < ROUNDS; round += 1) {
        const fault = faultOf(round, chance);
        const enough = ledger.acknowledged + WRITES;
        writers.begin();
        await until(() => ledger.acknowledged >= enough || undefined, ROUND_MS);

        const [pauses, picture] = await Promise.all([
          pausesOf(fault),
          postPicture(cluster.front, pictureFan),
        ]);
        report(
          `${fault}: writes again after ${seconds(pauses.writes)}, reads after ${seconds(pauses.reads)} (bar ${seconds(barOf(fault))})`,
        );
        await writers.end();

        const stored = await read();
        const acknowledgedAtOnce = writers.posts.filter(({ tries }) => tries === 1);
        await until(() => missedOf(acknowledgedAtOnce).length === 0 || undefined, WITHIN_MS).catch(
          () => undefined,
        );
        const [first, ...others] = await filesAt(cluster.servers, picture);
        expect({
          fault,
          differences: differencesIn(stored),
          lost: ledger.broken(existsIn(stored)),
          doubled: doubledIn(stored),
          faults: [...writers.faults, ...probes.writes.faults, ...probes.reads.faults],
          missed: missedOf(acknowledgedAtOnce),
          files: [first?.slice(0, 3), ...others],
        }).toEqual({
          fault,
          differences: [],
          lost: [],
          doubled: [],
          faults: [],
          missed: [],
          files: ['200', first, first],
        });
        expect(Math.max(pauses.writes, pauses.reads)).toBeLessThan(barOf(fault));
      }

      const repeated = writers.posts.filter(({ tries }) => tries > 1);
      const reconnects = watchers.map(({ figures }) => figures.reconnects);
      const resets = watchers.map(({ figures }) => figures.resets);
      report(`${ledger.acknowledged} acknowledged writes: 0 lost, 0 doubled (bar 0).`);
      report(
        `${writers.posts.length} posts on ${WATCHING_FANS} streams: 0 missed (bar 0); of ${repeated.length} that ` +
          `were sent again ${missedOf(repeated).length} events are missing (no bar).`,
      );
      report(`Streams: ${reconnects.join(', ')} reconnections, ${resets.join(', ')} resets.`);
      report(`Slowest response: ${seconds(writers.slowest.ms)}, ${writers.slowest.call}.`);
    },
    START_MS + ROUNDS * ROUND_MS,
  );
});
