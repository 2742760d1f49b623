import { once } from 'node:events';
import { access, chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
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

import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import { hasEnded, launchServer, mongodPid, type ServerProcess } from './support/server-process.js';
import { aSingleMongod } from './support/single-mongod.js';
import { until } from './support/until.js';

/** Interval of repeated checks and signals that does not load the machine. */
const RETRY_MS = 50;

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
  // A server that ends at once leaves its MongoDB to a helper process, which stops it later.
  const pid = await mongodPid(data).catch(() => undefined);
  if (pid !== undefined) await until(() => hasEnded(pid) || undefined);
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

/** The whole output of a start that fails. */
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

describe('failed server start', () => {
  it('names all invalid settings in one message, without their values', async () => {
    const output = await refusal({
      PORT: 'seventy',
      DEMO: 'perhaps',
      JWT_FAN_SECRET: 'too-short',
      KICKOFF_DATTA: parent,
    });

    expect(output).toBe(
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

  it('reports a port that is in use before it starts MongoDB', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';

    const output = await refusal({ PORT: port });

    other.close();
    expect(output).toBe(
      `Port ${port} is taken by another program. Stop that program, or set PORT to a free port.\n`,
    );
    await expect(access(join(data, 'mongodb'))).rejects.toThrow('ENOENT');
  });

  it('reports a HOST that is no address of this machine', async () => {
    const output = await refusal({ HOST: '192.0.2.1' });

    expect(output).toMatch(
      /^HOST is 192\.0\.2\.1, which is no address of this machine\. Set it to/,
    );
  });

  it('refuses a data folder that another server uses, which continues to run', async () => {
    const first = await start();
    const fan = await aFan(first);

    const output = await refusal();

    expect(output).toMatch(
      /^The data folder \S+ is in use by another KickOff \(process \d+\)\. Stop that one first, or set KICKOFF_DATA to another folder\.\n$/,
    );
    const postId = await post(first, fan, 'Still here');
    expect(await feed(first, fan)).toEqual([postId]);
  });

  it('reports a data folder that is not writable', async () => {
    const file = join(parent, 'file');
    await writeFile(file, '');

    const output = await refusal({ KICKOFF_DATA: join(file, 'data') });

    expect(output).toBe(
      `The data folder ${join(file, 'data')} cannot be used (ENOTDIR). ` +
        'Give this user the right to write there, or set KICKOFF_DATA to another folder.\n',
    );
  });

  it('reports a file of the data folder that it cannot use', async () => {
    await mkdir(data);
    await writeFile(join(data, 'mongodb'), 'no folder');

    expect(await refusal()).toBe(
      `The data folder ${data} cannot be used (EEXIST of ${data}/mongodb). ` +
        'Give this user the right to write there, or set KICKOFF_DATA to another folder.\n',
    );
  });

  it('reports a MONGOD_BINARY that does not exist', async () => {
    const output = await refusal({ MONGOD_BINARY: join(parent, 'mongod') });

    expect(output).toBe(
      `MONGOD_BINARY is of no use: ${join(parent, 'mongod')} not found. Set it to the path of ` +
        'a mongod 6.0 or newer, or leave it empty and KickOff looks for one.\n',
    );
  });

  it.each([
    ['mongodb://', /^ {2}- MONGODB_URI must be the address of a MongoDB, such as /m],
    ['mongodb://127.0.0.1/?notAnOption=1', /^ {2}- MONGODB_URI has a host, an option or a value /m],
    ['mongodb://127.0.0.1/?tls=true&tlsCAFile=/no/such/file', /^A file that MONGODB_URI names /m],
  ])('reports the invalid MONGODB_URI %s without a stack', async (address, words) => {
    const output = await refusal({ MONGODB_URI: address });

    expect(output).toMatch(words);
    expect(output).not.toMatch(/^ +at |notAnOption/m);
  });

  it('reports a MongoDB that is no replica set', async () => {
    const mongod = await aSingleMongod(join(parent, 'single'));

    const output = await refusal({ MONGODB_URI: mongod.uri }).finally(mongod.stop);

    expect(output).toMatch(
      /^The MongoDB of MONGODB_URI is no replica set, .* Start it with --replSet/,
    );
  });

  it('reports a damaged secrets file, leaves it unchanged and stops the MongoDB it started', async () => {
    const damaged = '{"JWT_FAN_SECRET":"half a fi';
    await mkdir(data);
    await writeFile(join(data, 'secrets.json'), damaged);

    const output = await refusal();

    expect(output).toMatch(/^The secrets file \S+ is damaged: .* delete the file: .*\n$/);
    expect(output).not.toContain('half a fi');
    expect(await readFile(join(data, 'secrets.json'), 'utf8')).toBe(damaged);
    expect(await mongodPid(data)).toBeUndefined();
  });
});

describe('server stop', () => {
  /** A registration of which the server has read only the first part. */
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

  it('completes the running request, then ends the server and MongoDB', async () => {
    const server = await start();
    const running = await aRunningRequest(server);

    // Twice, as npm forwards the signal; two kinds, because equal signals may merge.
    server.kill('SIGINT');
    server.kill('SIGTERM');
    await server.printed('Stopping');
    running.finish();

    expect((await running.answered)?.statusCode).toBe(201);
    expect(await server.ended).toBe(0);
    expect(await mongodPid(data)).toBeUndefined();
  });

  it('finishes the running request when nobody reads its output any more', async () => {
    const server = await start();
    const running = await aRunningRequest(server);
    // Like `npm start | tee`: Ctrl-C ends both.
    server.closeOutput();

    server.kill('SIGINT');
    // The stop has begun: no new connection is accepted.
    await until(async () => {
      const isOpen = await fetch(server.url).then(
        () => true,
        () => false,
      );
      return isOpen ? undefined : true;
    });
    running.finish();

    expect((await running.answered)?.statusCode).toBe(201);
    expect(await server.ended).toBe(0);
  });

  it('aborts a request that does not end', async () => {
    const server = await start();
    const running = await aRunningRequest(server);

    server.kill('SIGTERM');

    expect(await server.ended).toBe(0);
    expect(await running.answered).toBeUndefined();
    expect(await mongodPid(data)).toBeUndefined();
  });

  it('ends at once when the signal is repeated', async () => {
    const server = await start();
    await aRunningRequest(server);

    while (server.isRunning()) {
      server.kill('SIGTERM');
      await delay(RETRY_MS);
    }

    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('Ended at once.');
  });

  it('a stop during the start ends MongoDB, and the next start succeeds', async () => {
    const server = await launch();
    const hasMongod = () => mongodPid(data).catch(() => undefined);
    while (server.isRunning() && (await hasMongod()) === undefined) await delay(RETRY_MS);

    server.kill('SIGHUP');

    expect(await server.ended).toBe(0);
    await start();
  });
});

describe('acknowledged writes', () => {
  it('all are present and counted after a kill -9 of the server, then of the server and MongoDB', async () => {
    const first = await start();
    const fan = await aFan(first);
    const admin = await anAdmin(first);
    await announce(first, admin);
    const acknowledged = await writeUntilKilled(first, fan);
    const second = await start();
    await announce(second, admin);
    acknowledged.push(...(await writeUntilKilled(second, fan)));
    process.kill((await mongodPid(data)) ?? 0, 'SIGKILL');

    const third = await start();

    expect(await feed(third, fan)).toEqual(expect.arrayContaining(acknowledged));
    expect(acknowledged.length).toBeGreaterThanOrEqual(20);
    for (const list of ['announcements', 'audit-log']) {
      const answer = await as(third, admin).get(`/api/admin/${list}`).expect(200);
      const { length } = z.array(z.object()).min(1).parse(answer.body);
      expect([list, answer.headers['x-total-count']]).toEqual([list, String(length)]);
    }
  });

  async function announce(server: ServerProcess, admin: Caller): Promise<void> {
    const announcement = { text: 'Derby tonight' };
    await as(server, admin).post('/api/admin/announcements').send(announcement).expect(201);
  }

  async function writeUntilKilled(server: ServerProcess, fan: Caller): Promise<string[]> {
    const acknowledged: string[] = [];
    const writing = (async () => {
      for (let number = 1; ; number += 1) {
        acknowledged.push(await post(server, fan, `Number ${number}`));
        // Not awaited, so that the kill meets a write in progress.
        if (number === 10) server.kill('SIGKILL');
      }
    })();
    await expect(writing).rejects.toThrow();
    await server.ended;
    return acknowledged;
  }
});

describe('MongoDB outage', () => {
  /** A mongod that does not start while it is blocked. */
  async function aBlockableMongod() {
    const hold = join(parent, 'hold');
    const path = join(parent, 'mongod');
    const script = `while [ -e ${hold} ]; do sleep 0.1; done\nexec ${process.env['KICKOFF_TEST_MONGOD'] ?? 'mongod'} "$@"\n`;
    await writeFile(path, `#!/bin/sh\n${script}`);
    await chmod(path, 0o755);
    return { path, block: () => writeFile(hold, ''), unblock: () => rm(hold) };
  }

  it('the API answers 503 with Retry-After during the outage, and serves data again after it', async () => {
    const mongod = await aBlockableMongod();
    const server = await start({ MONGOD_BINARY: mongod.path });
    const fan = await aFan(server);
    const postId = await post(server, fan, 'Before');
    await mongod.block();
    process.kill((await mongodPid(data)) ?? 0, 'SIGKILL');
    await server.printed('Bringing it back');

    const away = await as(server, fan).get('/api/pt/posts');
    const health = await request(server.url).get('/api/health/ready');
    await mongod.unblock();
    await server.printed('MongoDB is back.');

    expect(away.status).toBe(503);
    expect(away.headers['retry-after']).toMatch(/^\d+$/);
    expect(away.body).toMatchObject({ code: 'unavailable' });
    expect(health.status).toBe(503);
    expect(await feed(server, fan)).toEqual([postId]);
  });

  it('the server ends with a message when MongoDB cannot be restarted', async () => {
    const mongod = await aBlockableMongod();
    const server = await start({ MONGOD_BINARY: mongod.path });
    await writeFile(mongod.path, '#!/bin/sh\nexit 14\n');

    process.kill((await mongodPid(data)) ?? 0, 'SIGKILL');

    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/MongoDB does not stay up: mongod ended with code 14/);
  });
});
