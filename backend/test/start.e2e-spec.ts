import { once } from 'node:events';
import { access, chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Post } from '@kickoff/contracts';
import { aFanRegistration } from '@kickoff/testing';
import request from 'supertest';
import { z } from 'zod';

import { aFan, as, type Caller } from './support/callers.js';
import { launchServer, mongodPid, type ServerProcess } from './support/server-process.js';

/** Long enough not to keep the machine busy with asking. */
const ASK_AGAIN_MS = 50;

let parent: string;
let data: string;
let servers: ServerProcess[];

beforeEach(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), 'kickoff-start-')));
  data = join(parent, 'data');
  servers = [];
});
afterEach(async () => {
  for (const server of servers) {
    server.kill('SIGTERM');
    await server.ended;
  }
  await rm(parent, { recursive: true });
});

async function launch(variables: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await launchServer({ KICKOFF_DATA: data, ...variables });
  servers.push(server);
  return server;
}

async function start(variables: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await launch(variables);
  await server.printed('KickOff is ready at');
  return server;
}

/** What a start that fails says, all of it. */
async function refusal(variables: Record<string, string> = {}): Promise<string> {
  const server = await launch(variables);
  expect(await server.ended).toBe(1);
  return server.output();
}

async function post(server: ServerProcess, fan: Caller, text: string): Promise<string> {
  const answer = await as(server, fan).post('/api/pt/posts').field('text', text).expect(201);
  return Post.parse(answer.body)._id;
}

async function feed(server: ServerProcess, fan: Caller): Promise<string[]> {
  const answer = await as(server, fan).get('/api/pt/posts').expect(200);
  return z
    .array(Post)
    .parse(answer.body)
    .map(({ _id }) => _id);
}

describe('a start that cannot be', () => {
  it('names all faulty settings in one message, and never a value', async () => {
    const said = await refusal({
      PORT: 'seventy',
      DEMO: 'perhaps',
      JWT_FAN_SECRET: 'too-short',
      KICKOFF_DATTA: parent,
    });

    expect(said).toBe(
      [
        'KickOff cannot start with these settings:',
        '  - KICKOFF_DATTA is not a setting of KickOff',
        '  - PORT must be a whole number from 1 to 65535',
        '  - JWT_FAN_SECRET must be 32 bytes or more',
        '  - DEMO must be on or off',
        'Correct them in the environment or in .env; .env.example lists all of them.\n',
      ].join('\n'),
    );
    await expect(access(data)).rejects.toThrow('ENOENT');
  });

  it('says that the port is taken, and stops what it had started', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';

    const said = await refusal({ PORT: port });

    other.close();
    expect(said).toContain(
      `Port ${port} is taken by another program. Stop that program, or set PORT to a free port.\n`,
    );
    expect(said).not.toContain('EADDRINUSE');
    expect(await mongodPid(data)).toBeUndefined();
  });

  it('says that HOST is no address of this machine', async () => {
    const said = await refusal({ HOST: '192.0.2.1' });

    expect(said).toContain('HOST is 192.0.2.1, which is no address of this machine. Set it to');
  });

  it('leaves a data folder alone that another start uses', async () => {
    const first = await start();
    const fan = await aFan(first);

    const said = await refusal();

    expect(said).toMatch(
      /^The data folder \S+ is in use by another KickOff \(process \d+\)\. Stop that one first, or set KICKOFF_DATA to another folder\.\n$/,
    );
    const kept = await post(first, fan, 'Still here');
    expect(await feed(first, fan)).toEqual([kept]);
  });

  it('says that the data folder cannot be written', async () => {
    const file = join(parent, 'file');
    await writeFile(file, '');

    const said = await refusal({ KICKOFF_DATA: join(file, 'data') });

    expect(said).toBe(
      `The data folder ${join(file, 'data')} cannot be used (ENOTDIR). ` +
        'Give this user the right to write there, or set KICKOFF_DATA to another folder.\n',
    );
  });

  it('says that the chosen mongod is none', async () => {
    const said = await refusal({ MONGOD_BINARY: join(parent, 'mongod') });

    expect(said).toBe(
      `MONGOD_BINARY is of no use: ${join(parent, 'mongod')} not found. Set it to the path of ` +
        'a mongod 6.0 or newer, or leave it empty and KickOff looks for one.\n',
    );
  });

  it.each([
    ['mongodb://', /^ {2}- MONGODB_URI must be the address of a MongoDB, such as /m],
    ['mongodb://127.0.0.1/?notAnOption=1', /^ {2}- MONGODB_URI has a host, an option or a value /m],
    ['mongodb://127.0.0.1/?tls=true&tlsCAFile=/no/such/file', /^A file that MONGODB_URI names /m],
  ])('says that the database cannot be %s, without a stack', async (address, words) => {
    const said = await refusal({ MONGODB_URI: address });

    expect(said).toMatch(words);
    expect(said).not.toMatch(/^ +at |notAnOption/m);
  });

  it('says that the secrets are damaged, and leaves the file as it is', async () => {
    await mkdir(data);
    await writeFile(join(data, 'secrets.json'), '{"JWT_FAN_SECRET":"half a fi');

    const said = await refusal();

    expect(said).toMatch(/^The secrets file \S+ is damaged: .* delete the file: .*\n$/);
    expect(said).not.toContain('half a fi');
    expect(await mongodPid(data)).toBeUndefined();
  });
});

