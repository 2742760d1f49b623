import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FoundFan } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { migrate } from '../src/common/mongo/migrations/migrate.js';
import { MIGRATIONS } from '../src/common/mongo/migrations/migrations.js';
import { aFan, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans } from './support/many-fans.js';

describe('GET /api/user/search/users', () => {
  let kickoff: KickOff;
  let alice: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    alice = await aFan(kickoff, { username: 'alice' });
    const names = [
      'Marta Okafor',
      'marta.lind',
      'Okafor Jay',
      'José Ángel',
      'Łukasz Nowak',
      'Strauß',
      'samartan',
      'x.y-marta',
    ];
    await manyFans(kickoff, names.length, (at) => ({ username: names[at] ?? '' }));
  });
  afterAll(() => kickoff.stop());

  const answerTo = (q: string, by = alice) =>
    as(kickoff, by).get('/api/user/search/users').query({ q });
  const found = async (q: string, by = alice): Promise<FoundFan[]> =>
    z.array(FoundFan).parse((await answerTo(q, by).expect(200)).body);
  const names = async (q: string, by = alice) => (await found(q, by)).map((fan) => fan.username);

  it('finds prefixes of names first, then of later words, but nothing inside a word', async () => {
    expect(await names('mar')).toEqual(['marta.lind', 'Marta Okafor', 'x.y-marta']);
    expect(await names('okafor')).toEqual(['Okafor Jay', 'Marta Okafor']);
    expect(await names('arta')).toEqual([]);
  });

  it.each([
    ['MARTA O', ['Marta Okafor']],
    ['marta okafor', ['Marta Okafor']],
    ['  marta.li ', ['marta.lind']],
    ['JOSE', ['José Ángel']],
    ['josé an', ['José Ángel']],
    ['ángel', ['José Ángel']],
    ['lukasz', ['Łukasz Nowak']],
    ['strauss', ['Strauß']],
  ])('finds %j ignoring case, accents and separators', async (q, expected) => {
    expect(await names(q)).toEqual(expected);
  });

  it.each(['', 'm', ' m ', '\u{1f600}', '   ', '..', '--', '\u0301\u0301'])(
    'finds nobody by %j',
    async (q) => {
      expect(await names(q)).toEqual([]);
    },
  );

  it('ranks the exact spelling first among names that differ in separators', async () => {
    const spellings = ['nora b', 'nora-b', 'nora.b', 'nora_b', 'nora b e', 'Nora B.'];
    await manyFans(kickoff, spellings.length, (at) => ({ username: spellings[at] ?? '' }));

    for (const spelling of ['nora b', 'nora-b', 'nora.b', 'nora_b']) {
      const [first, ...others] = await names(spelling);

      expect(first).toBe(spelling);
      expect([first, ...others].sort()).toEqual([...spellings].sort());
    }
    expect((await names('NORA_B'))[0]).toBe('nora_b');
  });

  it('ranks the exact spelling first among more similar names than the list returns', async () => {
    const marks = ['.', '_', '-', ' '];
    const spellings = marks.flatMap((one) => marks.map((two) => `kim${one}l${two}m`));
    await manyFans(kickoff, spellings.length, (at) => ({ username: spellings[at] ?? '' }));

    for (const spelling of spellings) {
      const all = await names(spelling);

      expect(all[0]).toBe(spelling);
      expect(new Set(all).size).toBe(10);
    }
  });

  it('finds nobody without q', async () => {
    const answer = await as(kickoff, alice).get('/api/user/search/users');

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual([]);
  });

  it.each([
    '.*',
    '^mar',
    'mar|',
    '(a+)+$',
    '$where',
    '{"$gt":""}',
    '[a-z]',
    '\\w',
    'mar%',
    '\u{10ffff}',
  ])('treats %j as text, not as a pattern', async (q) => {
    expect(await names(q)).toEqual([]);
  });

  it.each(['q[$gt]=', 'q[]=mar', 'q=mar&q=okafor', 'q[a]=mar'])(
    'finds nobody for operators and lists in %s',
    async (query) => {
      const answer = await as(kickoff, alice).get(`/api/user/search/users?${query}`);

      expect([200, 400]).toContain(answer.status);
      if (answer.status === 200) expect(answer.body).toEqual([]);
    },
  );

  it('refuses more than 64 characters with 400 and counts code points', async () => {
    const refused = await answerTo('a'.repeat(65));

    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      error: 'q must be at most 64 characters long',
      code: 'invalid_input',
    });
    await answerTo('a'.repeat(64)).expect(200);
    await answerTo('\u{1f600}'.repeat(64)).expect(200);
    await answerTo('\u{1f600}'.repeat(65)).expect(400);
  });

  it('refuses NUL with 400', async () => {
    await as(kickoff, alice).get('/api/user/search/users?q=ma%00').expect(400);
  });

  it('returns only the fields of a row, with following', async () => {
    const [marta] = await found('marta okafor');
    await as(kickoff, alice)
      .post(`/api/user/follow/${marta?._id ?? ''}`)
      .expect(200);

    const answer = await answerTo('marta');

    expect(answer.body).toEqual([
      { _id: expect.any(String), username: 'marta.lind', profilePicture: '', following: false },
      { _id: marta?._id, username: 'Marta Okafor', profilePicture: '', following: true },
      { _id: expect.any(String), username: 'x.y-marta', profilePicture: '', following: false },
    ]);
  });

  it('returns at most 10, prefixes of names first', async () => {
    await manyFans(kickoff, 9, (at) => ({ username: `zorro ${at}` }));
    await manyFans(kickoff, 5, (at) => ({ username: `don${at} zorro` }));

    const all = await names('zorro');

    expect(all).toHaveLength(10);
    expect(all.slice(0, 9)).toEqual(Array.from({ length: 9 }, (_, at) => `zorro ${at}`));
    expect(all[9]).toBe('don0 zorro');
  });

  it('omits blocked and muted fans and fills the list with others', async () => {
    const [first, second, third] = await manyFans(kickoff, 12, (at) => ({
      username: `hidden ${String(at).padStart(2, '0')}`,
    }));
    const blocker = await aFan(kickoff, { username: 'hidden blocker' });
    await as(kickoff, alice)
      .post(`/api/user/block/${String(first)}`)
      .expect(204);
    await as(kickoff, alice)
      .post(`/api/user/mute/${String(second)}`)
      .expect(204);
    await as(kickoff, blocker).post(`/api/user/block/${alice.id}`).expect(204);

    const mine = await found('hidden');

    expect(mine).toHaveLength(10);
    expect(mine[0]?._id).toBe(String(third));
    expect(mine.map((fan) => fan._id)).not.toContain(blocker.id);
    expect(await names('alice', blocker)).toEqual([]);
    expect((await names('hidden', blocker))[0]).toBe('hidden 00');
  });

  it('finds the exact spelling despite hundreds of blocked fans with similar names', async () => {
    const blocker = await aFan(kickoff, { username: 'nobody else' });
    const marks = ['.', '_', '-', ' '];
    const spellings = marks.flatMap((one) =>
      marks.flatMap((two) =>
        marks.flatMap((three) => marks.map((four) => `z${one}o${two}l${three}a${four}x`)),
      ),
    );
    const [wanted = ''] = spellings.splice(-1);
    const fanId = new Types.ObjectId(blocker.id);
    const similar = await manyFans(kickoff, spellings.length, (at) => ({
      username: spellings[at] ?? '',
    }));
    await manyFans(kickoff, 1, () => ({ username: wanted }));
    await kickoff.connection
      .collection('fan_relations')
      .insertMany(
        similar
          .slice(1)
          .map((otherId) => ({ fanId, otherId, kind: 'block', createdAt: new Date() })),
      );
    await as(kickoff, blocker)
      .post(`/api/user/block/${String(similar[0])}`)
      .expect(204);

    expect(await names(wanted, blocker)).toEqual([wanted]);
  });

  it('finds a new fan at once after the registration', async () => {
    await aFan(kickoff, { username: 'Brand Newcomer' });

    expect(await names('newcom')).toEqual(['Brand Newcomer']);
  });

  it('finds a renamed fan by the new name only', async () => {
    const fan = await aFan(kickoff, { username: 'Caterpillar' });
    const form = { username: 'Butterfly', email: fan.email, phone: '+44 20 7946 0181' };
    let call = as(kickoff, fan).post('/api/user/update-profile');
    for (const [name, value] of Object.entries({ ...form, fav_team1: '', fav_player: '' })) {
      call = call.field(name, value);
    }
    await call.expect(200);

    expect(await names('butter')).toEqual(['Butterfly']);
    expect(await names('cater')).toEqual([]);
  });

  it('finds fans who registered before the search existed, after the migration', async () => {
    const old = await startKickOff();
    const fan = await aFan(old, { username: 'veteran.ana' });
    const users = old.connection.collection('users');
    await manyFans(old, 1_001);
    await users.updateMany({}, { $unset: { searchKeys: 1 } });
    await old.connection.collection('schema_versions').deleteMany({});

    await migrate(old.connection.getClient().db(old.connection.name), MIGRATIONS);

    const answer = await as(old, fan).get('/api/user/search/users?q=ana');
    expect(answer.body).toMatchObject([{ username: 'veteran.ana' }]);
    expect(await users.countDocuments({ searchKeys: { $exists: false } })).toBe(0);
    await old.stop();
  });

  it('limits a fan to 60 searches per minute', async () => {
    const strict = await startKickOff({ RATE_LIMIT_FACTOR: '1' });
    const fan = await aFan(strict);
    const search = () => as(strict, fan).get('/api/user/search/users?q=ana');

    const statuses = (await Promise.all(Array.from({ length: 60 }, search))).map(
      ({ status }) => status,
    );

    expect(new Set(statuses)).toEqual(new Set([200]));
    await search().expect(429);
    await strict.stop();
  });
});
