import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MonthCount, Post, TotalPosts, TotalUsers } from '@kickoff/contracts';
import { z } from 'zod';

import { countDays } from '../src/common/mongo/migrations/count-days.js';
import { SHARDS } from '../src/counters/counters.repository.js';
import { PostCleanupJob } from '../src/posts/post-cleanup.job.js';
import { aFan, anAdmin, as, type Caller, logIn, logInAdmin } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans } from './support/many-fans.js';
import { operationsOf } from './support/operations.js';

const DAY_MS = 24 * 60 * 60_000;
const SERIES = {
  users: 'user-registrations',
  posts: 'post-engagements',
  post_likes: 'likes-given',
  comments: 'comments-written',
} as const;

describe('monthly figures', () => {
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

  const rows = (name: string) => kickoff.connection.collection(name);

  async function fetchFigure(path: string): Promise<unknown> {
    boss = await logInAdmin(kickoff, boss);
    return (await as(kickoff, boss).get(`/api/admin/${path}`).expect(200)).body;
  }
  const months = async (path: string) => z.array(MonthCount).parse(await fetchFigure(path));

  /** Twelve rows as a full recount of a collection returns them. */
  async function recount(name: string, year: number): Promise<MonthCount[]> {
    const all = await rows(name)
      .find({}, { projection: { createdAt: 1 } })
      .toArray();
    const moments = all.map((row) => z.date().parse(row['createdAt']));
    return Array.from({ length: 12 }, (_, at) => ({
      _id: at + 1,
      count: moments.filter(
        (moment) => moment.getUTCFullYear() === year && moment.getUTCMonth() === at,
      ).length,
    }));
  }
  async function expectRecounted(): Promise<void> {
    const now = kickoff.clock.now().getUTCFullYear();
    for (const [name, path] of Object.entries(SERIES)) {
      for (const year of [now - 1, now]) {
        expect({ path, year, rows: await months(`${path}?year=${year}`) }).toEqual({
          path,
          year,
          rows: await recount(name, year),
        });
      }
    }
  }

  async function aPost(by: Caller): Promise<string> {
    const answer = await as(kickoff, by).post('/api/pt/posts').field('text', 'Goal!').expect(201);
    return Post.parse(answer.body)._id;
  }

  /** Moves the clock by about some days, to a noon: what follows falls into one day in UTC. */
  function advanceToNoon(days: number): void {
    const afterNoonMs = (kickoff.clock.now().getTime() + DAY_MS / 2) % DAY_MS;
    kickoff.clock.advance(days * DAY_MS - afterNoonMs);
  }

  it('have twelve rows in order, with zeros, and default to this year', async () => {
    const year = kickoff.clock.now().getUTCFullYear();

    const registrations = await months(SERIES.users);

    expect(registrations).toEqual(await recount('users', year));
    expect(registrations.map(({ _id }) => _id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(await months(`${SERIES.posts}?year=1999`)).toEqual(
      Array.from({ length: 12 }, (_, at) => ({ _id: at + 1, count: 0 })),
    );
  });

  it.each(['', '26', '02026', '-2026', '2026.5', 'now', '2026&year=2025'])(
    'return 400 for ?year=%s',
    async (year) => {
      boss = await logInAdmin(kickoff, boss);

      for (const path of Object.values(SERIES)) {
        await as(kickoff, boss).get(`/api/admin/${path}?year=${year}`).expect(400);
      }
    },
  );

  it('equal a recount after concurrent random creations and deletions over months', async () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    let posts: { id: string; by: Caller }[] = [];
    for (let round = 0; round < 5; round += 1) {
      kickoff.clock.advance(29 * DAY_MS);
      [alice, bob] = [await logIn(kickoff, alice), await logIn(kickoff, bob)];
      const fans = [alice, bob];
      posts = posts.map(({ id, by }) => ({ id, by: by.id === alice.id ? alice : bob }));
      const made = [alice, bob, alice].map(async (by) => ({ id: await aPost(by), by }));
      posts = [...posts, ...(await Promise.all(made))];
      const acts = Array.from({ length: 24 }, () => {
        const post = posts[random(posts.length)];
        const by = fans[random(2)];
        if (!post || !by) throw new Error('There is always one');
        const call = as(kickoff, by);
        if (random(3) === 0)
          return call.post(`/api/pt/posts/${post.id}/comment`).send({ text: 'Yes!' });
        return call.post(`/api/pt/posts/${post.id}/like`).send({});
      });
      const [deleted] = posts;
      // Meanwhile one post is deleted twice concurrently, with its likes and comments.
      const removals = deleted
        ? [1, 2].map(() => as(kickoff, deleted.by).delete(`/api/pt/posts/${deleted.id}`))
        : [];
      await Promise.all([...acts, ...removals]);
      posts = posts.slice(1);
    }
    const removals = kickoff.app.get(PostCleanupJob, { strict: false });
    await Promise.all([removals.run(), removals.run()]);

    await expectRecounted();
    const likes = await months(SERIES.post_likes);
    expect(likes.some(({ count }) => count > 0)).toBe(true);
  });

  it('count a post once whose cleanup runs on two instances', async () => {
    const other = await kickoff.another();
    [alice, bob] = [await logIn(kickoff, alice), await logIn(kickoff, bob)];
    const id = await aPost(alice);
    for (const fan of [alice, bob]) {
      await as(kickoff, fan).post(`/api/pt/posts/${id}/like`).send({ liked: true }).expect(200);
    }

    await as(kickoff, alice).delete(`/api/pt/posts/${id}`).expect(204);
    await Promise.all(
      [kickoff, other].map(({ app }) => app.get(PostCleanupJob, { strict: false }).run()),
    );
    await other.close();

    await expectRecounted();
  });

  it('are read from a few rows per year', async () => {
    boss = await logInAdmin(kickoff, boss);
    for (const path of [...Object.values(SERIES), 'totalUsers', 'totalPosts']) {
      const operations = await operationsOf(kickoff, () =>
        as(kickoff, boss).get(`/api/admin/${path}`).expect(200),
      );

      const documents = operations.reduce((sum, { examined }) => sum + examined.documents, 0);
      expect({ path, within: documents <= 2 * SHARDS + 12 }).toEqual({ path, within: true });
      for (const { plan } of operations) expect(plan).not.toContain('COLLSCAN');
    }
  });

  it('compare the last 30 days with the 30 days before', async () => {
    advanceToNoon(200);
    await manyFans(kickoff, 3);
    const start = kickoff.clock.now();
    const at = (daysAgo: number) => ({ createdAt: new Date(start.getTime() - daysAgo * DAY_MS) });
    await manyFans(kickoff, 2, () => at(29));
    await manyFans(kickoff, 4, () => at(30));
    await manyFans(kickoff, 1, () => at(59));
    await manyFans(kickoff, 8, () => at(60));
    // These fans were inserted without the services, so their days are counted here.
    await countDays(kickoff.connection.getClient().db(kickoff.connection.name));

    const users = TotalUsers.parse(await fetchFigure('totalUsers'));
    alice = await logIn(kickoff, alice);
    await aPost(alice);
    const posts = TotalPosts.parse(await fetchFigure('totalPosts'));

    expect(users.change).toEqual({ days: 30, now: 5, before: 5 });
    expect(posts.change).toEqual({ days: 30, now: 1, before: 0 });
  });

  it('compare active fans with those of the day before, each fan once', async () => {
    advanceToNoon(10);
    await Promise.all([1, 2, 3].map(() => logIn(kickoff, alice)));
    await logIn(kickoff, bob);
    kickoff.clock.advance(DAY_MS);
    await logIn(kickoff, bob);

    expect(await fetchFigure('activeUsers')).toMatchObject({ change: { days: 1, before: 2 } });
    expect(await fetchFigure('activeUsers?days=7')).not.toHaveProperty('change');
  });
});
