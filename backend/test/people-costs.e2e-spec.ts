import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';

import { Cursors } from '../src/common/http/cursors.js';
import { aFan, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans, manyFollows } from './support/many-fans.js';
import {
  expectIndexesAlone,
  type Operation,
  operationsOf,
  withoutNotifications,
} from './support/operations.js';

// Enough for the fan to have more friends than their own profile lists.
const FEW = 300;
const MANY = 2_000;
/** The share of them that the fan follows, and how many of them each of those follows. */
const FOLLOWED = 0.75;
const THEIR_FOLLOWS = 20;
/** How long the process caches names and pictures. */
const NAMES_CACHED_MS = 30_000;

describe('database cost of finding and following fans', () => {
  let kickoff: KickOff;
  let alice: Caller;
  let me: Types.ObjectId;
  const fans: Types.ObjectId[] = [];

  beforeAll(async () => {
    kickoff = await startKickOff();
    withoutNotifications(kickoff);
    kickoff.clock.stand();
    alice = await aFan(kickoff, { username: 'alice' });
    me = new Types.ObjectId(alice.id);
    await kickoff.connection
      .collection('users')
      .updateOne({ _id: me }, { $set: { fav_team1: 'Arsenal' } });
  });
  afterAll(() => kickoff.stop());

  /** Creates fans whose names, teams and follows have the same distribution for any number. */
  async function fillUpTo(count: number): Promise<void> {
    const from = fans.length;
    const made = await manyFans(kickoff, count - from, (at) => ({
      username: `mara ${from + at} lind`,
      fav_team1: at % 5 === 0 ? 'Arsenal' : 'Ajax',
      lastSeenAt: new Date(Date.UTC(2026, 0, 1) + (from + at) * 1000),
    }));
    fans.push(...made);
    const followed = made.slice(0, made.length * FOLLOWED);
    await manyFollows(
      kickoff,
      followed.flatMap((id, at) => [
        { by: me, of: id },
        ...Array.from({ length: THEIR_FOLLOWS }, (_, place) => ({
          by: id,
          of: made.at(-1 - ((at + place) % (made.length - followed.length))) ?? me,
        })),
      ]),
    );
  }

  const get = (address: string) => as(kickoff, alice).get(address).expect(200);
  /** A cursor to a page in the middle of the connected friends. */
  const middle = async () => {
    const row = await kickoff.connection
      .collection('follows')
      .findOne({ followerId: me, followedId: fans[Math.floor(fans.length / 3)] ?? me });
    const at: unknown = row?.['createdAt'];
    return kickoff.app.get(Cursors, { strict: false }).encode(`connected:${alice.id}`, {
      at: at instanceof Date ? at : new Date(Number.NaN),
      id: String(row?.['followedId']),
    });
  };
  const stranger = () => String(fans.at(-3));

  let cursor = '';

  /** Upper bounds of operations: updating the two counts of a follow is two in one round trip. */
  const calls: Record<string, { most: number; call: () => PromiseLike<unknown> }> = {
    'a search by first names': { most: 2, call: () => get('/api/user/search/users?q=mara') },
    'a search by later words': { most: 2, call: () => get('/api/user/search/users?q=lind') },
    'a search that finds nobody': { most: 2, call: () => get('/api/user/search/users?q=nobody') },
    'the first page of connected friends': {
      most: 3,
      call: () => get('/api/user/connected-friends?limit=20'),
    },
    'a page from the middle of them': {
      most: 3,
      call: () => get(`/api/user/connected-friends?limit=20&cursor=${cursor}`),
    },
    "another fan's profile": {
      most: 2,
      call: () => get(`/api/user/friend-profile/mara 3 lind`),
    },
    "one's own profile": { most: 3, call: () => get('/api/user/profile') },
    'the list of blocked fans': { most: 2, call: () => get('/api/user/blocked?limit=20') },
    'a follow': {
      most: 4,
      call: () => as(kickoff, alice).post(`/api/user/follow/${stranger()}`).expect(200),
    },
    'a follow that is there already': {
      most: 2,
      call: () => as(kickoff, alice).post(`/api/user/follow/${stranger()}`).expect(200),
    },
    'an unfollow': {
      most: 3,
      call: () => as(kickoff, alice).delete(`/api/user/follow/${stranger()}`).expect(204),
    },
    suggestions: { most: 7, call: () => get('/api/user/friend-suggestions') },
  };

  async function costs() {
    const all: Record<string, Operation[]> = {};
    cursor = await middle();
    for (const [name, { call }] of Object.entries(calls)) {
      // The name cache has expired; limits, blocks and viewpoints of the caller are cached.
      kickoff.clock.advance(NAMES_CACHED_MS);
      await get('/api/user/search/users?q=nobody');
      await get('/api/football/leagues');
      all[name] = await operationsOf(kickoff, call);
    }
    return all;
  }

  it('each call examines at most a fifth more with 2,000 fans than with 300, from indexes alone', async () => {
    await fillUpTo(FEW);
    const few = await costs();
    await fillUpTo(MANY);
    const many = await costs();

    for (const [name, operations] of Object.entries(many)) {
      expect({ name, calls: operations.length }).toEqual({
        name,
        calls: Math.min(operations.length, calls[name]?.most ?? 0),
      });
      expectIndexesAlone(name, operations);
      for (const kind of ['documents', 'keys'] as const) {
        const [now, before] = [sumOf(operations, kind), sumOf(few[name] ?? [], kind)];
        expect({ name, kind, grew: now > 1.2 * before ? now : 0 }).toEqual({ name, kind, grew: 0 });
      }
    }
  });

  it.each(Object.entries(calls).filter(([name]) => name.startsWith('a search')))(
    'examines at most 11 keys for %s',
    async (_name, { call }) => {
      const operations = await operationsOf(kickoff, call);

      const users = operations.filter(({ collection }) => collection === 'users');
      expect(users).toHaveLength(1);
      expect(sumOf(users, 'keys')).toBeLessThanOrEqual(11);
    },
  );

  it('examines at most 1.5 times the documents for suggestions with many follows as with none', async () => {
    const bob = await aFan(kickoff);
    await kickoff.connection
      .collection('users')
      .updateOne({ _id: new Types.ObjectId(bob.id) }, { $set: { fav_team1: 'Arsenal' } });
    const suggest = (by: Caller) => () =>
      as(kickoff, by).get('/api/user/friend-suggestions').expect(200);
    await suggest(bob)();

    const none = await operationsOf(kickoff, suggest(bob));
    const many = await operationsOf(kickoff, suggest(alice));

    expect(sumOf(many, 'documents')).toBeLessThanOrEqual(1.5 * sumOf(none, 'documents'));
    expect(sumOf(many, 'keys')).toBeLessThanOrEqual(1_000);
  });
});

function sumOf(operations: readonly Operation[], kind: keyof Operation['examined']): number {
  return operations.reduce((sum, { examined }) => sum + examined[kind], 0);
}
