import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminFanPage, AuditEntry, FAN_SORTS, Post } from '@kickoff/contracts';
import { z } from 'zod';

import { aFan, as, type Caller, logInAdmin } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { AdminFanRows, FanListFixture } from './support/fan-list-fixture.js';
import { manyFans } from './support/many-fans.js';
import { expectIndexesAlone, operationsOf } from './support/operations.js';
import { daysLater } from './support/walking-fans.js';

describe('admin fan list', () => {
  let fixture: FanListFixture;

  beforeAll(async () => {
    fixture = await FanListFixture.open();
  });
  afterAll(() => fixture.kickoff.stop());

  it('returns the fields of a fan', async () => {
    const fan = await aFan(fixture.kickoff, { username: 'Whole Row', phone: '+44 20 1111 2222' });
    await as(fixture.kickoff, fan).post('/api/pt/posts').field('text', 'Mine').expect(201);

    const [row] = await fixture.list('?q=whole%20row');

    expect(row).toMatchObject({
      _id: fan.id,
      username: 'Whole Row',
      email: fan.email,
      phone: '+44 20 1111 2222',
      status: 'active',
      postsCount: 1,
    });
    expect(row?.userId).toBeGreaterThanOrEqual(1001);
    expect(row?.lastSeenAt).toBeDefined();
  });

  it('returns the total in X-Total-Count with and without a filter', async () => {
    const all = await fixture.ask('?limit=1').expect(200);
    const some = await fixture.ask('?limit=1&q=walk').expect(200);

    expect(all.headers['x-total-count']).toBe(String(await fixture.users.countDocuments()));
    expect(some.headers['x-total-count']).toBe('40');
  });

  describe.each(FAN_SORTS.flatMap((sort) => [sort, `-${sort}` as const]))(
    'sorted by %s',
    (sort) => {
      const field = sort.replace('-', '');

      it('returns every fan exactly once in sort order over all pages', async () => {
        const pages = await everyPage(
          fixture.kickoff,
          fixture.boss,
          `/api/admin/users?q=walk&sort=${sort}&limit=7`,
        );
        const whole = await fixture.list(`?q=walk&sort=${sort}&limit=100`);

        const walked = pages.flatMap((page) => AdminFanRows.parse(page));
        expect(walked).toEqual(whole);
        expect(new Set(walked.map(({ _id }) => _id)).size).toBe(40);
        const values = walked.map(
          // Fans who were never seen sort first.
          (row) => Object.entries(row).find(([name]) => name === field)?.[1] ?? '',
        );
        const sorted = [...values].sort((one, other) => {
          if (one === other) return 0;
          return one < other ? -1 : 1;
        });
        expect(values).toEqual(sort.startsWith('-') ? sorted.reverse() : sorted);
      });

      it('reads one fan more than the page size by an index of that order', async () => {
        for (const cursor of ['first', 'second']) {
          const [, link] =
            /<(.*)>/.exec((await fixture.ask(`?sort=${sort}&limit=5`)).headers['link'] ?? '') ?? [];
          const address =
            cursor === 'first' ? `/api/admin/users?sort=${sort}&limit=5` : (link ?? '');

          const operations = await operationsOf(fixture.kickoff, () =>
            as(fixture.kickoff, fixture.boss).get(address).expect(200),
          );

          const page = operations.filter(({ collection }) => collection === 'users');
          // One index range, or several where fans who share a value end within the page.
          expect(page.reduce((sum, { returned }) => sum + returned, 0)).toBe(6);
          expectIndexesAlone(`${sort} ${cursor}`, page);
        }
      });
    },
  );

  it('repeats and skips no fan when others register between two pages', async () => {
    const first = await fixture.ask('?q=walk&sort=-createdAt&limit=10').expect(200);
    const [, next = ''] = /<(.*)>/.exec(first.headers['link'] ?? '') ?? [];
    const late = await manyFans(fixture.kickoff, 3, (at) => ({
      username: `walk late ${at}`,
      createdAt: daysLater(50),
    }));
    const shown = AdminFanRows.parse(first.body);

    const second = AdminFanRows.parse(
      (await as(fixture.kickoff, fixture.boss).get(next).expect(200)).body,
    );

    expect(second.filter(({ _id }) => shown.some((row) => row._id === _id))).toEqual([]);
    expect(second[0]?.createdAt ?? '').toBe(shown.at(-1)?.createdAt ?? 'none');
    await fixture.users.deleteMany({ _id: { $in: late } });
  });

  it('returns all matches without a Link header when no limit is sent', async () => {
    expect(await fixture.list('?q=walk')).toHaveLength(40);
    expect((await fixture.ask('?q=walk')).headers['link']).toBeUndefined();
  });

  it.each(['a\u2028b', 'a\u2029b', 'a\nb', 'a\rb', 'a/b', 'a\\b'])(
    'finds nobody by the text %j, which no pattern may contain as it is',
    async (text) => {
      expect(await fixture.list(`?q=${encodeURIComponent(text)}`)).toEqual([]);
    },
  );

  it.each([
    'sort=password',
    'sort=--email',
    'sort=',
    'status=gone',
    'hasPosts=1',
    'reported=false',
    'lastSeenDays=0',
    'lastSeenDays=366',
    'lastSeenDays=x',
    'joinedFrom=yesterday',
    'joinedTo=2026-02-30',
    'format=xls',
    'limit=0',
    'limit=101',
    'cursor=none',
    'q[$gt]=',
    'q=a&q=b',
    'status[$ne]=active',
  ])('answers 400 to ?%s', async (query) => {
    await fixture.ask(`?${query}`).expect(400);
  });

  it('returns 400 for a cursor of another sort order', async () => {
    const first = await fixture.ask('?sort=email&limit=5').expect(200);
    const cursor = /cursor=([^>&]*)/.exec(first.headers['link'] ?? '')?.[1] ?? '';

    await fixture.ask(`?sort=email&limit=5&cursor=${cursor}`).expect(200);
    await fixture.ask(`?sort=username&limit=5&cursor=${cursor}`).expect(400);
    await fixture.ask(`?sort=email&limit=5&cursor=x${cursor}`).expect(400);
  });

  describe('CSV export', () => {
    const text = async (query: string) => {
      const answer = await fixture.ask(query).buffer(true).expect(200);
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="kickoff-fans/);
      return answer.text.replace('\uFEFF', '').trimEnd().split('\r\n');
    };

    it('contains exactly the filtered fans in the requested order', async () => {
      const rows = await fixture.list('?q=walk&hasPosts=true&sort=email&limit=100');

      const [head, ...lines] = await text('?q=walk&hasPosts=true&sort=email&format=csv');

      expect(head).toContain('"User ID","Name","Email","Mobile"');
      expect(lines).toHaveLength(rows.length);
      expect(lines.map((line) => /"(\w+@walk.example)"/.exec(line)?.[1])).toEqual(
        rows.map(({ email }) => email),
      );
    });

    it('contains more fans than one read batch', async () => {
      const crowd = await manyFans(fixture.kickoff, 1_203, (at) => ({
        email: `mass.${at}@mass.example`,
      }));

      const lines = await text('?q=mass.example&format=csv');

      expect(new Set(lines).size).toBe(1_204);
      await fixture.users.deleteMany({ _id: { $in: crowd } });
    });

    it('escapes cells that a spreadsheet would run as formulas', async () => {
      const [line = ''] = (await text('?q=w17@walk&format=csv')).slice(1);

      expect(line).toContain(`"'+49 30 `);
      expect(line).not.toMatch(/(^|,)"?[=+@-]/);
    });

    it('is audited with actor, row count and filters, without the search text', async () => {
      await fixture.kickoff.connection.collection('audit_log').deleteMany({});

      await text('?q=walk&hasPosts=true&format=csv');

      const answer = await as(fixture.kickoff, fixture.boss)
        .get('/api/admin/audit-log')
        .expect(200);
      expect(z.array(AuditEntry).parse(answer.body)).toMatchObject([
        {
          actor: { _id: fixture.boss.id, username: fixture.boss.username },
          action: 'users.export',
          targetType: 'users',
          details: { rows: 30, searched: true, hasPosts: true },
        },
      ]);
    });
  });

  describe('fan page', () => {
    it('returns profile, counts, reports and sessions by either id', async () => {
      fixture.boss = await logInAdmin(fixture.kickoff, fixture.boss);
      const fan = await aFan(fixture.kickoff, { username: 'One Page' });
      const other = await aFan(fixture.kickoff);
      const by = as(fixture.kickoff, fan);
      const post = Post.parse(
        (await by.post('/api/pt/posts').field('text', 'Mine').expect(201)).body,
      );
      await by.post(`/api/pt/posts/${post._id}/like`).send({ liked: true }).expect(200);
      await by.post(`/api/pt/posts/${post._id}/comment`).send({ text: 'One' }).expect(200);
      await by.post(`/api/user/follow/${other.id}`).expect(200);
      const report = (caller: Caller, targetType: string, targetId: string, reason: string) =>
        as(fixture.kickoff, caller)
          .post('/api/reports')
          .send({ targetType, targetId, reason })
          .expect(201);
      await report(other, 'post', post._id, 'Rude');
      await report(fan, 'user', other.id, 'Ruder');

      const page = AdminFanPage.strict().parse((await fixture.ask(`/${fan.id}`).expect(200)).body);

      expect(page).toMatchObject({
        username: 'One Page',
        counts: { posts: 1, comments: 1, likes: 1, friends: 1, followers: 0 },
        reportsAgainst: [{ targetType: 'post', targetId: post._id, reason: 'Rude', state: 'open' }],
        reportsBy: [{ targetType: 'user', targetId: other.id, reason: 'Ruder', state: 'open' }],
        notes: [],
      });
      expect(page.sessions).toHaveLength(1);
      expect((await fixture.ask(`/${page.userId}`).expect(200)).body).toMatchObject({
        _id: fan.id,
      });
    });

    it.each([
      '0',
      '999',
      '1000000000',
      'aaaaaaaaaaaaaaaaaaaaaaaa',
      'AAAAAAAAAAAAAAAAAAAAAAAA',
      'x',
    ])('answers 404 to the id %s', async (id) => {
      await fixture.ask(`/${id}`).expect(404);
    });

    it('contains no hash, reset link or derived key', async () => {
      const text = JSON.stringify(
        (await fixture.ask(`/${String(fixture.ids[5])}`).expect(200)).body,
      );

      expect(text).not.toMatch(/passwordHash|reset|searchKeys|foundBy|usernameKey|Skeleton/);
    });
  });
});
