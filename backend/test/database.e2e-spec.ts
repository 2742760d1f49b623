import { randomBytes } from 'node:crypto';

import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { ErrorAnswer } from '@kickoff/contracts';
import mongoose, { type Connection, type mongo } from 'mongoose';
import type { Response } from 'supertest';

import { AnswerDeadline } from '../src/common/mongo/answer-deadline.js';
import { migrate } from '../src/common/mongo/migrations/migrate.js';
import { FeedService } from '../src/posts/feed/feed.service.js';
import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { TcpProxy } from './support/tcp-proxy.js';
import { databaseServer } from './support/databases.js';
import { type KickOff, REAL_BOUNDS, startKickOff } from './support/kickoff.js';
import { until } from './support/until.js';

const aDatabase = () => `test-${randomBytes(6).toString('hex')}`;

const startBehind = (proxy: TcpProxy) =>
  startKickOff({ MONGODB_URI: proxy.uri(aDatabase()) }, undefined, REAL_BOUNDS);

function expectUnavailable(answer: Response) {
  expect(answer.status).toBe(503);
  expect(ErrorAnswer.parse(answer.body).code).toBe('unavailable');
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

const untilOk = (call: () => PromiseLike<Response>) =>
  until(async () => ((await call()).ok ? true : undefined));

describe('database outage', () => {
  let proxy: TcpProxy;
  let kickoff: KickOff;
  let alice: Caller;

  beforeAll(async () => {
    proxy = new TcpProxy(databaseServer());
    await proxy.open();
    kickoff = await startBehind(proxy);
    alice = await aFan(kickoff);
  });
  afterAll(async () => {
    await kickoff.stop();
    await proxy.close();
  });

  const feed = () => as(kickoff, alice).get('/api/pt/posts').timeout(5_000);
  const ready = () => asVisitor(kickoff).get('/api/health/ready').timeout(2_000);

  it('answers 503 with Retry-After within 3 seconds, and 200 again without a restart', async () => {
    await proxy.close();

    expectUnavailable(await feed().timeout(3_000));
    expectUnavailable(await as(kickoff, alice).post('/api/pt/posts').field('text', 'x'));
    expectUnavailable(await asVisitor(kickoff).post('/api/auth/login').send(alice));
    expectUnavailable(await ready());
    expect((await asVisitor(kickoff).get('/api/health/live')).status).toBe(200);
    await proxy.open();
    await untilOk(feed);
    expect((await ready()).status).toBe(200);
  });

  it('answers 503 within 5 seconds and not ready within 2 when the database hangs', async () => {
    proxy.freeze();

    const answers = await Promise.all([ready(), feed()]).finally(() => proxy.thaw());

    answers.forEach(expectUnavailable);
    await untilOk(feed);
  });

  it('answers 503 within 5 seconds also to requests that wait for a connection', async () => {
    proxy.freeze();

    const answers = await Promise.all(Array.from({ length: 120 }, () => feed())).finally(() =>
      proxy.thaw(),
    );

    answers.forEach(expectUnavailable);
    await untilOk(feed);
  });
});

describe('request with many queries', () => {
  let proxy: TcpProxy;
  let kickoff: KickOff;
  let alice: Caller;

  beforeEach(async () => {
    proxy = new TcpProxy(databaseServer());
    await proxy.open();
    kickoff = await startBehind(proxy);
    alice = await aFan(kickoff);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await kickoff.stop();
    await proxy.close();
  });

  const feed = () => as(kickoff, alice).get('/api/pt/posts');

  /** Makes the feed query the database repeatedly and ignore each result. */
  function askWhile(isAsking: (asked: number) => boolean) {
    const db = kickoff.connection.getClient().db();
    let asked = 0;
    const service = kickoff.app.get(FeedService, { strict: false });
    const read = service.feed.bind(service);
    jest.spyOn(service, 'feed').mockImplementation(async (...question) => {
      while (isAsking(asked)) {
        asked += 1;
        await db.command({ ping: 1 }).catch(() => undefined);
      }
      return read(...question);
    });
  }

  it('is answered with 503 within 5 seconds in an outage, not within 5 seconds per query', async () => {
    let isOver = false;
    askWhile((asked) => {
      if (asked === 1) proxy.freeze();
      return !isOver;
    });

    const answer = await Promise.resolve(feed().timeout(5_000)).finally(() => {
      isOver = true;
      proxy.thaw();
    });

    expectUnavailable(answer);
    jest.restoreAllMocks();
    await untilOk(feed);
  });

  it('is not aborted while the database responds', async () => {
    askWhile((asked) => asked < 200);
    const deadline = kickoff.app.get(AnswerDeadline);
    const answer = feed().then((response) => response);

    for (let looks = 0; looks < 5; looks += 1) await deadline.look(performance.now() + 60_000);

    expect((await answer).status).toBe(200);
  });
});

describe('start without a database', () => {
  it('answers 503 until the database is reachable, then serves requests', async () => {
    const proxy = new TcpProxy(databaseServer());
    await proxy.open();
    await proxy.close();
    const kickoff = await startBehind(proxy);

    expectUnavailable(await asVisitor(kickoff).get('/api/health/ready'));
    expectUnavailable(
      await asVisitor(kickoff).post('/api/auth/login').send({
        email: 'alice@fans.example',
        password: 'ninetyplus4',
      }),
    );
    expect((await asVisitor(kickoff).get('/api/nothing')).status).toBe(404);
    await proxy.open();
    await untilOk(() => asVisitor(kickoff).get('/api/health/ready'));
    await aFan(kickoff);

    await kickoff.stop();
    await proxy.close();
  });
});

describe('start over an existing database', () => {
  let uri: string;
  let connection: Connection;
  let db: mongo.Db;

  beforeEach(async () => {
    const server = databaseServer();
    server.pathname = `/${aDatabase()}`;
    uri = server.href;
    connection = await mongoose.createConnection(uri).asPromise();
    db = connection.getClient().db();
  });
  afterEach(async () => {
    await connection.dropDatabase();
    await connection.close();
  });

  it('throws a readable error when a unique index cannot be created', async () => {
    await db.collection('users').insertMany([{ email: 'a@b.example' }, { email: 'a@b.example' }]);

    await expect(startKickOff({ MONGODB_URI: uri })).rejects.toThrow(
      /does not start without its unique indexes: the collection users holds the same .* more than once/,
    );
  });

  it('throws a readable error when a newer version has migrated the data', async () => {
    await db.collection<{ _id: number }>('schema_versions').insertOne({ _id: 1000 });

    await expect(startKickOff({ MONGODB_URI: uri })).rejects.toThrow(
      /changed by a newer version of KickOff \(its schema is 1000/,
    );
  });

  describe('migrations', () => {
    const log = () => db.collection<{ _id: string; count: number }>('steps');
    const step = (version: number, run?: () => Promise<void>) => ({
      version,
      name: `step ${version}`,
      run: async () => {
        await run?.();
        await log().updateOne({ _id: `step ${version}` }, { $inc: { count: 1 } }, { upsert: true });
      },
    });
    const counts = async () =>
      Object.fromEntries((await log().find().toArray()).map(({ _id, count }) => [_id, count]));

    const HOUR_MS = 60 * 60_000;
    /** Sets the clock of this process; timers run as before. */
    const setClock = (now: number) =>
      jest.useFakeTimers({
        now,
        doNotFake: [
          ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const),
          ...(['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'] as const),
          ...(['performance', 'hrtime'] as const),
        ],
      });

    /** Makes the database one that an older version has used. */
    beforeEach(() => db.collection('users').insertOne({ username: 'veteran' }));

    it('are skipped but recorded in a new database', async () => {
      await db.dropDatabase();

      await migrate(db, [step(1), step(2)]);

      expect(await counts()).toEqual({});
      expect(await db.collection('schema_versions').countDocuments()).toBe(2);
    });

    it('run in order and once, also when instances start concurrently', async () => {
      await migrate(db, [step(1)]);

      await Promise.all([1, 2, 3].map(() => migrate(db, [step(1), step(2), step(3)])));

      expect(await counts()).toEqual({ 'step 1': 1, 'step 2': 1, 'step 3': 1 });
    });

    it('run once where the clock of the next instance is an hour ahead', async () => {
      let second: Promise<string> | undefined;
      let winner = '';
      const slow = step(1, async () => {
        setClock(Date.now() + HOUR_MS);
        second = migrate(db, [step(1)]).then(() => 'second');
        // Many more answers of the database than an attempt needs.
        const first = Array.from({ length: 50 }).reduce<Promise<unknown>>(
          (before) => before.then(() => db.command({ ping: 1 })),
          Promise.resolve(),
        );
        winner = await Promise.race([second, first.then(() => 'first')]);
      });

      await migrate(db, [slow]).finally(() => jest.useRealTimers());
      await second;

      expect(winner).toBe('first');
      expect(await counts()).toEqual({ 'step 1': 1 });
    });

    it('are recorded once where an instance outlives its lease', async () => {
      const slow = step(1, async () => {
        await db.collection('leases').deleteMany({});
        await migrate(db, [step(1)]);
      });

      await migrate(db, [slow]);

      expect(await db.collection('schema_versions').countDocuments()).toBe(1);
    });

    it('resume after a failed step', async () => {
      const broken = step(2, () => Promise.reject(new Error('power cut')));

      await expect(migrate(db, [step(1), broken, step(3)])).rejects.toThrow('power cut');
      await migrate(db, [step(1), step(2), step(3)]);

      expect(await counts()).toEqual({ 'step 1': 1, 'step 2': 1, 'step 3': 1 });
    });
  });
});

describe('shutdown', () => {
  it('completes running requests and refuses new ones', async () => {
    const kickoff = await startKickOff();
    const alice = await aFan(kickoff);
    const registration = asVisitor(kickoff).post('/api/auth/login').send(alice);
    const running = new Promise<Response>((done, fail) => {
      registration.end((error: unknown, answer) => {
        if (error instanceof Error) fail(error);
        else done(answer);
      });
    });
    const arrived = new Promise((done) => {
      kickoff.app.getHttpServer().once('request', done);
    });

    await arrived;
    await kickoff.close();

    expect((await running).status).toBe(200);
    await expect(asVisitor(kickoff).get('/api/health/live')).rejects.toThrow('ECONNREFUSED');
  });
});