describe('a stop', () => {
  /** A registration of which the server has read the first half. */
  async function aRunningRequest(server: ServerProcess) {
    const body = JSON.stringify(aFanRegistration());
    const call = httpRequest(`${server.url}/api/auth/register`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        Expect: '100-continue',
      },
    });
    const answered = new Promise<IncomingMessage | undefined>((done) => {
      call.once('response', done);
      call.once('error', () => done(undefined));
    });
    call.flushHeaders();
    await once(call, 'continue');
    call.write(body.slice(0, 10));
    return { finish: () => call.end(body.slice(10)), answered };
  }

  it('finishes the running request and ends all it started', async () => {
    const server = await start();
    const running = await aRunningRequest(server);

    // Twice, as from the terminal and, handed on, from npm; two kinds, because equal ones may merge.
    server.kill('SIGINT');
    server.kill('SIGTERM');
    await server.printed('Stopping');
    running.finish();

    expect((await running.answered)?.statusCode).toBe(201);
    expect(await server.ended).toBe(0);
    expect(await mongodPid(data)).toBeUndefined();
  });

  it('does not wait for ever for a request that does not end', async () => {
    const server = await start();
    const running = await aRunningRequest(server);

    server.kill('SIGTERM');

    expect(await server.ended).toBe(0);
    expect(await running.answered).toBeUndefined();
    expect(await mongodPid(data)).toBeUndefined();
  });

  it('that is asked for again ends at once', async () => {
    const server = await start();
    await aRunningRequest(server);

    while (server.isRunning()) {
      server.kill('SIGTERM');
      await delay(ASK_AGAIN_MS);
    }

    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('Ended at once.');
  });

  it('while it starts leaves nothing running', async () => {
    const server = await launch();
    const hasMongod = () => mongodPid(data).catch(() => undefined);
    while (server.isRunning() && (await hasMongod()) === undefined) await delay(ASK_AGAIN_MS);

    server.kill('SIGHUP');

    expect(await server.ended).toBe(0);
    await start();
  });
});

describe('what was acknowledged', () => {
  it('is there after a kill -9 of the server, and after one of both it and MongoDB', async () => {
    const first = await start();
    const fan = await aFan(first);
    const acknowledged = await writeUntilKilled(first, fan);
    const second = await start();
    acknowledged.push(...(await writeUntilKilled(second, fan)));
    process.kill((await mongodPid(data)) ?? 0, 'SIGKILL');

    const third = await start();

    expect(await feed(third, fan)).toEqual(expect.arrayContaining(acknowledged));
    expect(acknowledged.length).toBeGreaterThanOrEqual(20);
  });

  async function writeUntilKilled(server: ServerProcess, fan: Caller): Promise<string[]> {
    const acknowledged: string[] = [];
    const writing = (async () => {
      for (let number = 1; ; number += 1) {
        acknowledged.push(await post(server, fan, `Number ${number}`));
        // Not awaited: it meets a write that is under way.
        if (number === 10) server.kill('SIGKILL');
      }
    })();
    await expect(writing).rejects.toThrow();
    await server.ended;
    return acknowledged;
  }
});

describe('while MongoDB is away', () => {
  /** A mongod that comes back only when it is let. */
  async function aHeldMongod() {
    const hold = join(parent, 'hold');
    const path = join(parent, 'mongod');
    const script = `while [ -e ${hold} ]; do sleep 0.1; done\nexec ${process.env['KICKOFF_TEST_MONGOD'] ?? 'mongod'} "$@"\n`;
    await writeFile(path, `#!/bin/sh\n${script}`);
    await chmod(path, 0o755);
    return { path, keepAway: () => writeFile(hold, ''), letBack: () => rm(hold) };
  }

  it('the API answers 503 with Retry-After, and serves again when it is back', async () => {
    const mongod = await aHeldMongod();
    const server = await start({ MONGOD_BINARY: mongod.path });
    const fan = await aFan(server);
    const kept = await post(server, fan, 'Before');
    await mongod.keepAway();
    process.kill((await mongodPid(data)) ?? 0, 'SIGKILL');
    await server.printed('Bringing it back');

    const away = await as(server, fan).get('/api/pt/posts');
    const health = await request(server.url).get('/api/health/ready');
    await mongod.letBack();
    await server.printed('MongoDB is back.');

    expect(away.status).toBe(503);
    expect(away.headers['retry-after']).toMatch(/^\d+$/);
    expect(away.body).toMatchObject({ code: 'unavailable' });
    expect(health.status).toBe(503);
    expect(await feed(server, fan)).toEqual([kept]);
  });

  it('the server ends with a message when MongoDB does not come back', async () => {
    const mongod = await aHeldMongod();
    const server = await start({ MONGOD_BINARY: mongod.path });
    await writeFile(mongod.path, '#!/bin/sh\nexit 14\n');

    process.kill((await mongodPid(data)) ?? 0, 'SIGKILL');

    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/MongoDB does not stay up: mongod ended with code 14/);
  });
});
