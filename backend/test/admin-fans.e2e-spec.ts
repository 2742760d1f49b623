import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminFanPage, AdminFanRow, AuditEntry, FAN_SORTS, Post } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { MIGRATIONS } from '../src/common/mongo/migrations/migrations.js';
import { aFan, anAdmin, as, type Caller, logInAdmin } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans } from './support/many-fans.js';
import { expectIndexesAlone, operationsOf } from './support/operations.js';

const DAY_MS = 24 * 60 * 60_000;
const Rows = z.array(AdminFanRow.strict());
const START = new Date('2026-03-01T00:00:00.000Z');

describe("the admins' list of fans", () => {
  let kickoff: KickOff;
  let boss: Caller;
  let ids: Types.ObjectId[];

  const daysLater = (days: number) => new Date(START.getTime() + days * DAY_MS);

  beforeAll(async () => {
    kickoff = await startKickOff();
    boss = await anAdmin(kickoff);
    // 40 fans of whom some share a time, a phone number or a number of posts.
    ids = await manyFans(kickoff, 40, (at) => ({
      username: `walk ${String((at * 7) % 40).padStart(2, '0')}`,
      userId: 2_000 + at,
      email: `w${(at * 11) % 40}@walk.example`,
      phone: `+49 30 ${900_000 + (at % 5)}`,
      createdAt: daysLater(Math.floor(at / 4)),
      ...(at % 3 === 0 ? {} : { lastSeenAt: daysLater(100 + (at % 6)) }),
      counts: { friends: 0, followers: 0, posts: at % 4 },
    }));
    // They came past the services; a start counts them.
    await kickoff.close();
    kickoff = await kickoff.another();
  });
  afterAll(() => kickoff.stop());

  const users = () => kickoff.connection.collection('users');
  const ask = (query: string) => as(kickoff, boss).get(`/api/admin/users${query}`);
  async function list(query: string): Promise<AdminFanRow[]> {
    return Rows.parse((await ask(query).expect(200)).body);
  }
  const names = async (query: string) => (await list(query)).map(({ username }) => username);

  it('shows a fan as the contract says and nothing more', async () => {
    const fan = await aFan(kickoff, { username: 'Whole Row', phone: '+44 20 1111 2222' });
    await as(kickoff, fan).post('/api/pt/posts').field('text', 'Mine').expect(201);

    const [row] = await list('?q=whole%20row');

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

  it('tells the total beside the page, with and without a filter', async () => {
    const all = await ask('?limit=1').expect(200);
    const some = await ask('?limit=1&q=walk').expect(200);

    expect(all.headers['x-total-count']).toBe(String(await users().countDocuments()));
    expect(some.headers['x-total-count']).toBe('40');
  });

  describe.each(FAN_SORTS.flatMap((sort) => [sort, `-${sort}` as const]))('by %s', (sort) => {
    const field = sort.replace('-', '');

    it('comes whole and once, in one order, whatever the size of its pages', async () => {
      const pages = await everyPage(kickoff, boss, `/api/admin/users?q=walk&sort=${sort}&limit=7`);
      const whole = await list(`?q=walk&sort=${sort}&limit=100`);

      const walked = pages.flatMap((page) => Rows.parse(page));
      expect(walked).toEqual(whole);
      expect(new Set(walked.map(({ _id }) => _id)).size).toBe(40);
      const values = walked.map(
        // Whoever was never here stands before all others.
        (row) => Object.entries(row).find(([name]) => name === field)?.[1] ?? '',
      );
      const sorted = [...values].sort((one, other) => {
        if (one === other) return 0;
        return one < other ? -1 : 1;
      });
      expect(values).toEqual(sort.startsWith('-') ? sorted.reverse() : sorted);
    });

    it('reads no more fans than a page shows, by an index in that order', async () => {
      for (const cursor of ['first', 'second']) {
        const [, link] =
          /<(.*)>/.exec((await ask(`?sort=${sort}&limit=5`)).headers['link'] ?? '') ?? [];
        const address = cursor === 'first' ? `/api/admin/users?sort=${sort}&limit=5` : (link ?? '');

        const operations = await operationsOf(kickoff, () =>
          as(kickoff, boss).get(address).expect(200),
        );

        const page = operations.filter(({ collection }) => collection === 'users');
        // One range of the index, or some where fans who share a value end within the page.
        expect(page.reduce((sum, { returned }) => sum + returned, 0)).toBe(6);
        expectIndexesAlone(`${sort} ${cursor}`, page);
      }
    });
  });

  it('keeps its order under fans who come and go between two pages', async () => {
    const first = await ask('?q=walk&sort=-createdAt&limit=10').expect(200);
    const [, next = ''] = /<(.*)>/.exec(first.headers['link'] ?? '') ?? [];
    const late = await manyFans(kickoff, 3, (at) => ({
      username: `walk late ${at}`,
      createdAt: daysLater(50),
    }));
    const shown = Rows.parse(first.body);

    const second = Rows.parse((await as(kickoff, boss).get(next).expect(200)).body);

    expect(second.filter(({ _id }) => shown.some((row) => row._id === _id))).toEqual([]);
    expect(second[0]?.createdAt ?? '').toBe(shown.at(-1)?.createdAt ?? 'none');
    await users().deleteMany({ _id: { $in: late } });
  });

  it('answers up to 1,000 to a client that knows no paging', async () => {
    expect(await list('?q=walk')).toHaveLength(40);
    expect((await ask('?q=walk')).headers['link']).toBeUndefined();
  });

  describe('finds by a part', () => {
    it.each([
      ['of the name', 'lk 0'],
      ['of the name in capitals', 'WALK 07'],
      ['of the email', '1@walk.exam'],
      ['of the phone number as it is written', '30 900000'],
      ['of the phone number in another form', '4930-900000'],
      ['of the number in order of registration', '2007'],
    ])('%s', async (_, part) => {
      const found = await list(`?q=${encodeURIComponent(part)}&limit=100`);

      expect(found.length).toBeGreaterThan(0);
      const fold = (text: string) => text.toLowerCase();
      const digits = (text: string) => text.replaceAll(/\D/g, '');
      for (const { username, email, phone, userId } of found) {
        const isIn =
          [username, email, String(userId)].some((text) => fold(text).includes(fold(part))) ||
          digits(phone).includes(digits(part) || 'none');
        expect({ username, isIn }).toEqual({ username, isIn: true });
      }
    });

    it('of the id', async () => {
      const id = String(ids[3]);

      expect((await list(`?q=${id}`)).map(({ _id }) => _id)).toEqual([id]);
    });

    it('of a name with accents, typed without them', async () => {
      await manyFans(kickoff, 1, () => ({ username: 'Zoë Müßig' }));

      expect(await names('?q=e%20muss')).toEqual(['Zoë Müßig']);
      await users().deleteMany({ username: 'Zoë Müßig' });
    });

    it('of what a fan changed it to, and no more by what it was', async () => {
      const fan = await aFan(kickoff, { username: 'Before Change' });
      await as(kickoff, fan)
        .post('/api/user/update-profile')
        .field({
          username: 'Afterwards',
          email: 'afterwards@fans.example',
          phone: '+44 77 7777',
          fav_team1: '',
          fav_player: '',
        })
        .expect(200);

      expect(await names('?q=fterwar')).toEqual(['Afterwards']);
      expect(await names('?q=777777')).toEqual(['Afterwards']);
      expect(await names('?q=before%20ch')).toEqual([]);
      await users().deleteOne({ _id: new Types.ObjectId(fan.id) });
    });

    it.each(['.*', '^walk', 'walk$', '$gt', '[a-z]', '(walk)', 'walk|none', '%', '_', '\\w'])(
      'taken literally: %s finds nobody',
      async (part) => {
        expect(await list(`?q=${encodeURIComponent(part)}&limit=5`)).toEqual([]);
      },
    );

    it('of two characters or more; one finds nobody and none is no filter', async () => {
      const one = await ask('?q=w').expect(200);

      expect(one.body).toEqual([]);
      expect(one.headers['x-total-count']).toBe('0');
      expect((await list('?q=&limit=5')).length).toBe(5);
      await ask(`?q=${'x'.repeat(65)}`).expect(400);
    });

    it('looking at those alone who match, however many fans there are', async () => {
      const crowd = await manyFans(kickoff, 2_000);
      await kickoff.connection.db?.command({ planCacheClear: 'users' });

      const operations = await operationsOf(kickoff, () => ask('?q=w17@walk&limit=20').expect(200));

      const documents = operations.reduce((sum, { examined }) => sum + examined.documents, 0);
      expect(documents).toBe(1);
      await users().deleteMany({ _id: { $in: crowd } });
    });
  });

  describe('lets pass', () => {
    it('fans who joined within days, both ends included', async () => {
      const found = await list('?q=walk&joinedFrom=2026-03-03&joinedTo=2026-03-04&limit=100');

      expect(new Set(found.map(({ createdAt }) => createdAt.slice(0, 10)))).toEqual(
        new Set(['2026-03-03', '2026-03-04']),
      );
      expect(found).toHaveLength(8);
    });

    it('fans with and without posts', async () => {
      const having = await list('?q=walk&hasPosts=true');
      const none = await list('?q=walk&hasPosts=false');

      expect(having).toHaveLength(30);
      expect(having.every(({ postsCount }) => postsCount > 0)).toBe(true);
      expect(none).toHaveLength(10);
    });

    it('fans who were here lately', async () => {
      const here = await aFan(kickoff, { username: 'walk lately' });

      expect(await names('?q=walk&lastSeenDays=1')).toEqual(['walk lately']);
      await users().deleteOne({ _id: new Types.ObjectId(here.id) });
    });

    it('suspended fans and active ones; a suspension that is over keeps nobody out', async () => {
      const [one = new Types.ObjectId(), over = new Types.ObjectId()] = ids;
      const until = new Date(kickoff.clock.now().getTime() - 1);
      const at = START;
      await users().updateOne({ _id: one }, { $set: { suspension: { reason: 'x', at } } });
      await users().updateOne({ _id: over }, { $set: { suspension: { reason: 'x', at, until } } });

      const suspended = await list('?status=suspended');
      const active = await list('?q=walk&status=active');

      expect(suspended.map(({ _id, status }) => [_id, status])).toEqual([
        [String(one), 'suspended'],
      ]);
      expect(active).toHaveLength(39);
      expect(active.map(({ _id }) => _id)).toContain(String(over));
      expect(active.every(({ status }) => status === 'active')).toBe(true);
      await users().updateMany({ _id: { $in: [one, over] } }, { $unset: { suspension: 1 } });
    });

    it('fans about whom, or about whose things, a report is open', async () => {
      const spammer = await aFan(kickoff, { username: 'Spammer' });
      const reporter = await aFan(kickoff);
      const post = Post.parse(
        (await as(kickoff, spammer).post('/api/pt/posts').field('text', 'Buy!').expect(201)).body,
      );
      await as(kickoff, reporter)
        .post('/api/reports')
        .send({ targetType: 'post', targetId: post._id, reason: 'Spam' })
        .expect(201);

      expect(await names('?reported=true')).toEqual(['Spammer']);
      await kickoff.connection.collection('reports').updateMany({}, { $set: { state: 'closed' } });
      expect(await names('?reported=true')).toEqual([]);
    });

    it('those whom all given filters let pass', async () => {
      const found = await list('?q=walk&hasPosts=true&joinedFrom=2026-03-02&joinedTo=2026-03-02');

      expect(found).toHaveLength(3);
    });
  });

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
    await ask(`?${query}`).expect(400);
  });

  it('refuses a cursor of another order', async () => {
    const first = await ask('?sort=email&limit=5').expect(200);
    const cursor = /cursor=([^>&]*)/.exec(first.headers['link'] ?? '')?.[1] ?? '';

    await ask(`?sort=email&limit=5&cursor=${cursor}`).expect(200);
    await ask(`?sort=username&limit=5&cursor=${cursor}`).expect(400);
    await ask(`?sort=email&limit=5&cursor=x${cursor}`).expect(400);
  });

  describe('as a file', () => {
    const text = async (query: string) => {
      const answer = await ask(query).buffer(true).expect(200);
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="kickoff-fans/);
      return answer.text.replace('\uFEFF', '').trimEnd().split('\r\n');
    };

    it('holds exactly the filtered fans in the asked order', async () => {
      const rows = await list('?q=walk&hasPosts=true&sort=email&limit=100');

      const [head, ...lines] = await text('?q=walk&hasPosts=true&sort=email&format=csv');

      expect(head).toContain('"User ID","Name","Email","Mobile"');
      expect(lines).toHaveLength(rows.length);
      expect(lines.map((line) => /"(\w+@walk.example)"/.exec(line)?.[1])).toEqual(
        rows.map(({ email }) => email),
      );
    });

    it('holds more fans than one reading brings', async () => {
      const crowd = await manyFans(kickoff, 1_203, (at) => ({ email: `mass.${at}@mass.example` }));

      const lines = await text('?q=mass.example&format=csv');

      expect(new Set(lines).size).toBe(1_204);
      await users().deleteMany({ _id: { $in: crowd } });
    });

    it('has no cell that a spreadsheet would run', async () => {
      const [line = ''] = (await text('?q=w17@walk&format=csv')).slice(1);

      expect(line).toContain(`"'+49 30 `);
      expect(line).not.toMatch(/(^|,)"?[=+@-]/);
    });

    it('is on record with who took it, how many and by which filters, without what was searched', async () => {
      await kickoff.connection.collection('audit_log').deleteMany({});

      await text('?q=walk&hasPosts=true&format=csv');

      const answer = await as(kickoff, boss).get('/api/admin/audit-log').expect(200);
      expect(z.array(AuditEntry).parse(answer.body)).toMatchObject([
        {
          actor: { _id: boss.id, username: boss.username },
          action: 'users.export',
          targetType: 'users',
          details: { rows: 30, searched: true, hasPosts: true },
        },
      ]);
    });
  });

  describe('leads to one fan', () => {
    it('by either id, with all that admins have to know', async () => {
      boss = await logInAdmin(kickoff, boss);
      const fan = await aFan(kickoff, { username: 'One Page' });
      const other = await aFan(kickoff);
      const by = as(kickoff, fan);
      const post = Post.parse(
        (await by.post('/api/pt/posts').field('text', 'Mine').expect(201)).body,
      );
      await by.post(`/api/pt/posts/${post._id}/like`).send({ liked: true }).expect(200);
      await by.post(`/api/pt/posts/${post._id}/comment`).send({ text: 'One' }).expect(200);
      await by.post(`/api/user/follow/${other.id}`).expect(200);
      const report = (caller: Caller, targetType: string, targetId: string, reason: string) =>
        as(kickoff, caller).post('/api/reports').send({ targetType, targetId, reason }).expect(201);
      await report(other, 'post', post._id, 'Rude');
      await report(fan, 'user', other.id, 'Ruder');

      const page = AdminFanPage.strict().parse((await ask(`/${fan.id}`).expect(200)).body);

      expect(page).toMatchObject({
        username: 'One Page',
        counts: { posts: 1, comments: 1, likes: 1, friends: 1, followers: 0 },
        reportsAgainst: [{ targetType: 'post', targetId: post._id, reason: 'Rude', state: 'open' }],
        reportsBy: [{ targetType: 'user', targetId: other.id, reason: 'Ruder', state: 'open' }],
        notes: [],
      });
      expect(page.sessions).toHaveLength(1);
      expect((await ask(`/${page.userId}`).expect(200)).body).toMatchObject({ _id: fan.id });
    });

    it.each([
      '0',
      '999',
      '1000000000',
      'aaaaaaaaaaaaaaaaaaaaaaaa',
      'AAAAAAAAAAAAAAAAAAAAAAAA',
      'x',
    ])('answers 404 to %s', async (id) => {
      await ask(`/${id}`).expect(404);
    });

    it('never tells a hash, a reset link or a key of ours', async () => {
      const text = JSON.stringify((await ask(`/${String(ids[5])}`).expect(200)).body);

      expect(text).not.toMatch(/passwordHash|reset|searchKeys|foundBy|usernameKey|Skeleton/);
    });
  });

  it('finds fans who registered before there was a search for admins', async () => {
    await users().updateOne({ _id: ids[9] }, { $unset: { foundBy: 1 } });
    const { username: name } = z
      .object({ username: z.string() })
      .parse(await users().findOne({ _id: ids[9] }));
    const query = `?q=${encodeURIComponent(name)}`;
    expect(await names(query)).toEqual([]);

    const [, step] = MIGRATIONS;
    await step?.run(kickoff.connection.getClient().db(kickoff.connection.name));

    expect(await names(query)).toEqual([name]);
  });
});
