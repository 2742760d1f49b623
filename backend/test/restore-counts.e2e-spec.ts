import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';

import { aFan, anAdmin, as, asVisitor, type Caller } from './support/callers.js';
import { differencesIn, readStored, type Stored } from './support/kills/differences.js';
import { Ledger } from './support/kills/ledger.js';
import { Writers } from './support/kills/writers.js';
import { launchServer, runCommand, type ServerProcess } from './support/server-process.js';
import { until } from './support/until.js';

/** Each server and command here starts and stops its own database. */
const SLOW_MS = 180_000;
const FANS = 4;
/** Acknowledged writes before the backup begins. */
const WRITES = 60;
/** Rows that make the backup long enough to overlap with writes. */
const BALLAST = 20_000;
const YEAR_MS = 365 * 24 * 60 * 60_000;

describe('backup during writes', () => {
  let parent: string;
  let file: string;
  let deletions: string;
  let leaver: Caller;
  const servers: ServerProcess[] = [];
  const ledger = new Ledger();

  beforeAll(async () => {
    parent = await realpath(await mkdtemp(join(tmpdir(), 'kickoff-restore-')));
    file = join(parent, 'kickoff.backup');
    const data = join(parent, 'data');
    deletions = join(data, 'deletions.jsonl');
    const server = await start(data);
    await withDatabase(data, addBallast);
    const fans: Caller[] = [];
    for (let count = 0; count < FANS; count += 1) fans.push(await aFan(server));
    leaver = await aFan(server);
    const writers = new Writers(
      [server],
      [...fans, leaver],
      await anAdmin(server),
      ledger,
      fromSeed(),
    );
    writers.begin();
    await until(() => (ledger.acknowledged >= WRITES ? true : undefined), SLOW_MS);
    const before = ledger.acknowledged;

    const { code, output } = await runCommand('backup', [file], { KICKOFF_DATA: data });

    expect([code, output]).toEqual([0, expect.stringContaining(`files to ${file}.`)]);
    // The database was written while it was copied.
    expect(ledger.acknowledged).toBeGreaterThan(before);
    await writers.end();
    await as(server, leaver).delete('/api/user').send({ password: leaver.password }).expect(200);
    await until(async () => {
      const journal = await readFile(deletions, 'utf8');
      return journal.includes(leaver.id) ? true : undefined;
    });
    await stop(server);
  }, SLOW_MS);
  afterAll(async () => {
    for (const server of servers) await stop(server);
    await rm(parent, { recursive: true });
  });

  async function start(folder: string): Promise<ServerProcess> {
    const server = await launchServer({ KICKOFF_DATA: folder });
    servers.push(server);
    await server.printed('KickOff is ready at');
    return server;
  }

  async function stop(server: ServerProcess): Promise<void> {
    server.kill('SIGTERM');
    await server.ended;
  }

  async function withDatabase<Result>(
    folder: string,
    work: (client: mongo.MongoClient) => Promise<Result>,
  ): Promise<Result> {
    const uri = await readFile(join(folder, 'mongodb', 'address'), 'utf8');
    const client = await mongo.MongoClient.connect(uri);
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  }

  async function addBallast(client: mongo.MongoClient): Promise<void> {
    const expiresAt = new Date(Date.now() + YEAR_MS);
    const rows = Array.from({ length: BALLAST }, () => ({ expiresAt, ballast: 'x'.repeat(1_000) }));
    await client.db().collection('idempotency_keys').insertMany(rows);
  }

  /** The data of a server that was started with the restored backup. */
  async function restored(name: string, ...options: string[]): Promise<Stored> {
    const folder = join(parent, name);
    const command = await runCommand('restore', [file, ...options], { KICKOFF_DATA: folder });
    expect(command).toEqual({ code: 0, output: expect.any(String) });
    const server = await start(folder);
    await asVisitor(server).get('/api/health/ready').expect(200);
    const stored = await withDatabase(folder, readStored);
    await stop(server);
    return stored;
  }

  it(
    'every count matches its rows after the restore',
    async () => {
      const stored = await restored('restored');

      expect(differencesIn(stored)).toEqual([]);
      expect(stored.users).toHaveLength(FANS + 1);
      expect(stored.likes.length).toBeGreaterThan(0);
    },
    SLOW_MS,
  );

  it(
    'every count matches its rows after a restore that omits accounts deleted since',
    async () => {
      const stored = await restored('without-the-leaver', '--deletions', deletions);

      expect(differencesIn(stored)).toEqual([]);
      expect(stored.users.map(({ _id }) => String(_id))).not.toContain(leaver.id);
    },
    SLOW_MS,
  );
});

/** A fixed sequence, so that a failure can be reproduced. */
function fromSeed(): (below: number) => number {
  let seed = 20_261_123;
  return (below) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % Math.max(below, 1);
  };
}
