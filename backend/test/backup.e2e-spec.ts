import { spawnSync } from 'node:child_process';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Post } from '@kickoff/contracts';
import { z } from 'zod';

import { requireWhole } from '../src/common/backup/archive-reader.js';
import { writeArchive } from '../src/common/backup/archive-writer.js';
import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { aPostBy } from './support/posts.js';
import {
  hasEnded,
  launchCommand,
  launchServer,
  mongodPid,
  runCommand,
  type ServerProcess,
} from './support/server-process.js';
import { aSingleMongod } from './support/single-mongod.js';
import { until } from './support/until.js';

/** Each server and command here starts and stops its own database. */
const SLOW_MS = 120_000;

let parent: string;
let data: string;
let file: string;
let servers: ServerProcess[];
/** The backup holds the posts of Alice and Bob. Bob's account is deleted after it was made. */
let alice: Caller;
let bob: Caller;
let pictured: Post;
let picture: Buffer;

const inFolder = (name: string) => join(parent, name);
/** As npm does, which runs a command in the project's folder. */
const run = (name: 'backup' | 'restore', folder: string, options: string[]) =>
  runCommand(name, options, { KICKOFF_DATA: folder, INIT_CWD: parent });
const backUp = (path: string) => run('backup', data, [path]);
const restore = (folder: string, ...options: string[]) => run('restore', folder, options);

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
async function textsIn(server: ServerProcess, fan: Caller): Promise<string[]> {
  const answer = await as(server, fan).get('/api/pt/posts').expect(200);
  return z
    .array(Post)
    .parse(answer.body)
    .map(({ text }) => text);
}
async function pictureOf(server: ServerProcess, { image }: Post): Promise<Buffer> {
  const answer = await asVisitor(server).get(`/api/uploads/${image}`).expect(200);
  return z.instanceof(Buffer).parse(answer.body);
}

beforeAll(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), 'kickoff-backup-')));
  data = inFolder('data');
  file = inFolder('kickoff.backup');
  servers = [];
  const server = await start(data);
  [alice, bob] = [await aFan(server), await aFan(server)];
  pictured = await aPostBy(server, alice, 'Kept', 'image');
  picture = await pictureOf(server, pictured);
  await aPostBy(server, bob, 'From one who leaves', 'image');

  const { code, output } = await backUp(file);
  expect([code, output]).toEqual([0, expect.stringContaining(`files to ${file}.`)]);
  await aPostBy(server, alice, 'After the backup', 'image');
  await as(server, bob).delete('/api/user').send({ password: bob.password }).expect(200);
  await until(async () => {
    const journal = await readFile(join(data, 'deletions.jsonl'), 'utf8');
    return journal.includes(bob.id) ? true : undefined;
  });
  await stop(server);
}, SLOW_MS);
afterAll(async () => {
  for (const server of servers) await stop(server);
  await rm(parent, { recursive: true });
});

describe('backup command', () => {
  it('writes one file that only its owner can read', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(parent)).sort()).toEqual(['data', 'kickoff.backup']);
  });

  it(
    'restores accounts, sessions, posts and files of a running server as of the backup',
    async () => {
      const folder = inFolder('of-a-running-server');

      expect(await restore(folder, file)).toEqual({ code: 0, output: expect.any(String) });
      const server = await start(folder);

      expect(await textsIn(server, alice)).toEqual(['From one who leaves', 'Kept']);
      expect(await pictureOf(server, pictured)).toEqual(picture);
      await asVisitor(server).post('/api/auth/login').send(bob).expect(200);
      expect(await readFile(join(folder, 'secrets.json'), 'utf8')).toBe(
        await readFile(join(data, 'secrets.json'), 'utf8'),
      );
      await stop(server);
    },
    SLOW_MS,
  );

  it(
    'replaces an existing file and contains the last writes of a stopped server',
    async () => {
      await writeFile(inFolder('again.backup'), 'The one before');

      // In the folder of the caller.
      expect(await backUp('again.backup')).toEqual({
        code: 0,
        output: expect.stringContaining(`to ${inFolder('again.backup')}.`),
      });
      expect(await restore(inFolder('of-a-stopped-server'), 'again.backup')).toEqual({
        code: 0,
        output: expect.any(String),
      });
      const server = await start(inFolder('of-a-stopped-server'));

      expect(await textsIn(server, alice)).toEqual(['After the backup', 'Kept']);
      await stop(server);
    },
    SLOW_MS,
  );

  it(
    'exits with 1 and the reason when the file cannot be written',
    async () => {
      const { code, output } = await backUp(inFolder('no-such-folder/kickoff.backup'));

      expect(code).toBe(1);
      expect(output).toContain('(ENOENT). Name a file in a folder that is there');
      expect(await readdir(parent)).not.toContain('no-such-folder');
    },
    SLOW_MS,
  );

  it(
    'refuses a file among the uploads, also through a link',
    async () => {
      const uploads = join(data, 'uploads');
      await symlink(uploads, inFolder('linked'));
      const path = inFolder('linked/kickoff.backup');
      const before = await readdir(uploads);

      expect(await backUp(path)).toEqual({
        code: 1,
        output: `The backup cannot be written to ${path}: it would be part of itself. Name a file outside of ${uploads}.\n`,
      });

      expect(await readdir(uploads)).toEqual(before);
    },
    SLOW_MS,
  );
});

