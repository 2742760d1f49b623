import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';

import {
  claimDatabase,
  emptyDatabase,
  openDatabase,
  releaseDatabase,
  restoreDatabase,
} from '../src/common/backup/restore.js';
import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { databaseServer } from './support/databases.js';
import { aPostBy } from './support/posts.js';
import {
  type Command,
  launchCommand,
  launchServer,
  runCommand,
  type ServerProcess,
} from './support/server-process.js';
import { until } from './support/until.js';

/** Each server and command here starts and stops its own database. */
const SLOW_MS = 120_000;
/** Rows that make a restore long enough to be interrupted. */
const BALLAST = 20_000;
const BALLAST_COLLECTION = 'idempotency_keys';
const YEAR_MS = 365 * 24 * 60 * 60_000;

let parent: string;
let file: string;
let deletions: string;
/** The backup holds a post of each. Bob's account is deleted after it was made. */
let alice: Caller;
let bob: Caller;
let folder: string;
let commands: Command[];

async function start(variables: Record<string, string>): Promise<ServerProcess> {
  const server = await launchServer(variables);
  commands.push(server);
  await server.printed('KickOff is ready at');
  return server;
}

async function stop(command: Command): Promise<void> {
  command.kill('SIGTERM');
  await command.ended;
}

/** The whole output of a server that refuses to start. */
async function refusal(variables: Record<string, string>): Promise<string> {
  const server = await launchServer(variables);
  commands.push(server);
  expect(await server.ended).toBe(1);
  return server.output();
}

async function withDatabase<Result>(
  uri: string,
  work: (db: mongo.Db) => Promise<Result>,
): Promise<Result> {
  const client = await mongo.MongoClient.connect(uri);
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
}

const embeddedUri = (data: string) => readFile(join(data, 'mongodb', 'address'), 'utf8');

function launchRestore(variables: Record<string, string>): Command {
  const command = launchCommand('restore', [file, '--deletions', deletions], variables);
  commands.push(command);
  return command;
}

/** Starts a restore, and resolves when it has written a document of the collection. */
async function aRestoreThatWrites(
  collection: string,
  variables: Record<string, string>,
  findUri: () => Promise<string>,
): Promise<Command> {
  const command = launchRestore(variables);
  // The file of an address is empty before it is written.
  const uri = await until(async () => (await findUri()) || undefined, SLOW_MS);
  await withDatabase(uri, (db) =>
    until(async () => (await db.collection(collection).findOne()) ?? undefined, SLOW_MS),
  );
  return command;
}

/** Fails unless the server has the data of the backup without the deleted account. */
async function expectWhole(server: ServerProcess, uri: string): Promise<void> {
  const answer = await as(server, alice).get('/api/pt/posts').expect(200);
  expect(answer.body).toMatchObject([{ text: 'Saved' }]);
  await asVisitor(server).post('/api/auth/login').send(bob).expect(401);
  const count = (db: mongo.Db) => db.collection(BALLAST_COLLECTION).countDocuments();
  expect(await withDatabase(uri, count)).toBeGreaterThanOrEqual(BALLAST);
}

beforeAll(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), 'kickoff-interrupted-')));
  file = join(parent, 'kickoff.backup');
  const data = join(parent, 'data');
  deletions = join(data, 'deletions.jsonl');
  commands = [];
  const server = await start({ KICKOFF_DATA: data });
  [alice, bob] = [await aFan(server), await aFan(server)];
  await aPostBy(server, alice, 'Saved', 'image');
  await aPostBy(server, bob, 'From one who leaves', 'image');
  const expiresAt = new Date(Date.now() + YEAR_MS);
  const rows = Array.from({ length: BALLAST }, () => ({ expiresAt, ballast: 'x'.repeat(1_000) }));
  await withDatabase(await embeddedUri(data), (db) =>
    db.collection(BALLAST_COLLECTION).insertMany(rows),
  );
  expect(await runCommand('backup', [file], { KICKOFF_DATA: data })).toMatchObject({ code: 0 });
  await as(server, bob).delete('/api/user').send({ password: bob.password }).expect(200);
  await until(async () => (await readFile(deletions, 'utf8')).includes(bob.id) || undefined);
  await stop(server);
}, SLOW_MS);
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(parent, 'target-')));
  commands = [];
});
afterEach(async () => {
  for (const command of commands) await stop(command);
});
afterAll(() => rm(parent, { recursive: true }));

