import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ClientErrorRow, codePointLength } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { Releases } from '../src/remotes/releases.js';
import { aFan, anAdmin, as, asVisitor, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { BuildsFolder, releaseOwnPages } from './support/front-end-builds.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { NOT_TEXT } from './support/wrong-types.js';

const MINUTE_MS = 60_000;

const anError = (changes: object = {}) => ({
  kind: 'error',
  page: '/home',
  version: '1.0.0',
  message: 'TypeError: x.map is not a function',
  ...changes,
});

describe('client errors', () => {
  let kickoff: KickOff;
  let admin: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    admin = await anAdmin(kickoff);
    await releaseOwnPages(kickoff.context.settings.dataFolder);
  });
  beforeEach(async () => {
    await kickoff.connection.collection('client_errors').deleteMany({});
  });
  afterAll(() => kickoff.stop());

  const report = (error: object, headers: Record<string, string> = {}) =>
    asVisitor(kickoff).post('/api/client-errors').set(headers).send(error);
  const list = async (query = '') =>
    z
      .array(ClientErrorRow)
      .parse((await as(kickoff, admin).get(`/api/admin/client-errors${query}`).expect(200)).body);

  describe('POST /api/client-errors', () => {
    it('answers 204 to visitors and stores the error for admins', async () => {
      const answer = await report(anError({ remote: 'fan', kind: 'load', version: '2.1.0-rc_1' }));

      expect([answer.status, answer.text]).toEqual([204, '']);
      const [row, ...others] = await list();
      expect(others).toEqual([]);
      expect(row).toEqual({
        kind: 'load',
        remote: 'fan',
        page: '/home',
        version: '2.1.0-rc_1',
        message: 'TypeError: x.map is not a function',
        count: 1,
        firstAt: row?.lastAt,
        lastAt: row?.lastAt,
      });
    });

    it('attributes an error to the shell when no remote is named', async () => {
      await report(anError()).expect(204);

      expect(await list()).toMatchObject([{ remote: 'shell' }]);
    });

    it('counts equal errors in one row, also under concurrent requests', async () => {
      const first = kickoff.clock.now();
      await report(anError()).expect(204);
      kickoff.clock.advance(MINUTE_MS);
      await Promise.all(Array.from({ length: 6 }, () => report(anError()).expect(204)));
      await report(anError({ kind: 'rejection' })).expect(204);

      const rows = await list();

      expect(rows.map(({ kind, count }) => [kind, count]).sort()).toEqual([
        ['error', 7],
        ['rejection', 1],
      ]);
      const row = rows.find(({ kind }) => kind === 'error');
      expect(Date.parse(row?.firstAt ?? '')).toBeLessThan(first.getTime() + MINUTE_MS);
      expect(Date.parse(row?.lastAt ?? '')).toBeGreaterThanOrEqual(first.getTime() + MINUTE_MS);
    });

    it.each([
      ['/p/507f1f77bcf86cd799439011', '/p/:postId'],
      ['/p/:postId', '/p/:postId'],
      ['/user/marta.o', '/user/:username'],
      ['/reset/secret-token', '/reset/:token'],
      ['/premier_league', '/:league'],
      ['/no/page/of/marta.o', '/*'],
    ])('stores the page %s as the pattern %s', async (page, pattern) => {
      await report(anError({ page })).expect(204);

      expect(await list()).toMatchObject([{ page: pattern }]);
    });

    it('stores 300 characters of the message without addresses, ids, tokens or quoted text', async () => {
      const message =
        'Failed at https://kickoff.example/p/1 for marta.o@fans.example at 192.0.2.7, post 507f1f77bcf86cd799439011, Bearer abcdef, reading "my words" ' +
        'and on '.repeat(600);
      await report(anError({ message })).expect(204);

      const [row] = await list();

      expect(row?.message).toMatch(
        /^Failed at … for … at …, post …, Bearer … reading … and on and/,
      );
      expect(codePointLength(row?.message ?? '')).toBe(300);
    });

    it('stores neither the fan nor the network address', async () => {
      const fan = await aFan(kickoff);
      await as(kickoff, fan)
        .post('/api/client-errors')
        .set({ 'User-Agent': 'Marta/1.0' })
        .send(anError({ userId: fan.id, fan: fan.username }))
        .expect(204);

      const rows = await kickoff.connection.collection('client_errors').find().toArray();

      expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
        '_id',
        'count',
        'firstAt',
        'kind',
        'lastAt',
        'message',
        'page',
        'remote',
        'version',
      ]);
      expect(JSON.stringify(rows)).not.toMatch(
        new RegExp(`${fan.id}|${fan.username}|127[.]0|Marta`),
      );
    });

    it.each([
      ['no kind', { kind: undefined }],
      ['an unknown kind', { kind: 'fatal' }],
      ['a remote that is not live', { remote: 'fantasy' }],
      ['an invalid remote name', { remote: 'Fan' }],
      ['a page of 101 characters', { page: `/${'x'.repeat(100)}` }],
      ['a page with a query', { page: '/home?q=marta' }],
      ['a page with a fragment', { page: '/home#marta' }],
      ['a page that is not a path', { page: 'home' }],
      ['no version', { version: undefined }],
      ['an empty version', { version: '' }],
      ['a version of 41 characters', { version: '1'.repeat(41) }],
      ['a version with a space', { version: '1 0' }],
      ['no message', { message: undefined }],
      ['an empty message', { message: '' }],
      ['a message of 5,001 characters', { message: 'x'.repeat(5_001) }],
    ])('answers 400 to %s', async (_what, changes) => {
      const answer = await report(anError(changes));

      expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_input' }]);
      expect(await list()).toEqual([]);
    });

    it.each(['kind', 'page', 'version', 'message', 'remote'])(
      'answers 400 to a %s that is not a string',
      async (field) => {
        const statuses = await Promise.all(
          NOT_TEXT.filter((value) => value !== undefined).map(
            async (value) => (await report(anError({ [field]: value }))).status,
          ),
        );

        expect(new Set(statuses)).toEqual(new Set([400]));
      },
    );

    it('answers 413 to more than 10 kB', async () => {
      const answer = await report(anError({ beside: 'x'.repeat(10 * 1024) }));

      expect([answer.status, answer.body]).toMatchObject([413, { code: 'too_large' }]);
      await report(anError({ message: '⚽'.repeat(3_000) })).expect(204);
    });

    it('answers 403 to other origins and accepts its own', async () => {
      const foreign = await report(anError(), { Origin: 'https://evil.example' });

      expect([foreign.status, foreign.body]).toMatchObject([403, { code: 'forbidden' }]);
      await report(anError(), { Origin: 'null' }).expect(403);
      await report(anError(), {
        Origin: kickoff.context.settings.publicUrl,
      }).expect(204);
    });

    it('accepts both loopback names of a server on loopback, on its port only', async () => {
      const { port } = kickoff.context.settings;

      for (const host of ['localhost', '127.0.0.1']) {
        await report(anError(), { Origin: `http://${host}:${port}` }).expect(204);
        await report(anError(), { Origin: `http://${host}:${port + 1}` }).expect(403);
      }
    });

    it('answers 415 to anything but JSON', async () => {
      await asVisitor(kickoff)
        .post('/api/client-errors')
        .type('text/plain')
        .send(JSON.stringify(anError()))
        .expect(415);
    });

    it('only counts new errors beyond 10,000 stored ones', async () => {
      const rows = kickoff.connection.collection('client_errors');
      await report(anError()).expect(204);
      const row = await rows.findOne();
      await rows.insertMany(
        Array.from({ length: 9_999 }, (_, at) => ({
          ...{ ...row, _id: new Types.ObjectId(), message: `Stored ${at}` },
        })),
      );

      for (const message of ['One more', 'Another']) await report(anError({ message })).expect(204);

      const [newest] = await list('?limit=1');
      expect(newest).toMatchObject({
        page: '/*',
        message: 'Too many different errors are stored: this one was only counted',
        count: 2,
      });
      expect(await rows.countDocuments()).toBe(10_001);
    });

    it('expires errors 30 days after the last report', async () => {
      const indexes = await kickoff.connection.collection('client_errors').indexes();

      expect(indexes).toContainEqual(
        expect.objectContaining({ key: { lastAt: 1 }, expireAfterSeconds: 30 * 24 * 60 * 60 }),
      );
    });
  });

  describe('metrics', () => {
    const metrics = async () => (await asVisitor(kickoff).get('/api/metrics').expect(200)).text;

    it('count errors by remote, version and kind', async () => {
      await report(anError({ kind: 'render' })).expect(204);

      expect(await metrics()).toMatch(
        /kickoff_client_errors_total\{(?=[^}]*remote="shell")(?=[^}]*version="1[.]0[.]0")(?=[^}]*kind="render")[^}]*\} 1/,
      );
    });

    it('label versions that were never live as other', async () => {
      for (const version of ['1.0.0', '9.9.1', '9.9.2']) {
        await report(anError({ kind: 'load', remote: 'leagues', version })).expect(204);
      }

      const lines = (await metrics())
        .split('\n')
        .filter((line) => line.includes('remote="leagues"'));

      expect(lines.sort()).toEqual([
        expect.stringMatching(/version="1[.]0[.]0".* 1$/),
        expect.stringMatching(/version="other".* 2$/),
      ]);
    });

    it('label a live version with build metadata, which reports have with an underscore', async () => {
      const builds = await BuildsFolder.make();
      const from = await builds.remote('one', { kickoff: { version: '1.0.0+b5' } });
      await kickoff.app.get(Releases, { strict: false }).release('fantasy', from);

      await report(anError({ remote: 'fantasy', version: '1.0.0_b5' })).expect(204);

      expect(await metrics()).toMatch(
        /kickoff_client_errors_total\{(?=[^}]*remote="fantasy")(?=[^}]*version="1[.]0[.]0_b5")[^}]*\} 1/,
      );
      await builds.remove();
    });
  });

  describe('GET /api/admin/client-errors', () => {
    it('returns errors in pages, last reported first', async () => {
      for (const message of ['first', 'second', 'third', 'fourth', 'fifth']) {
        await report(anError({ message })).expect(204);
        kickoff.clock.advance(MINUTE_MS);
      }
      await report(anError({ message: 'second' })).expect(204);

      const pages = await everyPage(kickoff, admin, '/api/admin/client-errors?limit=2');

      const messages = pages.map((page) =>
        z
          .array(ClientErrorRow)
          .parse(page)
          .map(({ message }) => message),
      );
      expect(messages).toEqual([['second', 'fifth'], ['fourth', 'third'], ['first']]);
    });

    it('returns the total in X-Total-Count', async () => {
      await report(anError()).expect(204);
      await report(anError({ kind: 'load' })).expect(204);

      const answer = await as(kickoff, admin).get('/api/admin/client-errors?limit=1');

      expect(answer.headers['x-total-count']).toBe('2');
    });

    it('returns 400 for an invalid cursor', async () => {
      const answer = await as(kickoff, admin).get('/api/admin/client-errors?cursor=x.y.z');

      expect(answer.status).toBe(400);
    });

    it('returns 401 to fans and visitors', async () => {
      const fan = await aFan(kickoff);

      await as(kickoff, fan).get('/api/admin/client-errors').expect(401);
      await asVisitor(kickoff).get('/api/admin/client-errors').expect(401);
    });
  });
});

it('limits client errors to 30 in 5 minutes per address', async () => {
  const kickoff = await startKickOff({ RATE_LIMIT_FACTOR: '1' });
  kickoff.clock.stand();
  const report = () => asVisitor(kickoff).post('/api/client-errors').send(anError());
  for (let times = 0; times < 30; times += 1) await report().expect(204);

  const answer = await report();
  kickoff.clock.advance(5 * MINUTE_MS);
  const later = await report();

  await kickoff.stop();
  expect([answer.status, answer.headers['retry-after'], later.status]).toEqual([429, '300', 204]);
});
