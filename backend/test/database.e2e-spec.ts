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
import { DatabaseDoor } from './support/door.js';
import { databaseServer } from './support/databases.js';
import { type KickOff, REAL_BOUNDS, startKickOff } from './support/kickoff.js';

const aDatabase = () => `test-${randomBytes(6).toString('hex')}`;

const startBehind = (door: DatabaseDoor) =>
  startKickOff({ MONGODB_URI: door.uri(aDatabase()) }, undefined, REAL_BOUNDS);

function expectUnavailable(answer: Response) {
  expect(answer.status).toBe(503);
  expect(ErrorAnswer.parse(answer.body).code).toBe('unavailable');
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

/** Asks again and again for half a minute: a start takes long on a busy machine. */
async function until(call: () => PromiseLike<Response>, status: number): Promise<void> {
  const end = Date.now() + 30_000;
  while ((await call()).status !== status) {
    if (Date.now() > end) throw new Error(`No answer ${status} within 30 seconds`);
  }
}

describe('a database that goes away', () => {
  let door: DatabaseDoor;
  let kickoff: KickOff;
  let alice: Caller;

  beforeAll(async () => {
    door = new DatabaseDoor(databaseServer());
    await door.open();
    kickoff = await startBehind(door);
    alice = await aFan(kickoff);
  });
  afterAll(async () => {
    await kickoff.stop();
    await door.shut();
  });

  const feed = () => as(kickoff, alice).get('/api/pt/posts').timeout(5_000);
  const ready = () => asVisitor(kickoff).get('/api/health/ready').timeout(2_000);

  it('is told by 503 and Retry-After within 3 seconds, and healed without a restart', async () => {
    await door.shut();

    expectUnavailable(await feed().timeout(3_000));
    expectUnavailable(await as(kickoff, alice).post('/api/pt/posts').field('text', 'x'));
    expectUnavailable(await asVisitor(kickoff).post('/api/auth/login').send(alice));
    expectUnavailable(await ready());
    expect((await asVisitor(kickoff).get('/api/health/live')).status).toBe(200);
    await door.open();
    await until(feed, 200);
    expect((await ready()).status).toBe(200);
  });

  it('is told by 503 within 5 seconds when it hangs, and at once as not ready', async () => {
    door.freeze();

    const answers = await Promise.all([ready(), feed()]).finally(() => door.thaw());

    answers.forEach(expectUnavailable);
    await until(feed, 200);
  });

  it('is told by 503 within 5 seconds to calls that wait for their turn, too', async () => {
    door.freeze();

    const answers = await Promise.all(Array.from({ length: 120 }, () => feed())).finally(() =>
      door.thaw(),
    );

    answers.forEach(expectUnavailable);
    await until(feed, 200);
  });
});

describe('a call that makes many queries', () => {
  let door: DatabaseDoor;
  let kickoff: KickOff;
  let alice: Caller;

  beforeEach(async () => {
    door = new DatabaseDoor(databaseServer());
    await door.open();
    kickoff = await startBehind(door);
    alice = await aFan(kickoff);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await kickoff.stop();
    await door.shut();
  });

  const feed = () => as(kickoff, alice).get('/api/pt/posts');

  /** The feed asks the database again and again, whatever each query comes to. */
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

  it('is answered 503 within 5 seconds in an outage, not within 5 seconds a query', async () => {
    let isOver = false;
    askWhile((asked) => {
      if (asked === 1) door.freeze();
      return !isOver;
    });

    const answer = await Promise.resolve(feed().timeout(5_000)).finally(() => {
      isOver = true;
      door.thaw();
    });

    expectUnavailable(answer);
    jest.restoreAllMocks();
    await until(feed, 200);
  });

  it('is left alone as long as the database answers', async () => {
    askWhile((asked) => asked < 200);
    const deadline = kickoff.app.get(AnswerDeadline);
    const answer = feed().then((response) => response);

    for (let looks = 0; looks < 5; looks += 1) await deadline.look(performance.now() + 60_000);

    expect((await answer).status).toBe(200);
  });
});

describe('a start without a database', () => {
  it('listens, answers 503, and serves once the database is there', async () => {
    const door = new DatabaseDoor(databaseServer());
    await door.open();
    await door.shut();
    const kickoff = await startBehind(door);

    expectUnavailable(await asVisitor(kickoff).get('/api/health/ready'));
    expectUnavailable(
      await asVisitor(kickoff).post('/api/auth/login').send({
        email: 'alice@fans.example',
        password: 'ninetyplus4',
      }),
    );
    expect((await asVisitor(kickoff).get('/api/nothing')).status).toBe(404);
    await door.open();
    await until(() => asVisitor(kickoff).get('/api/health/ready'), 200);
    await aFan(kickoff);

    await kickoff.stop();
    await door.shut();
  });
});

describe('the start over a database', () => {
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

  it('is refused in words where a unique index cannot be made', async () => {
    await db.collection('users').insertMany([{ email: 'a@b.example' }, { email: 'a@b.example' }]);

    await expect(startKickOff({ MONGODB_URI: uri })).rejects.toThrow(
      /does not start without its unique indexes: the collection users holds the same .* more than once/,
    );
  });

  it('is refused in words where a newer version has changed the data', async () => {
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

    /** What an older version has left behind. */
    beforeEach(() => db.collection('users').insertOne({ username: 'veteran' }));

    it('do not run over a new database', async () => {
      await db.dropDatabase();

      await migrate(db, [step(1), step(2)]);

      expect(await counts()).toEqual({});
      expect(await db.collection('schema_versions').countDocuments()).toBe(2);
    });

    it('run in order, each once, also when instances start together', async () => {
      await migrate(db, [step(1)]);

      await Promise.all([1, 2, 3].map(() => migrate(db, [step(1), step(2), step(3)])));

      expect(await counts()).toEqual({ 'step 1': 1, 'step 2': 1, 'step 3': 1 });
    });

    it('go on where they broke off', async () => {
      const broken = step(2, () => Promise.reject(new Error('power cut')));

      await expect(migrate(db, [step(1), broken, step(3)])).rejects.toThrow('power cut');
      await migrate(db, [step(1), step(2), step(3)]);

      expect(await counts()).toEqual({ 'step 1': 1, 'step 2': 1, 'step 3': 1 });
    });
  });
});

describe('a stop', () => {
  it('finishes running requests and turns new ones away', async () => {
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
