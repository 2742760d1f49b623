import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Post } from '@kickoff/contracts';
import { aFanRegistration } from '@kickoff/testing';

import { CountersRepository, SHARDS } from '../src/counters/counters.repository.js';
import { aFan, anAdmin, as, asVisitor, type Caller, logIn, logInAdmin } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe("the dashboard's numbers", () => {
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

  async function told(path: string): Promise<unknown> {
    boss = await logInAdmin(kickoff, boss);
    const answer = await as(kickoff, boss).get(`/api/admin/${path}`).expect(200);
    return answer.body;
  }
  const isThere = (name: string) => kickoff.connection.collection(name).countDocuments();

  async function aPost(by: Caller): Promise<string> {
    const answer = await as(kickoff, by).post('/api/pt/posts').field('text', 'Goal!').expect(201);
    return Post.parse(answer.body)._id;
  }

  /** By day, what there is and what is kept. */
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
    const kept = [...days]
      .map(([_id, count]) => ({ _id, count }))
      .filter(({ count }) => count !== 0)
      .sort((one, other) => one._id.localeCompare(other._id));
    return { real, kept };
  }

  it('tells the total of fans', async () => {
    expect(await told('totalUsers')).toMatchObject({ totalUsers: await isThere('users') });

    await aFan(kickoff);

    expect(await told('totalUsers')).toMatchObject({ totalUsers: await isThere('users') });
  });

  it('tells the total of posts, less those that were removed', async () => {
    const kept = await aPost(alice);
    const removed = await aPost(alice);
    await as(kickoff, alice).delete(`/api/pt/posts/${removed}`).expect(204);

    expect(await told('totalPosts')).toMatchObject({ totalPosts: 1 });
    await as(kickoff, alice).delete(`/api/pt/posts/${kept}`).expect(204);
  });

  it('keeps days that equal a recount after posts made and removed at once over months', async () => {
    let posts: { by: Caller; id: string }[] = [];
    for (let round = 0; round < 4; round += 1) {
      kickoff.clock.advance(31 * DAY_MS);
      [alice, bob] = await Promise.all([logIn(kickoff, alice), logIn(kickoff, bob)]);
      const authors = [alice, bob, alice, bob];
      const made = Promise.all(authors.map(async (by) => ({ by, id: await aPost(by) })));
      const [gone, kept] = [posts.slice(0, 2), posts.slice(2)];
      await Promise.all(
        // Each is removed twice at once: it may count once only.
        [...gone, ...gone].map(({ by, id }) =>
          as(kickoff, by.id === alice.id ? alice : bob).delete(`/api/pt/posts/${id}`),
        ),
      );
      posts = [...kept, ...(await made)];
    }

    const { real, kept } = await daysOf('posts');
    expect(kept).toEqual(real);
    expect(kept.length).toBeGreaterThan(2);
    expect(await told('totalPosts')).toMatchObject({ totalPosts: await isThere('posts') });
  });

  it('refuses to remove a post twice without counting it twice', async () => {
    const post = await aPost(await logIn(kickoff, alice));
    const before = await isThere('posts');

    alice = await logIn(kickoff, alice);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => as(kickoff, alice).delete(`/api/pt/posts/${post}`)),
    );

    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 404, 404, 404, 404]);
    expect(await told('totalPosts')).toMatchObject({ totalPosts: before - 1 });
  });

  it('count a post together with it or not at all', async () => {
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
    expect(before.kept).toEqual(before.real);
    await as(kickoff, alice).get(`/api/pt/posts/${id}`).expect(200);
  });

  it('count a fan together with the account or not at all', async () => {
    jest
      .spyOn(CountersRepository.prototype, 'add')
      .mockRejectedValueOnce(new Error('The process died here'));
    const fan = aFanRegistration();

    await asVisitor(kickoff).post('/api/auth/register').send(fan).expect(500);
    const { real, kept } = await daysOf('users');
    expect(kept).toEqual(real);

    await asVisitor(kickoff).post('/api/auth/register').send(fan).expect(201);
    const after = await daysOf('users');
    expect(after.kept).toEqual(after.real);
  });

  it('counts each fan once who was seen in the last 24 hours, or ?days=', async () => {
    kickoff.clock.advance(100 * DAY_MS);
    expect(await told('activeUsers')).toMatchObject({ activeUsers: 0 });

    const here = await logIn(kickoff, alice);
    await logIn(kickoff, alice);
    expect(await told('activeUsers')).toMatchObject({ activeUsers: 1 });

    kickoff.clock.advance(2 * DAY_MS);
    expect(await told('activeUsers')).toMatchObject({ activeUsers: 0 });
    expect(await told('activeUsers?days=3')).toMatchObject({ activeUsers: 1 });

    await as(kickoff, here).get('/api/user/profile').expect(200);
    await logIn(kickoff, bob);
    expect(await told('activeUsers')).toMatchObject({ activeUsers: 2 });
  });

  it('does not count a fan who registered and never came in', async () => {
    kickoff.clock.advance(100 * DAY_MS);

    await asVisitor(kickoff).post('/api/auth/register').send(aFanRegistration()).expect(201);

    expect(await told('activeUsers')).toMatchObject({ activeUsers: 0 });
  });

  it.each(['0', '91', '-1', '1.5', 'x', '', '1&days=2'])(
    'answers 400 to ?days=%s',
    async (days) => {
      boss = await logInAdmin(kickoff, boss);

      await as(kickoff, boss).get(`/api/admin/activeUsers?days=${days}`).expect(400);
    },
  );

  it('reads the totals from a few rows a year and the active fans from an index', async () => {
    const plan = await kickoff.connection
      .collection('users')
      .find({ lastSeenAt: { $gt: new Date() } })
      .explain('queryPlanner');

    expect(JSON.stringify(plan)).toContain('IXSCAN');
    expect(JSON.stringify(plan)).not.toContain('COLLSCAN');
    const kept = await kickoff.app.get(CountersRepository).find('posts');
    const years = new Set(kept.map(({ year }) => year));
    expect(kept.length).toBeLessThanOrEqual(years.size * SHARDS);
  });
});
