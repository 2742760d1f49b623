import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Post } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { MIGRATIONS } from '../src/common/mongo/migrations/migrations.js';
import { aFan, as } from './support/callers.js';
import { FanListFixture } from './support/fan-list-fixture.js';
import { manyFans } from './support/many-fans.js';
import { operationsOf } from './support/operations.js';
import { daysLater } from './support/walking-fans.js';

describe('admin fan search', () => {
  let fixture: FanListFixture;

  beforeAll(async () => {
    fixture = await FanListFixture.open();
  });
  afterAll(() => fixture.kickoff.stop());

  const names = async (query: string) =>
    (await fixture.list(query)).map(({ username }) => username);

  describe('search text', () => {
    it.each([
      ['of the username', 'lk 0'],
      ['of the username in capitals', 'WALK 07'],
      ['of the email', '1@walk.exam'],
      ['of the phone number as written', '30 900000'],
      ['of the phone number in another form', '4930-900000'],
      ['of the user number', '2007'],
    ])('matches a part %s', async (_, part) => {
      const found = await fixture.list(`?q=${encodeURIComponent(part)}&limit=100`);

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

    it('matches a whole id', async () => {
      const id = String(fixture.ids[3]);

      expect((await fixture.list(`?q=${id}`)).map(({ _id }) => _id)).toEqual([id]);
    });

    it('matches a name with accents when it is typed without them', async () => {
      await manyFans(fixture.kickoff, 1, () => ({ username: 'Zoë Müßig' }));

      expect(await names('?q=e%20muss')).toEqual(['Zoë Müßig']);
      await fixture.users.deleteMany({ username: 'Zoë Müßig' });
    });

    it("matches a fan's new values and no longer the old name", async () => {
      const fan = await aFan(fixture.kickoff, { username: 'Before Change' });
      await as(fixture.kickoff, fan)
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
      await fixture.users.deleteOne({ _id: new Types.ObjectId(fan.id) });
    });

    it.each(['.*', '^walk', 'walk$', '$gt', '[a-z]', '(walk)', 'walk|none', '%', '_', '\\w'])(
      'is literal: %s matches no fan',
      async (part) => {
        expect(await fixture.list(`?q=${encodeURIComponent(part)}&limit=5`)).toEqual([]);
      },
    );

    it('requires 2 to 64 characters and is ignored if empty', async () => {
      const one = await fixture.ask('?q=w').expect(200);

      expect(one.body).toEqual([]);
      expect(one.headers['x-total-count']).toBe('0');
      expect((await fixture.list('?q=&limit=5')).length).toBe(5);
      await fixture.ask(`?q=${'x'.repeat(65)}`).expect(400);
    });

    it('examines only matching fans by an index', async () => {
      const crowd = await manyFans(fixture.kickoff, 2_000);
      await fixture.kickoff.connection.db?.command({ planCacheClear: 'users' });

      const operations = await operationsOf(fixture.kickoff, () =>
        fixture.ask('?q=w17@walk&limit=20').expect(200),
      );

      const documents = operations.reduce((sum, { examined }) => sum + examined.documents, 0);
      expect(documents).toBe(1);
      await fixture.users.deleteMany({ _id: { $in: crowd } });
    });
  });

  describe('filters', () => {
    it('return fans who joined between two days, inclusive', async () => {
      const found = await fixture.list(
        '?q=walk&joinedFrom=2026-03-03&joinedTo=2026-03-04&limit=100',
      );

      expect(new Set(found.map(({ createdAt }) => createdAt.slice(0, 10)))).toEqual(
        new Set(['2026-03-03', '2026-03-04']),
      );
      expect(found).toHaveLength(8);
    });

    it('return fans with or without posts', async () => {
      const having = await fixture.list('?q=walk&hasPosts=true');
      const none = await fixture.list('?q=walk&hasPosts=false');

      expect(having).toHaveLength(30);
      expect(having.every(({ postsCount }) => postsCount > 0)).toBe(true);
      expect(none).toHaveLength(10);
    });

    it('return fans seen within the last days', async () => {
      const here = await aFan(fixture.kickoff, { username: 'walk lately' });

      expect(await names('?q=walk&lastSeenDays=1')).toEqual(['walk lately']);
      await fixture.users.deleteOne({ _id: new Types.ObjectId(here.id) });
    });

    it('return suspended or active fans, where an expired suspension counts as active', async () => {
      const [one = new Types.ObjectId(), over = new Types.ObjectId()] = fixture.ids;
      const until = new Date(fixture.kickoff.clock.now().getTime() - 1);
      const at = daysLater(0);
      await fixture.users.updateOne({ _id: one }, { $set: { suspension: { reason: 'x', at } } });
      await fixture.users.updateOne(
        { _id: over },
        { $set: { suspension: { reason: 'x', at, until } } },
      );

      const suspended = await fixture.list('?status=suspended');
      const active = await fixture.list('?q=walk&status=active');

      expect(suspended.map(({ _id, status }) => [_id, status])).toEqual([
        [String(one), 'suspended'],
      ]);
      expect(active).toHaveLength(39);
      expect(active.map(({ _id }) => _id)).toContain(String(over));
      expect(active.every(({ status }) => status === 'active')).toBe(true);
      await fixture.users.updateMany({ _id: { $in: [one, over] } }, { $unset: { suspension: 1 } });
    });

    it('return fans with an open report about them or their posts', async () => {
      const spammer = await aFan(fixture.kickoff, { username: 'Spammer' });
      const reporter = await aFan(fixture.kickoff);
      const post = Post.parse(
        (await as(fixture.kickoff, spammer).post('/api/pt/posts').field('text', 'Buy!').expect(201))
          .body,
      );
      await as(fixture.kickoff, reporter)
        .post('/api/reports')
        .send({ targetType: 'post', targetId: post._id, reason: 'Spam' })
        .expect(201);

      expect(await names('?reported=true')).toEqual(['Spammer']);
      await fixture.kickoff.connection
        .collection('reports')
        .updateMany({}, { $set: { state: 'closed' } });
      expect(await names('?reported=true')).toEqual([]);
    });

    it('are combined by AND', async () => {
      const found = await fixture.list(
        '?q=walk&hasPosts=true&joinedFrom=2026-03-02&joinedTo=2026-03-02',
      );

      expect(found).toHaveLength(3);
    });
  });

  it('finds fans who registered before search keys existed, after the migration', async () => {
    await fixture.users.updateOne({ _id: fixture.ids[9] }, { $unset: { foundBy: 1 } });
    const { username: name } = z
      .object({ username: z.string() })
      .parse(await fixture.users.findOne({ _id: fixture.ids[9] }));
    const query = `?q=${encodeURIComponent(name)}`;
    expect(await names(query)).toEqual([]);

    const [, step] = MIGRATIONS;
    await step?.run(fixture.kickoff.connection.getClient().db(fixture.kickoff.connection.name));

    expect(await names(query)).toEqual([name]);
  });
});
