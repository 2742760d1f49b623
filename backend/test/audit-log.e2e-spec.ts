import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AuditEntry, Post } from '@kickoff/contracts';
import { anAdminRegistration } from '@kickoff/testing';
import { z } from 'zod';

import { type Act, AuditLogService } from '../src/audit-log/audit-log.service.js';
import { AdminAccountsService } from '../src/auth/admin-accounts.service.js';
import { AdminApprovalsService } from '../src/auth/admin-approvals.service.js';
import { aFan, anAdmin, as, asVisitor, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { expectIndexesAlone, operationsOf } from './support/operations.js';

const POST = 'aaaaaaaaaaaaaaaaaaaaaaaa';

describe('audit log', () => {
  let kickoff: KickOff;
  let ada: Caller;
  let ben: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    ada = await anAdmin(kickoff, { username: 'Ada' });
    ben = await anAdmin(kickoff, { username: 'Ben' }, ada);
  });
  beforeEach(async () => {
    await kickoff.connection.collection('audit_log').deleteMany({});
  });
  afterAll(() => kickoff.stop());

  /** The recorded entries, newest first. */
  async function entries(query = ''): Promise<AuditEntry[]> {
    const answer = await as(kickoff, ada).get(`/api/admin/audit-log?${query}`).expect(200);
    return z.array(AuditEntry.strict()).parse(answer.body);
  }
  const actorOf = ({ id, username }: Caller) => ({ _id: id, username });
  const record = (facts: Partial<Act> = {}) =>
    kickoff.app.get(AuditLogService).record({
      actor: actorOf(ada),
      action: 'post.remove',
      targetType: 'post',
      targetId: POST,
      ...facts,
    });
  const pending = async () => {
    const form = anAdminRegistration();
    await asVisitor(kickoff).post('/api/admin/register').send(form).expect(201);
    const row = await kickoff.app.get(AdminAccountsService).findByEmail(form.email);
    return row?._id.toString() ?? '';
  };

  describe('entries', () => {
    it('name the admins who approved and removed an admin', async () => {
      const id = await pending();
      await as(kickoff, ada).post(`/api/admin/admins/${id}/approve`).expect(200);
      await as(kickoff, ben).delete(`/api/admin/admins/${id}`).expect(200);

      expect(await entries()).toMatchObject([
        { actor: actorOf(ben), action: 'admin.remove', targetType: 'admin', targetId: id },
        { actor: actorOf(ada), action: 'admin.approve', targetType: 'admin', targetId: id },
      ]);
    });

    it('contain one approval when it is sent three times concurrently', async () => {
      const id = await pending();
      const approve = () => as(kickoff, ada).post(`/api/admin/admins/${id}/approve`).expect(200);

      await Promise.all([approve(), approve(), approve()]);

      expect(await entries()).toHaveLength(1);
    });

    it('name the operator for commands run on the server', async () => {
      const approvals = kickoff.app.get(AdminApprovalsService);
      const id = await pending();
      await approvals.approveAsOperator(id);
      await approvals.withdrawAsOperator(id);

      expect((await entries()).map(({ action, actor }) => [action, actor.username])).toEqual([
        ['admin.withdraw', 'operator'],
        ['admin.approve', 'operator'],
      ]);
    });

    it('name the league whose refresh an admin requested', async () => {
      await as(kickoff, ada)
        .post('/api/admin/football/refresh')
        .send({ league: 'la_liga' })
        .expect(202);

      expect(await entries('target=la_liga')).toMatchObject([
        { actor: actorOf(ada), action: 'football.refresh', targetId: 'la_liga' },
      ]);
    });

    it('show the current name or text of their targets, and none for a deleted target', async () => {
      const fan = await aFan(kickoff, { username: 'Quiet Quinn' });
      const post = await as(kickoff, fan).post('/api/pt/posts').field('text', 'x'.repeat(200));
      const { _id } = Post.parse(post.body);
      await as(kickoff, ada).delete(`/api/admin/posts/${_id}`).expect(200);
      await as(kickoff, ada)
        .post(`/api/admin/users/${fan.id}/suspend`)
        .send({ reason: 'Spam' })
        .expect(200);
      const id = await pending();
      await as(kickoff, ada).post(`/api/admin/admins/${id}/approve`).expect(200);
      const text = 'y'.repeat(200);
      await as(kickoff, ada).post('/api/admin/announcements').send({ text }).expect(201);
      await record();

      expect((await entries()).map(({ target }) => target)).toEqual([
        undefined,
        { excerpt: 'y'.repeat(140) },
        { name: expect.any(String) },
        { name: 'Quiet Quinn' },
        { excerpt: 'x'.repeat(140) },
      ]);
    });

    it('do not include refused actions', async () => {
      await as(kickoff, ada).post(`/api/admin/admins/${ada.id}/approve`).expect(403);
      await as(kickoff, ada).delete(`/api/admin/admins/${POST}`).expect(404);

      expect(await entries()).toEqual([]);
    });
  });

  describe('immutability', () => {
    it('allows no write through the API', async () => {
      await record();

      for (const method of ['post', 'put', 'patch', 'delete'] as const) {
        await as(kickoff, ada)[method]('/api/admin/audit-log').expect(405);
        await as(kickoff, ada)[method](`/api/admin/audit-log/${POST}`).expect(404);
      }
      expect(await entries()).toHaveLength(1);
    });

    it('allows access only to the repository, which has no update or delete', async () => {
      const root = fileURLToPath(new URL('../src', import.meta.url));
      const files = (await readdir(root, { recursive: true })).filter((file) =>
        file.endsWith('.ts'),
      );
      const writers: string[] = [];
      for (const file of files) {
        const source = await readFile(join(root, file), 'utf8');
        if (/\baudit_log\b|auditLogCollection/.test(source)) writers.push(file);
      }

      expect(writers.sort()).toEqual([
        'audit-log/audit-entry.schema.ts',
        'audit-log/audit-log.module.ts',
        'audit-log/audit-log.repository.ts',
      ]);
      const repository = await readFile(join(root, 'audit-log/audit-log.repository.ts'), 'utf8');
      expect(repository).not.toMatch(/update|replace|delete|remove\(|drop|bulkWrite|Modify/);
    });
  });

  describe('GET /api/admin/audit-log', () => {
    it('returns entries newest first in pages, with the total in X-Total-Count', async () => {
      for (let count = 0; count < 5; count += 1) {
        kickoff.clock.advance(count % 2 === 0 ? 1_000 : 0);
        await record({ targetId: String(count).repeat(24) });
      }

      const first = await as(kickoff, ada).get('/api/admin/audit-log?limit=2').expect(200);
      const pages = await everyPage(kickoff, ada, '/api/admin/audit-log?limit=2');

      const all = pages.flatMap((page) => z.array(AuditEntry).parse(page));
      expect(first.headers['x-total-count']).toBe('5');
      expect(pages).toHaveLength(3);
      expect(new Set(all.map(({ targetId }) => targetId)).size).toBe(5);
      expect(all.map(({ at }) => at)).toEqual(
        all
          .map(({ at }) => at)
          .sort()
          .reverse(),
      );
    });

    it('filters by actor, action, target and time, also combined', async () => {
      await record({ action: 'report.assign', targetType: 'report' });
      const old = new Date(kickoff.clock.now().getTime() - 48 * 60 * 60_000);
      await kickoff.connection.collection('audit_log').updateMany({}, { $set: { at: old } });
      await record({ actor: actorOf(ben), targetId: 'b'.repeat(24) });
      const at = kickoff.clock.now();
      const day = at.toISOString().slice(0, 10);

      const found = async (query: string) => (await entries(query)).map(({ action }) => action);
      expect(await found(`actor=${ben.id}`)).toEqual(['post.remove']);
      expect(await found('actor=Ada')).toEqual(['report.assign']);
      expect(await found('action=report.assign')).toEqual(['report.assign']);
      expect(await found(`target=${POST}`)).toEqual(['report.assign']);
      expect(await found('target=league')).toEqual([]);
      expect(await found('target=post')).toEqual(['post.remove']);
      expect(await found(`from=${day}`)).toEqual(['post.remove']);
      expect(await found(`to=${day}`)).toEqual(['post.remove', 'report.assign']);
      expect(await found(`to=${new Date(at.getTime() - 1000).toISOString()}`)).toEqual([
        'report.assign',
      ]);
      expect(await found(`actor=Ada&from=${day}`)).toEqual([]);
    });

    it.each([
      'actor=a&actor=b',
      'actor[$ne]=a',
      'action=everything',
      'action=',
      'target[$gt]=',
      'from=yesterday',
      'from=2026-02-30',
      'to[$lt]=2026-01-01',
      'format=xml',
      'limit=0',
      'limit=101',
      'cursor=forged',
    ])('answers 400 to ?%s', async (query) => {
      await as(kickoff, ada).get(`/api/admin/audit-log?${query}`).expect(400);
    });

    it('uses an index whichever filter is set', async () => {
      for (let count = 0; count < 15; count += 1) await record();
      kickoff.clock.advance(1_000);
      const noon = kickoff.clock.now().toISOString();
      // Newer ones, which the index of all entries would have to skip.
      const other = { actor: actorOf(ben), action: 'report.assign', targetType: 'report' } as const;
      for (let count = 0; count < 45; count += 1) {
        await record({ ...other, targetId: 'b'.repeat(24) });
      }

      for (const query of [
        '',
        'actor=Ada',
        `actor=${ada.id}`,
        'action=post.remove',
        'target=post',
        `target=${POST}`,
        `to=${noon}`,
      ]) {
        const operations = await operationsOf(kickoff, () =>
          as(kickoff, ada).get(`/api/admin/audit-log?limit=10&${query}`).expect(200),
        );
        const reads = operations.filter(({ returned }) => returned > 1);
        expect(reads.map(({ collection, returned }) => [collection, returned])).toEqual([
          ['audit_log', 11],
        ]);
        expectIndexesAlone(query, reads);
      }
    });

    it('returns 401 to fans and visitors', async () => {
      await as(kickoff, await aFan(kickoff))
        .get('/api/admin/audit-log')
        .expect(401);
      await asVisitor(kickoff).get('/api/admin/audit-log').expect(401);
    });
  });

  describe('CSV export', () => {
    it('contains the filtered entries and is audited itself', async () => {
      await record({ details: { reason: 'Spam, again' } });
      await record({ action: 'post.restore' });

      const answer = await as(kickoff, ada)
        .get('/api/admin/audit-log?format=csv&action=post.remove')
        .expect(200);

      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(answer.headers['content-disposition']).toBe(
        'attachment; filename="kickoff-audit-log.csv"',
      );
      const lines = answer.text.split('\r\n');
      expect(lines).toHaveLength(3);
      expect(lines[0]).toMatch(/^\uFEFF?"at","actorId","actor","action"/);
      expect(lines[1]).toContain(
        `"Ada","post.remove","post","${POST}","{""reason"":""Spam, again""}"`,
      );
      expect((await entries())[0]).toMatchObject({
        action: 'audit-log.export',
        actor: actorOf(ada),
        details: { action: 'post.remove' },
      });
    });

    it('escapes cells that a spreadsheet would run as formulas', async () => {
      await record({ actor: { _id: ada.id, username: '=HYPERLINK("http://evil")' } });

      const answer = await as(kickoff, ada).get('/api/admin/audit-log?format=csv').expect(200);

      expect(answer.text).toContain(`"'=HYPERLINK(""http://evil"")"`);
    });
  });
});
