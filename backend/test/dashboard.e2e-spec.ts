import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Post } from '@kickoff/contracts';
import { aFanRegistration } from '@kickoff/testing';

import { CountersRepository, SHARDS } from '../src/counters/counters.repository.js';
import { aFan, anAdmin, as, asVisitor, type Caller, logIn, logInAdmin } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('dashboard figures', () => {
  let kickoff: KickOff;
  let boss: Caller;
  let alice: Caller;
  let bob: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    alice = await aFan(kickoff);
    bob = await aFan(kickoff);
    boss = await anAdmin(kickoff);
  });
  afterAll(() => kickoff.stop());

  async function fetchFigure(path: string): Promise<unknown> {
    boss = await logInAdmin(kickoff, boss);
    const answer = await as(kickoff, boss).get(`/api/admin/${path}`).expect(200);
    return answer.body;
  }
  const countRows = (name: string) => kickoff.connection.collection(name).countDocuments();

  async function aPost(by: Caller): Promise<string> {
    const answer = await as(kickoff, by).post('/api/pt/posts').field('text', 'Goal!').expect(201);
    return Post.parse(answer.body)._id;
  }

  /** The days counted from the documents, and the stored day totals. */
  async function daysOf(kind: 'users' | 'posts') {
    const real = await kickoff.connection
      .collection(kind)
      .aggregate<{ _id: string; count: number }>([
        {
          $group: {
            _id: { $dateToString: { date: '$createdAt', format: '%Y-%m-%d' } },
            count: { $sum: 1 },
          },
        },
        { $sort: { _id: 1 } },
      ])
      .toArray();
    const rows = await kickoff.app.get(CountersRepository).find(kind);
    const days = new Map<string, number>();
    for (const row of rows) {
      for (const [key, count] of Object.entries(row.days)) {
        const day = `${row.year}-${key}`;
        days.set(day, (days.get(day) ?? 0) + count);
      }
    }
    const stored = [...days]
      .map(([_id, count]) => ({ _id, count }))
      .filter(({ count }) => count !== 0)
      .sort((one, other) => one._id.localeCompare(other._id));
    return { real, stored };
  }

  it('return the total of fans', async () => {
    expect(await fetchFigure('totalUsers')).toMatchObject({ totalUsers: await countRows('users') });

    await aFan(kickoff);

    expect(await fetchFigure('totalUsers')).toMatchObject({ totalUsers: await countRows('users') });
  });

  it('return the total of posts without deleted ones', async () => {
    const remaining = await aPost(alice);
    const removed = await aPost(alice);
    await as(kickoff, alice).delete(`/api/pt/posts/${removed}`).expect(204);

    expect(await fetchFigure('totalPosts')).toMatchObject({ totalPosts: 1 });
    await as(kickoff, alice).delete(`/api/pt/posts/${remaining}`).expect(204);
  });

  it('have day totals that equal a recount after concurrent creations and deletions over months', async () => {
    let posts: { by: Caller; id: string }[] = [];
    for (let round = 0; round < 4; round += 1) {
      kickoff.clock.advance(31 * DAY_MS);
      [alice, bob] = await Promise.all([logIn(kickoff, alice), logIn(kickoff, bob)]);
      const authors = [alice, bob, alice, bob];
      const made = Promise.all(authors.map(async (by) => ({ by, id: await aPost(by) })));
      const [deleted, remaining] = [posts.slice(0, 2), posts.slice(2)];
      await Promise.all(
        // Each is deleted twice concurrently and must count once only.
        [...deleted, ...deleted].map(({ by, id }) =>
          as(kickoff, by.id === alice.id ? alice : bob).delete(`/api/pt/posts/${id}`),
        ),
      );
      posts = [...remaining, ...(await made)];
    }

    const { real, stored } = await daysOf('posts');
    expect(stored).toEqual(real);
    expect(stored.length).toBeGreaterThan(2);
    expect(await fetchFigure('totalPosts')).toMatchObject({ totalPosts: await countRows('posts') });
  });

  it('count a post once that is deleted several times concurrently', async () => {
    const post = await aPost(await logIn(kickoff, alice));
    const before = await countRows('posts');

    alice = await logIn(kickoff, alice);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => as(kickoff, alice).delete(`/api/pt/posts/${post}`)),
    );

    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 404, 404, 404, 404]);
    expect(await fetchFigure('totalPosts')).toMatchObject({ totalPosts: before - 1 });
  });

  it('change in the transaction that creates or deletes a post', async () => {
    alice = await logIn(kickoff, alice);
    const id = await aPost(alice);
    const before = await daysOf('posts');
    const die = () =>
      jest
        .spyOn(CountersRepository.prototype, 'add')
        .mockRejectedValueOnce(new Error('The process died here'));

    die();
    await as(kickoff, alice).post('/api/pt/posts').field('text', 'Uncounted').expect(500);
    die();
    await as(kickoff, alice).delete(`/api/pt/posts/${id}`).expect(500);

    expect(await daysOf('posts')).toEqual(before);
    expect(before.stored).toEqual(before.real);
    await as(kickoff, alice).get(`/api/pt/posts/${id}`).expect(200);
  });

  it('change in the transaction that creates a fan', async () => {
    jest
      .spyOn(CountersRepository.prototype, 'add')
      .mockRejectedValueOnce(new Error('The process died here'));
    const fan = aFanRegistration();

    await asVisitor(kickoff).post('/api/auth/register').send(fan).expect(500);
    const { real, stored } = await daysOf('users');
    expect(stored).toEqual(real);

    await asVisitor(kickoff).post('/api/auth/register').send(fan).expect(201);
    const after = await daysOf('users');
    expect(after.stored).toEqual(after.real);
  });

  it('count each fan seen in the last 24 hours or ?days= once', async () => {
    kickoff.clock.advance(100 * DAY_MS);
    expect(await fetchFigure('activeUsers')).toMatchObject({ activeUsers: 0 });

    const here = await logIn(kickoff, alice);
    await logIn(kickoff, alice);
    expect(await fetchFigure('activeUsers')).toMatchObject({ activeUsers: 1 });

    kickoff.clock.advance(2 * DAY_MS);
    expect(await fetchFigure('activeUsers')).toMatchObject({ activeUsers: 0 });
    expect(await fetchFigure('activeUsers?days=3')).toMatchObject({ activeUsers: 1 });

    await as(kickoff, here).get('/api/user/profile').expect(200);
    await logIn(kickoff, bob);
    expect(await fetchFigure('activeUsers')).toMatchObject({ activeUsers: 2 });
  });

  it('exclude fans who registered but never logged in', async () => {
    kickoff.clock.advance(100 * DAY_MS);

    await asVisitor(kickoff).post('/api/auth/register').send(aFanRegistration()).expect(201);

    expect(await fetchFigure('activeUsers')).toMatchObject({ activeUsers: 0 });
  });

  it.each(['0', '91', '-1', '1.5', 'x', '', '1&days=2'])(
    'answers 400 to ?days=%s',
    async (days) => {
      boss = await logInAdmin(kickoff, boss);

      await as(kickoff, boss).get(`/api/admin/activeUsers?days=${days}`).expect(400);
    },
  );

  it('read few rows per year and active fans from an index', async () => {
    const plan = await kickoff.connection
      .collection('users')
      .find({ lastSeenAt: { $gt: new Date() } })
      .explain('queryPlanner');

    expect(JSON.stringify(plan)).toContain('IXSCAN');
    expect(JSON.stringify(plan)).not.toContain('COLLSCAN');
    const rows = await kickoff.app.get(CountersRepository).find('posts');
    const years = new Set(rows.map(({ year }) => year));
    expect(rows.length).toBeLessThanOrEqual(years.size * SHARDS);
  });
});
