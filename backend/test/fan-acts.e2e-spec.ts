import { rm } from 'node:fs/promises';

import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AdminFanPage, AdminFanRow, AuditEntry, FanNote, Post } from '@kickoff/contracts';
import { z } from 'zod';

import { AuditLogService } from '../src/audit-log/audit-log.service.js';
import { aFan, anAdmin, as, asVisitor, type Caller, logIn } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { Listener } from './support/listener.js';
import { aDataFolder, collectMails } from './support/mailbox.js';
import { until } from './support/until.js';
import { NOT_TEXT } from './support/wrong-types.js';

const HOUR_MS = 60 * 60_000;
const NOBODY = 'aaaaaaaaaaaaaaaaaaaaaaaa';

describe('admin actions on fans', () => {
  let kickoff: KickOff;
  let dataFolder: string;
  let boss: Caller;
  let fan: Caller;

  beforeAll(async () => {
    dataFolder = await aDataFolder();
    kickoff = await startKickOff({ KICKOFF_DATA: dataFolder });
    boss = await anAdmin(kickoff, { username: 'Boss' });
  });
  beforeEach(async () => {
    fan = await aFan(kickoff);
    await kickoff.connection.collection('audit_log').deleteMany({});
    await collectMails(kickoff, dataFolder);
  });
  afterAll(async () => {
    await kickoff.stop();
    await rm(dataFolder, { recursive: true, force: true });
  });

  const act = (id: string, what: string, body: object = {}) =>
    as(kickoff, boss).post(`/api/admin/users/${id}/${what}`).send(body);
  const remove = (id: string) => as(kickoff, boss).delete(`/api/admin/users/${id}`);
  const login = ({ email, password }: Caller) =>
    asVisitor(kickoff).post('/api/auth/login').send({ email, password });
  const profileOf = (caller: Caller) => as(kickoff, caller).get('/api/user/profile');
  const soon = (ms: number) => new Date(kickoff.clock.now().getTime() + ms).toISOString();
  const mails = () => collectMails(kickoff, dataFolder);
  const page = async (id: string) =>
    AdminFanPage.parse((await as(kickoff, boss).get(`/api/admin/users/${id}`).expect(200)).body);
  async function recorded(): Promise<AuditEntry[]> {
    const answer = await as(kickoff, boss).get('/api/admin/audit-log').expect(200);
    return z.array(AuditEntry).parse(answer.body);
  }

  describe('suspension', () => {
    it('ends every session and stream at once and returns the row', async () => {
      const second = await logIn(kickoff, fan);
      const stream = await new Listener({ Authorization: `Bearer ${fan.token}` }).connect(kickoff);

      const answer = await act(fan.id, 'suspend', { reason: 'Abuse' }).expect(200);

      expect(AdminFanRow.strict().parse(answer.body)).toMatchObject({
        _id: fan.id,
        status: 'suspended',
      });
      await profileOf(fan).expect(401);
      await profileOf(second).expect(401);
      await until(() => stream.hasEnded || undefined);
    });

    it('is reported at login with reason and end, and on the fan page', async () => {
      const end = soon(HOUR_MS);
      await act(fan.id, 'suspend', { reason: 'Spam, again', until: end }).expect(200);

      const answer = await login(fan).expect(403);

      expect(answer.body).toMatchObject({
        error: 'This account is suspended',
        code: 'forbidden',
        reason: 'Spam, again',
        until: end,
      });
      expect(await page(fan.id)).toMatchObject({
        suspension: { reason: 'Spam, again', until: end },
        sessions: [],
      });
    });

    it('sends a mail to the fan only', async () => {
      await act(fan.id, 'suspend', { reason: 'Spam, again', until: soon(HOUR_MS) }).expect(200);

      const [mail = '', ...others] = await mails();

      expect(others).toEqual([]);
      expect(mail).toContain(fan.email);
      expect(mail).toContain('Spam, again');
      expect(mail).toContain('ends by itself on');
      expect(mail).toContain('appeal once');
    });

    it('expires by itself', async () => {
      await act(fan.id, 'suspend', { reason: 'Abuse', until: soon(HOUR_MS) }).expect(200);
      const answer = await login(fan).expect(403);
      expect(answer.body).toMatchObject({ code: 'forbidden' });

      await kickoff.connection
        .collection('users')
        .updateOne(
          { email: fan.email },
          { $set: { 'suspension.until': new Date(kickoff.clock.now().getTime() - 1) } },
        );

      await login(fan).expect(200);
      expect((await page(fan.id)).status).toBe('active');
    });

    it('replaces an earlier suspension', async () => {
      await act(fan.id, 'suspend', { reason: 'First', until: soon(HOUR_MS) }).expect(200);
      await act(fan.id, 'suspend', { reason: 'Second' }).expect(200);

      const { suspension } = await page(fan.id);

      expect(suspension).toMatchObject({ reason: 'Second' });
      expect(suspension).not.toHaveProperty('until');
    });

    it('is audited with its reason', async () => {
      await act(fan.id, 'suspend', { reason: 'Abuse' }).expect(200);

      expect(await recorded()).toMatchObject([
        {
          actor: { _id: boss.id, username: 'Boss' },
          action: 'user.suspend',
          targetType: 'user',
          targetId: fan.id,
          details: { reason: 'Abuse' },
        },
      ]);
    });

    it('is rolled back when the audit log entry cannot be written, as is a deletion', async () => {
      const full = jest
        .spyOn(AuditLogService.prototype, 'record')
        .mockRejectedValue(new Error('The disk is full'));
      const suspension = await act(fan.id, 'suspend', { reason: 'Abuse' });
      const removal = await remove(fan.id);
      full.mockRestore();

      expect([suspension.status, removal.status]).toEqual([500, 500]);
      await login(fan).expect(200);
    });

    it.each([
      ['no reason', {}],
      ['a blank reason', { reason: ' \u200b' }],
      ['a reason that is too long', { reason: 'x'.repeat(1_001) }],
      ['an end in the past', { reason: 'x', until: '2020-01-01T00:00:00Z' }],
      ['an end without a zone', { reason: 'x', until: '2126-01-01T00:00:00' }],
      ['an end without a time', { reason: 'x', until: '2126-01-01' }],
    ])('returns 400 for %s', async (_, body) => {
      await act(fan.id, 'suspend', body).expect(400);

      await profileOf(fan).expect(200);
    });

    it.each(['reason', 'until'])('returns 400 for a %s that is not a string', async (field) => {
      for (const value of NOT_TEXT) {
        const { status } = await act(fan.id, 'suspend', { reason: 'x', [field]: value });
        expect({ value, status }).toEqual({ value, status: 400 });
      }
    });
  });

  describe('restore', () => {
    it('changes nothing after the suspension has expired', async () => {
      await act(fan.id, 'suspend', { reason: 'Abuse', until: soon(HOUR_MS) }).expect(200);
      await mails();
      const users = kickoff.connection.collection('users');
      const over = new Date(kickoff.clock.now().getTime() - 1);
      await users.updateOne({ email: fan.email }, { $set: { 'suspension.until': over } });

      const answer = await act(fan.id, 'restore').expect(200);

      expect(answer.body).toMatchObject({ _id: fan.id, status: 'active' });
      expect((await recorded()).map(({ action }) => action)).toEqual(['user.suspend']);
      expect(await mails()).toEqual([]);
    });

    it('enables the login and sends one mail under concurrent requests', async () => {
      await act(fan.id, 'suspend', { reason: 'Abuse' }).expect(200);
      await mails();

      const answers = await Promise.all([1, 2, 3].map(() => act(fan.id, 'restore').expect(200)));

      for (const { body } of answers) expect(body).toMatchObject({ status: 'active' });
      await login(fan).expect(200);
      expect(await mails()).toHaveLength(1);
      expect((await recorded()).map(({ action }) => action)).toEqual([
        'user.restore',
        'user.suspend',
      ]);
    });

    it('changes nothing for a fan who is not suspended', async () => {
      await act(fan.id, 'restore').expect(200);

      await profileOf(fan).expect(200);
      expect(await recorded()).toEqual([]);
      expect(await mails()).toEqual([]);
    });
  });

  it('suspends once when the same request is repeated, but replaces another suspension', async () => {
    const until = soon(HOUR_MS);
    const suspend = (body: object) => act(fan.id, 'suspend', body).expect(200);

    await suspend({ reason: 'Abuse', until });
    await suspend({ reason: 'Abuse', until });
    expect(await recorded()).toHaveLength(1);
    await suspend({ reason: 'Abuse', until: soon(2 * HOUR_MS) });
    await suspend({ reason: 'Abuse' });
    await suspend({ reason: 'Spam' });

    expect(await recorded()).toHaveLength(4);
    expect(await mails()).toHaveLength(4);
    expect((await page(fan.id)).suspension).toMatchObject({ reason: 'Spam' });
  });

  describe('deletion', () => {
    it('deletes the fan with posts, comments, likes, sessions and notes', async () => {
      const friend = await aFan(kickoff);
      const own = Post.parse(
        (await as(kickoff, fan).post('/api/pt/posts').field('text', 'Mine').expect(201)).body,
      );
      const other = Post.parse(
        (await as(kickoff, friend).post('/api/pt/posts').field('text', 'Theirs').expect(201)).body,
      );
      const by = as(kickoff, fan);
      await by.post(`/api/pt/posts/${other._id}/comment`).send({ text: 'Hm' }).expect(200);
      await by.post(`/api/pt/posts/${other._id}/like`).send({ liked: true }).expect(200);
      await act(fan.id, 'notes', { text: 'Watch out' }).expect(201);

      const answer = await remove(fan.id).expect(200);

      expect(answer.body).toEqual({ message: expect.any(String) });
      await profileOf(fan).expect(401);
      await login(fan).expect(401);
      await as(kickoff, boss).get(`/api/admin/users/${fan.id}`).expect(404);
      await until(async () => {
        await as(kickoff, friend).get(`/api/pt/posts/${own._id}`).expect(404);
        const post = Post.parse(
          (await as(kickoff, friend).get(`/api/pt/posts/${other._id}`).expect(200)).body,
        );
        const notes = await kickoff.connection.collection('fan_notes').countDocuments();
        return post.likesCount + post.commentsCount + notes === 0 || undefined;
      });
    });

    it('accepts either id', async () => {
      const { userId } = await page(fan.id);

      await remove(String(userId)).expect(200);

      await login(fan).expect(401);
    });

    it('is applied and audited once under concurrent requests', async () => {
      const answers = await Promise.all([1, 2, 3, 4].map(() => remove(fan.id)));

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
      expect(await recorded()).toMatchObject([{ action: 'user.delete', targetId: fan.id }]);
      expect(await recorded()).toHaveLength(1);
    });

    it('leaves no username, email or note text in the audit log', async () => {
      await act(fan.id, 'suspend', { reason: 'Abuse' }).expect(200);
      await act(fan.id, 'notes', { text: 'Calls himself the boss' }).expect(201);
      await remove(fan.id).expect(200);

      const text = JSON.stringify(await recorded());

      expect(text).not.toContain(fan.email);
      expect(text).not.toContain(fan.username);
      expect(text).not.toContain('himself');
    });
  });

  describe('note', () => {
    it('is shown on the fan page with its author, newest first', async () => {
      const first = await act(fan.id, 'notes', { text: 'First\r\nline' }).expect(201);
      kickoff.clock.advance(1);
      await act(fan.id, 'notes', { text: '<b>Second</b>' }).expect(201);

      const { notes } = await page(fan.id);

      expect(FanNote.strict().parse(first.body).text).toBe('First\nline');
      expect(notes.map(({ text, author }) => [text, author.username])).toEqual([
        ['<b>Second</b>', 'Boss'],
        ['First\nline', 'Boss'],
      ]);
      expect((await recorded()).map(({ action }) => action)).toEqual(['user.note', 'user.note']);
    });

    it('are added once per Idempotency-Key, also after an attempt that never completed', async () => {
      const retry = () =>
        act(fan.id, 'notes', { text: 'Once' }).set('Idempotency-Key', 'note-once').expect(201);
      const first = FanNote.parse((await retry()).body);

      const second = FanNote.parse((await retry()).body);
      await kickoff.connection
        .collection('idempotency_keys')
        .updateOne({ resultId: first._id }, { $unset: { status: 1 } });
      kickoff.clock.advance(60_000);
      const third = FanNote.parse((await retry()).body);

      expect([second, third]).toEqual([first, first]);
      expect((await page(fan.id)).notes).toEqual([first]);
      expect((await recorded()).map(({ action }) => action)).toEqual(['user.note']);
    });

    it.each([
      ['that is missing', {}],
      ['that is empty', { text: '' }],
      ['that is blank', { text: ' ' }],
      ['that is too long', { text: 'x'.repeat(1_001) }],
    ])('returns 400 for a text %s', async (_, body) => {
      await act(fan.id, 'notes', body).expect(400);
    });

    it('returns 400 for a text that is not a string', async () => {
      for (const text of NOT_TEXT) {
        expect({ text, status: (await act(fan.id, 'notes', { text })).status }).toEqual({
          text,
          status: 400,
        });
      }
    });
  });

  it('return 404 for an unknown fan', async () => {
    for (const id of [NOBODY, '999999', 'x']) {
      await act(id, 'suspend', { reason: 'x' }).expect(404);
      await act(id, 'restore').expect(404);
      await act(id, 'notes', { text: 'x' }).expect(404);
      await remove(id).expect(404);
    }
    expect(await recorded()).toEqual([]);
  });

  it('return 401 to visitors, fans and removed admins', async () => {
    const removed = await anAdmin(kickoff, {}, boss);
    const calls = (caller: Pick<Caller, 'token'>) => [
      as(kickoff, caller).get('/api/admin/users'),
      as(kickoff, caller).get(`/api/admin/users/${fan.id}`),
      as(kickoff, caller).post(`/api/admin/users/${fan.id}/suspend`).send({ reason: 'x' }),
      as(kickoff, caller).delete(`/api/admin/users/${fan.id}`),
    ];

    for (const caller of [{ token: '' }, fan]) {
      for (const call of calls(caller)) expect((await call).status).toBe(401);
    }
    await as(kickoff, boss).delete(`/api/admin/admins/${removed.id}`).expect(200);
    for (const call of calls(removed)) expect((await call).status).toBe(401);
    await profileOf(fan).expect(200);
  });
});
