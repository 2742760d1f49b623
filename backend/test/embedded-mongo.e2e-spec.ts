import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';

import { StartError } from '../src/common/config/start-error.js';
import { EmbeddedMongo } from '../src/common/mongo/embedded/embedded-mongo.js';
import { checkMongod, type MongodBinary } from '../src/common/mongo/embedded/mongod-binary.js';
import { spawnMongod } from '../src/common/mongo/embedded/mongod-process.js';
import { makePrimary, PortTaken } from '../src/common/mongo/embedded/replica-set.js';

describe('EmbeddedMongo', () => {
  let parent: string;
  let folder: string;
  let binary: MongodBinary;
  let messages: string[];
  let givenUp: Promise<string>;
  let cleanUps: (() => Promise<unknown>)[];
  let onGivenUp: (message: string) => void;

  beforeEach(async () => {
    binary = await checkMongod(process.env['KICKOFF_TEST_MONGOD'] ?? 'mongod');
    parent = await realpath(await mkdtemp(join(tmpdir(), 'kickoff-embedded-')));
    folder = join(parent, 'mongodb');
    messages = [];
    givenUp = new Promise((resolve) => (onGivenUp = resolve));
    cleanUps = [];
  });
  afterEach(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
    await rm(parent, { recursive: true });
  });

  function anEmbeddedMongo(overrides: { binary?: MongodBinary } = {}): EmbeddedMongo {
    const say = (line: string) => messages.push(line);
    const database = new EmbeddedMongo({ binary, folder, say, onGivenUp, ...overrides });
    cleanUps.push(() => database.stop());
    return database;
  }

  /** Writes and reads as the application does: acknowledged by a majority. */
  function rowsAt(uri: string) {
    const client = new mongo.MongoClient(uri, { writeConcern: { w: 'majority', journal: true } });
    cleanUps.push(() => client.close());
    return client.db().collection<{ _id: number }>('rows');
  }

  async function pidOfMongod(): Promise<number> {
    return Number(await readFile(join(folder, 'mongod.lock'), 'utf8'));
  }

  it('preserves rows across restarts', async () => {
    const first = anEmbeddedMongo();
    await rowsAt(await first.start()).insertOne({ _id: 1 });
    await first.stop();

    const uri = await anEmbeddedMongo().start();

    expect(await rowsAt(uri).find().toArray()).toEqual([{ _id: 1 }]);
  });

  it('serves snapshot reads right after the start', async () => {
    for (let start = 0; start < 5; start += 1) {
      const database = anEmbeddedMongo();
      const client = await new mongo.MongoClient(await database.start()).connect();
      const rows = client.db().collection('rows');

      const found = await client.withSession({ snapshot: true }, (session) =>
        rows.find({}, { session }).toArray(),
      );

      expect(found).toEqual([]);
      await client.close();
      await database.stop();
    }
  });

  it('starts while mongod has not loaded its replica set configuration yet', async () => {
    const first = anEmbeddedMongo();
    await rowsAt(await first.start()).insertOne({ _id: 1 });
    await first.stop();
    const notYet = { failCommands: ['replSetGetConfig'], errorCode: 94 };
    const failPoint = JSON.stringify({ mode: { times: 1 }, data: notYet });
    const path = await aProgram(
      `exec ${binary.path} "$@" --setParameter enableTestCommands=1 --setParameter 'failpoint.failCommand=${failPoint}'`,
    );

    const uri = await anEmbeddedMongo({ binary: { ...binary, path } }).start();

    expect(await rowsAt(uri).find().toArray()).toEqual([{ _id: 1 }]);
  });

  it('starts on another port when a foreign mongod uses the last one', async () => {
    const first = anEmbeddedMongo();
    const firstUri = await first.start();
    await rowsAt(firstUri).insertOne({ _id: 1 });
    await first.stop();
    await aForeignMongodOn(Number(new URL(firstUri).port));

    const uri = await anEmbeddedMongo().start();

    await rowsAt(uri).insertOne({ _id: 2 });
    expect(await rowsAt(uri).countDocuments()).toBe(2);
  });

  it('throws PortTaken when another mongod uses the chosen port', async () => {
    const uri = await anEmbeddedMongo().start();
    const port = Number(new URL(uri).port);

    const member = { folder: join(parent, 'mine'), port, isRunning: () => true };

    await expect(makePrimary(member, () => undefined)).rejects.toThrow(PortTaken);
  });

  async function aForeignMongodOn(port: number): Promise<void> {
    const other = await mkdtemp(join(parent, 'other-'));
    const logFile = join(other, 'mongod.log');
    const mongod = await spawnMongod({ binary, folder: other, port, logFile });
    cleanUps.push(() => mongod.stop());
    await makePrimary({ folder: other, port, isRunning: mongod.isRunning }, () => undefined);
  }

  it('restarts a killed mongod at the same address with every acknowledged row', async () => {
    const uri = await anEmbeddedMongo().start();
    const rows = rowsAt(uri);
    const acknowledged: number[] = [];
    for (let _id = 0; _id < 400; _id += 1) {
      if (_id === 200) process.kill(await pidOfMongod(), 'SIGKILL');
      // The driver retries once; a write that still fails is not acknowledged.
      await rows.insertOne({ _id }).then(
        () => acknowledged.push(_id),
        () => undefined,
      );
    }

    const stored = (await rows.find().toArray()).map((row) => row._id);

    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    expect(acknowledged.length).toBeGreaterThan(300);
    expect(messages[0]).toMatch(/^MongoDB is away: mongod ended by SIGKILL.* Bringing it back …$/);
    expect(messages[1]).toBe('MongoDB is back.');
  });

  it('restarts a killed mongod also when its log was deleted', async () => {
    const rows = rowsAt(await anEmbeddedMongo().start());
    const pid = await pidOfMongod();
    await rm(join(folder, 'mongod.log'));

    process.kill(pid, 'SIGKILL');
    await rows.insertOne({ _id: 1 });

    expect(await rows.find().toArray()).toEqual([{ _id: 1 }]);
    expect(messages[0]).toMatch(/^MongoDB is away: mongod ended by SIGKILL; /);
  });

  it('reports why mongod crashed', async () => {
    const path = await aProgram(`ulimit -n 120\nexec ${binary.path} "$@"`);
    const rows = rowsAt(await anEmbeddedMongo({ binary: { ...binary, path } }).start());

    for (let number = 0; messages.length === 0; number += 1) {
      await rows.db.createCollection(`more-${number}`).catch(() => undefined);
    }

    expect(messages[0]).toMatch(
      /^MongoDB is away: mongod ended by SIGABRT \(Too many open files\); /,
    );
  });

  it('gives up with a message when mongod cannot be restarted', async () => {
    const broken = join(parent, 'broken');
    const path = await aProgram(
      `if [ -e ${broken} ]; then echo "no disk left"; exit 7; fi\nexec ${binary.path} "$@"`,
    );
    await anEmbeddedMongo({ binary: { ...binary, path } }).start();
    await writeFile(broken, '');
    process.kill(await pidOfMongod(), 'SIGKILL');

    const message = await givenUp;

    expect(message).toBe(
      'MongoDB does not stay up: mongod ended with code 7 (no disk left); ' +
        `its log is ${join(folder, 'mongod.log')}. Nothing that was acknowledged is lost.`,
    );
  });

  async function aProgram(script: string): Promise<string> {
    const path = join(parent, 'program');
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
    return path;
  }

  it('reports in one sentence that another MongoDB version wrote the database', async () => {
    const logged = {
      s: 'F',
      msg: 'Wrong mongod version',
      attr: {
        error:
          'UPGRADE PROBLEM: Found an invalid featureCompatibilityVersion document (ERROR: ' +
          'Location4926900: Invalid featureCompatibilityVersion document in admin.system.version: ' +
          '{ _id: "featureCompatibilityVersion", version: "8.2" }. :: caused by :: Invalid ' +
          "feature compatibility version value '8.2'; expected '5.0' or '5.3' or '6.0'.)",
      },
    };
    const line = join(parent, 'line');
    await writeFile(line, `${JSON.stringify(logged)}\n`);
    const path = await aProgram(`cat ${line}; exit 62`);

    const start = anEmbeddedMongo({ binary: { path, version: '6.0.5' } }).start();

    await expect(start).rejects.toThrow(StartError);
    await expect(start).rejects.toThrow(
      `The embedded MongoDB did not start: the database in ${folder} was written by MongoDB 8.2, ` +
        `which mongod 6.0.5 (${path}) cannot read: set MONGOD_BINARY to a mongod of that version, ` +
        'or KICKOFF_DATA to another folder.',
    );
  });

  it.each([
    [
      'the disk is full',
      '"reason":"28: No space left on device"',
      'the disk of FOLDER is full: free some of it, or set KICKOFF_DATA to a folder on another disk',
    ],
    [
      'files belong to another user',
      '"msg":"Failed to start up WiredTiger under any compatibility version." "reason":"13: Permission denied"',
      'mongod may not use the files in FOLDER: give this user the right to read and write all of them, or set KICKOFF_DATA to another folder',
    ],
  ])('reports in one sentence that %s', async (_, log, sentence) => {
    // Another mongod on the folder is the usual cause of this code.
    const path = await aProgram(`echo '${log}'; exit 100`);

    const start = anEmbeddedMongo({ binary: { path, version: '6.0.5' } }).start();

    await expect(start).rejects.toThrow(
      `The embedded MongoDB did not start: ${sentence.replace('FOLDER', folder)}.`,
    );
  });

  it('stops the mongod of a killed start and preserves its rows', async () => {
    const { uri, holder } = await aStartInAnotherProcess();
    await rowsAt(uri).insertOne({ _id: 1 });
    const orphan = await pidOfMongod();
    holder.kill('SIGKILL');
    await once(holder, 'exit');

    const next = await anEmbeddedMongo().start();

    expect(await rowsAt(next).find().toArray()).toEqual([{ _id: 1 }]);
    expect(messages).toEqual([
      `Ending the MongoDB that an earlier start left behind (process ${orphan}) …`,
    ]);
    expect(await pidOfMongod()).not.toBe(orphan);
  });

  async function aStartInAnotherProcess() {
    const loader = new URL('../../tools/jest/typescript-loader.mjs', import.meta.url).href;
    const source = new URL('../src/common/mongo/embedded/embedded-mongo.ts', import.meta.url).href;
    const settings = JSON.stringify({ binary, folder });
    const program = `
      import { register } from 'node:module';
      register(${JSON.stringify(loader)});
      const { EmbeddedMongo } = await import(${JSON.stringify(source)});
      const database = new EmbeddedMongo({ ...${settings}, say: () => {}, onGivenUp: () => {} });
      console.log(await database.start());
      process.stdin.resume();
    `;
    const holder = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    cleanUps.push(() => Promise.resolve(holder.kill('SIGKILL')));
    const lines: unknown[] = await once(holder.stdout.setEncoding('utf8'), 'data');
    return { uri: String(lines[0]).trim(), holder };
  }

  it('does not kill another program whose process id is in the lock file', async () => {
    const first = anEmbeddedMongo();
    await first.start();
    await first.stop();
    const bystander = spawn('cat', { stdio: 'pipe' });
    cleanUps.push(() => Promise.resolve(bystander.kill()));
    await writeFile(join(folder, 'mongod.lock'), `${bystander.pid ?? ''}\n`);

    await anEmbeddedMongo().start();

    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
  });

  it('leaves no mongod running when it is stopped during the start', async () => {
    const database = anEmbeddedMongo();
    const start = database.start();
    const ending = expect(start).rejects.toThrow('the start was broken off');

    await database.stop();

    await ending;
    await anEmbeddedMongo().start();
    expect(messages).toEqual([]);
  });
});
