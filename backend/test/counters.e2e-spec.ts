import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';

import { Cursors } from '../src/common/http/cursors.js';
import { aFan, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';

/** One operation as the database's own profiler saw it. */
interface Operation {
  collection: string;
  examined: { documents: number; keys: number };
  plan: string;
  sorted: boolean;
  returned: number;
}

const FEW = 200;
const MANY = 2_000;
const PAGE = 20;

/** Housekeeping that does not grow with what a call asks: the session's row, and counts sent once a second. */
const APART = ['sessions', 'limit_counters'];

describe('what a call costs the database', () => {
  let kickoff: KickOff;
  let alice: Caller;
  const fans: Types.ObjectId[] = [];
  const times: Date[] = [];
  const ids: Types.ObjectId[] = [];

  beforeAll(async () => {
    kickoff = await startKickOff();
    alice = await aFan(kickoff);
    fans.push(new Types.ObjectId(alice.id));
    const users = kickoff.connection.collection('users');
    const model = await users.findOne({});
    for (let number = 1; number <= 150; number += 1) {
      const _id = new Types.ObjectId();
      fans.push(_id);
      const name = `extra ${number}`;
      await users.insertOne({
        ...model,
        _id,
        userId: 5000 + number,
        username: name,
        usernameKey: name,
        usernameSkeleton: name,
        email: name,
      });
    }
  });
  afterAll(() => kickoff.stop());

  async function fillUpTo(count: number): Promise<void> {
    const posts = [];
    while (ids.length < count) {
      const number = ids.length;
      const _id = new Types.ObjectId();
      const createdAt = new Date(Date.UTC(2026, 0, 1) + number * 1000);
      ids.push(_id);
      times.push(createdAt);
      const some = (at: number) => fans[(number * 7 + at) % fans.length];
      posts.push({
        _id,
        authorId: some(0),
        text: `Number ${number}`,
        likesCount: 20,
        commentsCount: 20,
        newestLikers: Array.from({ length: 20 }, (_, at) => some(at)),
        firstComments: Array.from({ length: 20 }, (_, at) => ({
          _id: new Types.ObjectId(),
          authorId: some(at + 20),
          text: 'Yes!',
          createdAt,
        })),
        version: 1,
        createdAt,
      });
    }
    await kickoff.connection.collection('posts').insertMany(posts);
  }

  /** What the database did for one call. */
  async function operationsOf(call: () => PromiseLike<unknown>): Promise<Operation[]> {
    const db = kickoff.connection.getClient().db(kickoff.connection.name);
    // The first call of a caller asks the limits' counters; that is not this call's price.
    await as(kickoff, alice).get('/api/user/profile');
    await db.command({ profile: 0 });
    await db.collection('system.profile').drop();
    await db.command({ profile: 2 });
    await call();
    await db.command({ profile: 0 });
    const seen = await db.collection('system.profile').find().toArray();
    return (
      seen
        .map((entry) => ({
          collection: String(entry['ns']).split('.').slice(1).join('.'),
          examined: {
            documents: Number(entry['docsExamined'] ?? 0),
            keys: Number(entry['keysExamined'] ?? 0),
          },
          plan: String(entry['planSummary'] ?? ''),
          sorted: entry['hasSortStage'] === true,
          returned: Number(entry['nreturned'] ?? 0),
          text: JSON.stringify(entry['command'] ?? {}),
        }))
        .filter(({ collection }) => !APART.includes(collection) && !collection.startsWith('system'))
        .map(({ text, ...operation }) => {
          expect(text).not.toMatch(/\$lookup|"skip"|\$where/);
          return operation;
        })
        // Some of them run side by side.
        .sort((one, other) => one.collection.localeCompare(other.collection))
    );
  }

  const get = (address: string) => as(kickoff, alice).get(address).expect(200);
  const middle = () => {
    const at = Math.floor(ids.length / 2);
    const id = ids[at]?.toString() ?? '';
    return kickoff.app
      .get(Cursors, { strict: false })
      .encode('feed', { at: times[at] ?? new Date(), id });
  };
  const calls: Record<string, { most: number; call: () => PromiseLike<unknown> }> = {
    'the first page of the feed': {
      most: 2,
      call: () => get(`/api/pt/posts?limit=${PAGE}&likes=3&comments=2`),
    },
    'a page from the middle of the feed': {
      most: 2,
      call: () => get(`/api/pt/posts?limit=${PAGE}&likes=3&comments=2&cursor=${middle()}`),
    },
    'the feed of a client that knows no paging': { most: 2, call: () => get('/api/pt/posts') },
    "the first page of one's own posts": {
      most: 2,
      call: () => get('/api/user/fposts?limit=1'),
    },
    'a single post': { most: 2, call: () => get(`/api/pt/posts/${ids[7]?.toString() ?? ''}`) },
    'a new post': {
      most: 4,
      call: () => as(kickoff, alice).post('/api/pt/posts').field('text', 'New').expect(201),
    },
  };

  it('is the same with ten times the posts, by indexes alone and in few calls', async () => {
    const costs = async () => {
      const all: Record<string, Operation[]> = {};
      for (const [name, { call }] of Object.entries(calls)) all[name] = await operationsOf(call);
      // Both times over the same newest posts.
      await kickoff.connection.collection('posts').deleteMany({ text: 'New' });
      return all;
    };

    // The first post of a year makes the year's row of kept counts.
    await as(kickoff, alice).post('/api/pt/posts').field('text', 'New').expect(201);
    await kickoff.connection.collection('posts').deleteMany({ text: 'New' });
    await fillUpTo(FEW);
    const few = await costs();
    await fillUpTo(MANY);
    const many = await costs();

    expect(many).toEqual(few);
    for (const [name, operations] of Object.entries(many)) {
      expect({ name, calls: operations.length }).toEqual({
        name,
        calls: Math.min(operations.length, calls[name]?.most ?? 0),
      });
      expect(operations.length).toBeGreaterThan(0);
      for (const { plan, sorted, examined, returned } of operations) {
        expect({ name, plan, sorted }).not.toMatchObject({
          plan: expect.stringMatching(/COLLSCAN/),
        });
        expect({ name, sorted }).toEqual({ name, sorted: false });
        expect(examined.documents).toBeLessThanOrEqual(Math.max(1, returned * 1.2));
      }
    }
  });
});
