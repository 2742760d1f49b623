import { randomBytes } from 'node:crypto';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Notification, Post } from '@kickoff/contracts';
import { mongo } from 'mongoose';

import { aFan, as, type Caller, logIn } from './support/callers.js';
import { receivedIds, untilReceived, redisUrl } from './support/event-fixture.js';
import { databaseServer } from './support/databases.js';
import { Listener } from './support/listener.js';
import { launchServer, type ServerProcess } from './support/server-process.js';
import { until } from './support/until.js';

const START_MS = 120_000;

/** Two servers as in production: separate processes with one database and one Redis. */
describe('two server processes on one database', () => {
  const folders: string[] = [];
  const listeners: Listener[] = [];
  const database = databaseServer();
  database.pathname = `/test-${randomBytes(6).toString('hex')}`;
  const secret = () => randomBytes(32).toString('hex');
  const shared = {
    MONGODB_URI: database.href,
    REDIS_URL: redisUrl(5),
    JWT_FAN_SECRET: secret(),
    JWT_ADMIN_SECRET: secret(),
  };
  let one: ServerProcess;
  let other: ServerProcess;
  let ann: Caller;
  let bob: Caller;

  async function start(): Promise<ServerProcess> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'kickoff-live-')));
    folders.push(folder);
    const server = await launchServer({ ...shared, KICKOFF_DATA: folder });
    await server.printed('KickOff is ready at');
    return server;
  }
  async function listens(caller: Caller, at: ServerProcess, lastEventId?: string) {
    const listener = new Listener({ Authorization: `Bearer ${caller.token}` });
    listener.lastEventId = lastEventId;
    listeners.push(listener);
    return listener.connect(at);
  }
  async function aPostBy(author: Caller, at: ServerProcess, text = 'Goal!'): Promise<string> {
    const answer = await as(at, author).post('/api/pt/posts').field('text', text).expect(201);
    return Post.parse(answer.body)._id;
  }

  beforeAll(async () => {
    // Started one after the other: the first creates the indexes.
    one = await start();
    other = await start();
  }, START_MS);
  beforeEach(async () => {
    [ann, bob] = [await aFan(one), await aFan(other)];
  });
  afterEach(() => {
    for (const listener of listeners.splice(0)) listener.disconnect();
  });
  afterAll(async () => {
    for (const server of [one, other]) {
      server.kill('SIGTERM');
      await server.ended;
    }
    const client = await mongo.MongoClient.connect(database.href);
    await client.db().dropDatabase();
    await client.close();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
  });

  it('deliver events of the other process once and in order', async () => {
    const [atOne, atOther] = [await listens(bob, one), await listens(bob, other)];

    const ids = [await aPostBy(ann, one), await aPostBy(ann, other), await aPostBy(ann, one)];

    for (const listener of [atOne, atOther]) {
      await untilReceived(listener, ids.at(-1) ?? '');
      expect(receivedIds(listener)).toEqual(ids);
    }
  });

  it('deliver a notification of a like in the other process once', async () => {
    const id = await aPostBy(ann, one);
    const annListener = await listens(ann, one);

    await as(other, bob).post(`/api/pt/posts/${id}/like`).send({ liked: true }).expect(200);

    const event = await until(() =>
      annListener.received.find(({ name }) => name === 'notification'),
    );
    expect(Notification.parse(event.data)).toMatchObject({
      kind: 'like',
      actors: [{ _id: bob.id }],
      target: { type: 'post', id },
    });
    const last = await aPostBy(bob, other);
    await untilReceived(annListener, last);
    expect(annListener.receivedNames().filter((name) => name === 'notification')).toHaveLength(1);
  });

  it('resume a stream that was interrupted in the other process', async () => {
    const before = await listens(bob, one);
    const seen = await aPostBy(ann, one);
    await untilReceived(before, seen);
    before.disconnect();
    const missed = [await aPostBy(ann, one), await aPostBy(ann, other)];

    const again = await listens(bob, other, before.lastEventId);
    const then = await aPostBy(ann, one);

    await untilReceived(again, then);
    expect(receivedIds(again)).toEqual([...missed, then]);
  });

  it('send a reset for a position that the other process never issued', async () => {
    const listener = await listens(bob, other, '000000000000.1-0');

    await until(() => listener.received.length > 0 || undefined);
    const names = listener.receivedNames().filter((name) => name !== 'match.changed');
    expect(names).toEqual(['reset']);
  });

  it('close the streams of a session that ended in the other process', async () => {
    const elsewhere = await logIn(other, bob);
    const [ended, open] = [await listens(bob, one), await listens(elsewhere, one)];

    await as(other, bob).post('/api/auth/logout').expect(204);

    await until(() => ended.hasEnded || undefined);
    const id = await aPostBy(ann, other);
    await untilReceived(open, id);
    expect(open.hasEnded).toBe(false);
  });

  it('apply a block of one process to the next event of the other', async () => {
    const bobListener = await listens(bob, one);
    const before = await aPostBy(ann, one);
    await untilReceived(bobListener, before);

    await as(other, ann).post(`/api/user/block/${bob.id}`).expect(204);
    await aPostBy(ann, one);
    await aPostBy(ann, other);
    const last = await aPostBy(bob, other);

    await untilReceived(bobListener, last);
    expect(receivedIds(bobListener)).toEqual([before, last]);
  });

  it('limit a fan to five streams over both processes', async () => {
    const streams: Listener[] = [];
    for (const at of [one, other, one, other, one]) streams.push(await listens(bob, at));
    const [oldest, ...others] = streams;

    others.push(await listens(bob, other));

    await until(() => oldest?.hasEnded || undefined);
    const id = await aPostBy(ann, one);
    for (const listener of others) await untilReceived(listener, id);
  });

  // Last test: it kills one of the processes.
  it('lose no event when one is killed and its streams reconnect to the other', async () => {
    const before = await listens(bob, one);
    const seen = await aPostBy(ann, one);
    await untilReceived(before, seen);
    one.kill('SIGKILL');
    await one.ended;
    await until(() => before.hasEnded || undefined);
    const missed = await aPostBy(ann, other);

    const again = await listens(bob, other, before.lastEventId);
    const then = await aPostBy(ann, other);

    await untilReceived(again, then);
    expect(receivedIds(again)).toEqual([missed, then]);
  });
});