describe('restore into an empty data folder', () => {
  const uri = () => embeddedUri(folder);

  it(
    'after a kill server and backup refuse the folder until the restore is repeated',
    async () => {
      const variables = { KICKOFF_DATA: folder };
      // Deleted accounts exist from here until the deletions are applied.
      const killed = await aRestoreThatWrites('users', variables, uri);
      killed.kill('SIGKILL');
      await killed.ended;

      const output = await refusal(variables);
      const half = join(parent, 'half.backup');
      const backup = await runCommand('backup', [half], variables);
      const repeated = await launchRestore(variables).ended;

      expect(backup).toEqual({ code: 1, output: expect.stringContaining('was interrupted') });
      expect(output).toContain(`The restore into the data folder ${folder} was interrupted`);
      expect(output).toContain('run it again: npm run restore -- FILE');
      expect(repeated).toBe(0);
      await expectWhole(await start(variables), await uri());
    },
    SLOW_MS,
  );

  it(
    'leaves the folder empty when it is interrupted',
    async () => {
      const command = await aRestoreThatWrites(BALLAST_COLLECTION, { KICKOFF_DATA: folder }, uri);
      // Twice, as npm forwards Ctrl-C; two kinds, because equal signals may merge.
      command.kill('SIGINT');
      command.kill('SIGTERM');

      expect(await command.ended).toBe(1);
      expect(command.output()).toContain('The restore was interrupted.');
      expect(await readdir(folder)).toEqual([]);
    },
    SLOW_MS,
  );
});

describe('restore into the database of MONGODB_URI', () => {
  let uri: string;
  let variables: Record<string, string>;

  beforeEach(() => {
    const database = databaseServer();
    database.pathname = `/test-${randomBytes(6).toString('hex')}`;
    uri = database.href;
    variables = { MONGODB_URI: uri, KICKOFF_DATA: folder };
  });
  afterEach(() => withDatabase(uri, (db) => db.dropDatabase()));

  const on = (machine: string) => ({ MONGODB_URI: uri, KICKOFF_DATA: `${folder}-${machine}` });
  const anInterruptedRestore = () =>
    aRestoreThatWrites(BALLAST_COLLECTION, variables, () => Promise.resolve(uri));
  const collections = () =>
    withDatabase(uri, async (db) => {
      const found = await db.listCollections().toArray();
      return found.map(({ name }) => name);
    });

  it(
    'after a kill servers of all data folders refuse it until a restore into any is finished',
    async () => {
      const killed = await anInterruptedRestore();
      killed.kill('SIGKILL');
      await killed.ended;

      const output = await refusal(on('second'));
      const repeated = await launchRestore(on('third')).ended;

      expect(output).toMatch(/^A restore into this database has not finished, .* run it again: /m);
      expect(repeated).toBe(0);
      await expectWhole(await start(on('third')), uri);
    },
    SLOW_MS,
  );

  it(
    'after a kill the backup command refuses the database',
    async () => {
      const killed = await anInterruptedRestore();
      killed.kill('SIGKILL');
      await killed.ended;

      const half = join(folder, 'half.backup');
      const { code, output } = await runCommand('backup', [half], on('second'));

      expect([code, output]).toEqual([1, expect.stringContaining('has not finished')]);
      expect(await readdir(folder)).not.toContain('half.backup');
    },
    SLOW_MS,
  );

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'leaves the folder and the database empty when %s interrupts it',
    async (signal) => {
      const command = await anInterruptedRestore();
      command.kill(signal);

      expect(await command.ended).toBe(1);
      expect(command.output()).toContain('The restore was interrupted.');
      expect(await readdir(folder)).toEqual([]);
      expect(await collections()).toEqual([]);
    },
    SLOW_MS,
  );

  it('rejects a non-empty database without changing it', async () => {
    await withDatabase(uri, (db) => db.collection('users').insertOne({ username: 'Ann' }));

    const command = launchRestore(variables);

    expect(await command.ended).toBe(1);
    expect(command.output()).toContain('is in use: it holds users');
    expect(await readdir(folder)).toEqual([]);
    expect(await collections()).toEqual(['users']);
  });

  it('inserts nothing after a later restore has replaced it', async () => {
    const client = await openDatabase(uri);
    try {
      await claimDatabase(client, 'earlier');
      await claimDatabase(client, 'later');

      const { signal } = new AbortController();
      const restored = restoreDatabase(file, client, 'earlier', signal);

      await expect(restored).rejects.toThrow('Another restore into the same database has begun');
      expect(await collections()).toEqual(['unfinished_restores']);
    } finally {
      await client.close();
    }
  });

  it('a restore fails that a later one has replaced, without deleting its data', async () => {
    const client = await openDatabase(uri);
    try {
      await claimDatabase(client, 'earlier');
      await claimDatabase(client, 'later');
      await client.db().collection('users').insertOne({ username: 'Ann' });

      const released = releaseDatabase(client, 'earlier');
      await expect(released).rejects.toThrow('Another restore into the same database has begun');
      await emptyDatabase(client, 'earlier');

      await releaseDatabase(client, 'later');
      expect(await collections()).toContain('users');
    } finally {
      await client.close();
    }
  });
});