it(
  'backup and restore report a MongoDB that is no replica set',
  async () => {
    const mongod = await aSingleMongod(inFolder('single'));
    const folder = inFolder('of-a-single-mongod');
    const variables = { KICKOFF_DATA: folder, MONGODB_URI: mongod.uri };

    const results = [
      await runCommand('backup', [inFolder('single.backup')], variables),
      await runCommand('restore', [file], variables),
    ];
    await mongod.stop();

    const output = expect.stringMatching(/^The MongoDB of MONGODB_URI is no replica set, /);
    expect(results).toEqual([
      { code: 1, output },
      { code: 1, output },
    ]);
    expect(await readdir(folder)).toEqual([]);
  },
  SLOW_MS,
);

describe('interrupted backup command', () => {
  it(
    'ends with the MongoDB that it started for a stopped server',
    async () => {
      const path = inFolder('interrupted.backup');
      const command = launchCommand('backup', [path], { KICKOFF_DATA: data });
      const pid = await until(() => mongodPid(data), SLOW_MS / 2);

      command.kill('SIGINT');

      expect([await command.ended, command.output()]).toEqual([1, 'Interrupted.\n']);
      await until(() => hasEnded(pid) || undefined);
      expect((await readdir(parent)).filter((name) => name.startsWith('interrupted'))).toEqual([]);
    },
    SLOW_MS,
  );

  it('leaves no unfinished file where its process ends', async () => {
    const folder = inFolder('unfinished');
    await mkdir(folder);
    const writer = new URL('../dist/common/backup/archive-writer.js', import.meta.url).href;
    const program = `
      const { writeArchive } = await import(${JSON.stringify(writer)});
      await writeArchive(${JSON.stringify(join(folder, 'file'))}, new Date(), () => process.exit(7));`;

    const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program]);

    expect(status).toBe(7);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('restore command with a deletion journal', () => {
  it(
    'removes accounts deleted since the backup and copies the journal',
    async () => {
      const folder = inFolder('without-bob');
      const list = 'made-by-hand.jsonl';
      const lines = await readFile(join(data, 'deletions.jsonl'), 'utf8');
      await writeFile(inFolder(list), lines.trimEnd());

      const { code, output } = await restore(folder, file, '--deletions', list);
      const server = await start(folder);

      expect([code, output]).toEqual([0, expect.stringContaining('1 accounts')]);
      expect(await textsIn(server, alice)).toEqual(['Kept']);
      await asVisitor(server).post('/api/auth/login').send(bob).expect(401);
      await as(server, bob).get('/api/user/profile').expect(401);
      const journal = await readFile(join(folder, 'deletions.jsonl'), 'utf8');
      expect(journal).toContain(bob.id);
      // One entry a line, also those that the restore and later the server append.
      expect(journal).toMatch(/^(\{[^{}]*\}\n)+$/);
      const files = await readdir(join(folder, 'uploads'));
      expect(files.filter((name) => /^[0-9a-f]{32}[.]webp$/.test(name))).toEqual([pictured.image]);
      await stop(server);
    },
    SLOW_MS,
  );

  it('rejects a file that is not a deletion journal before it writes anything', async () => {
    const list = inFolder('list.jsonl');
    await writeFile(list, '{"fanId":"alice"}\n');

    const { code, output } = await restore(inFolder('never'), file, '--deletions', list);

    expect([code, output]).toEqual([1, expect.stringContaining('is no list of deletions')]);
    expect(await readdir(parent)).not.toContain('never');
  });
});

describe('restore command with invalid input', () => {
  const changed = (change: (bytes: Buffer) => Buffer) => async () => change(await readFile(file));

  it.each([
    ['is truncated', changed((bytes) => bytes.subarray(0, bytes.length - 100))],
    [
      'has one changed byte',
      changed((bytes) => {
        // In the content of a picture: not every byte between the contents is covered by a
        // checksum.
        const at = bytes.indexOf('uploads/') + 200;
        bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
        return bytes;
      }),
    ],
    ['is not a backup', () => Promise.resolve(Buffer.from('A shopping list'))],
  ])('rejects a file that %s', async (_, bytes) => {
    const damaged = inFolder('damaged.backup');
    await writeFile(damaged, await bytes());

    await expect(requireWhole(damaged)).rejects.toThrow('is no whole backup of KickOff');
  });

  it('rejects a file with an unexpected entry', async () => {
    const odd = inFolder('odd.backup');
    await writeArchive(odd, new Date(), async (add) => {
      await add('uploads/a.webp', Readable.from([Buffer.from('A')]));
      await add('.bashrc', Readable.from([Buffer.from('B')]));
    });

    await expect(requireWhole(odd)).rejects.toThrow('.bashrc has no place in a backup');
  });

  it('exits with 1 and leaves no folder behind', async () => {
    const { code, output } = await restore(inFolder('refused'), join(data, 'secrets.json'));

    expect([code, output]).toEqual([1, expect.stringContaining('is no whole backup of KickOff')]);
    expect(await readdir(parent)).not.toContain('refused');
  });

  it('rejects a non-empty data folder without changing it', async () => {
    const used = inFolder('used');
    await mkdir(used);
    await writeFile(join(used, 'notes.txt'), 'Mine');

    const { code, output } = await restore(used, file);

    expect([code, output]).toEqual([1, expect.stringContaining('is in use: it holds notes.txt')]);
    expect(await readdir(used)).toEqual(['notes.txt']);
  });

  it.each([
    ['backup', ['one', 'two']],
    ['restore', ['one', '--deletion', 'two']],
  ] as const)('prints the usage for %s %j', async (name, options) => {
    const { code, output } = await runCommand(name, options, { KICKOFF_DATA: data });

    expect([code, output]).toEqual([2, expect.stringContaining(`Usage: npm run ${name} -- FILE`)]);
  });
});
