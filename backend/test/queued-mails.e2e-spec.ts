import { createSecretKey, randomBytes } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { KEYS } from '../src/common/config/config.module.js';
import type { Keys } from '../src/common/config/keys.js';
import { aFan, anAdmin, as, asVisitor } from './support/callers.js';
import type { KickOff } from './support/kickoff.js';
import { MailQueueFixture } from './support/mail-queue-fixture.js';
import { type MailServer, smtpRefusal } from './support/mail-server.js';
import { findSource } from './support/personal-data-sources.js';
import { aPostBy } from './support/posts.js';

const SECOND_MS = 1_000;
const HOUR_MS = 60 * 60 * SECOND_MS;

describe('mail queue', () => {
  let given: MailQueueFixture;
  let server: MailServer;
  let kickoff: KickOff;

  beforeEach(async () => {
    given = await MailQueueFixture.open();
    ({ server, kickoff } = given);
  });
  afterEach(() => given.close());

  it('shows no delayed mail of a deleted fan to admins', async () => {
    const admin = await anAdmin(kickoff);
    const fan = await aFan(kickoff);
    server.mood = () => smtpRefusal(452);
    await given.queue('delayed', { accountId: fan.id });
    await given.sendAll();
    // The account is removed while the mail server takes another one of its mails.
    server.beforeTaking = async () => {
      await findSource(kickoff, 'mails').removeAllOf(fan.id);
      throw new Error('451 lost');
    };
    server.mood = () => undefined;
    await given.queue('late', { accountId: fan.id });
    await given.sendAll();

    const stuck = await as(kickoff, admin).get('/api/admin/jobs').expect(200);

    expect(stuck.body).toEqual({ items: [], total: 0 });
  });

  it('stores mails encrypted', async () => {
    server.mood = () => smtpRefusal(450);
    await given.queue('alice');
    await given.sendAll();

    const [row] = await given.rows().find({}, { promoteBuffers: true }).toArray();

    const seen = `${JSON.stringify(row)}${String(row?.sealed)}`;
    expect(seen).not.toMatch(/alice|reset|secret|Goal/);
    expect(row?.until).toEqual(new Date(kickoff.clock.now().getTime() + 24 * HOUR_MS));
  });

  describe('encrypted with another key', () => {
    let keys: Keys;
    let own: Keys['mail'];

    beforeEach(async () => {
      keys = kickoff.app.get<Keys>(KEYS);
      own = keys.mail;
      server.mood = () => smtpRefusal(450);
      await given.queue('alice');
      await given.sendAll();
      server.mood = () => undefined;
      keys.mail = createSecretKey(randomBytes(32));
      await given.later(10 * SECOND_MS);
    });

    it('are sent once an instance has the key', async () => {
      expect([server.offered, await given.rows().countDocuments()]).toEqual([1, 1]);
      keys.mail = own;

      await given.later(30 * SECOND_MS);

      expect(server.recipients).toEqual(['alice@fans.example']);
      expect(await given.rows().countDocuments()).toBe(0);
    });

    it('are discarded when they expire', async () => {
      await given.later(24 * HOUR_MS);

      expect([server.offered, await given.rows().countDocuments()]).toEqual([1, 0]);
    });
  });

  it('deletes the mails of a deleted fan', async () => {
    const fan = await aFan(kickoff);
    server.mood = () => smtpRefusal(450);
    await asVisitor(kickoff).post('/api/user/forgot-password').send({ email: fan.email });
    await given.queue('bob');
    await given.sendAll();
    expect(await given.rows().countDocuments()).toBe(2);

    await findSource(kickoff, 'mails').removeAllOf(fan.id);

    expect(await given.rows().countDocuments()).toBe(1);
  });

  it('deletes the mails of a removed admin', async () => {
    const ada = await anAdmin(kickoff);
    const ben = await anAdmin(kickoff, {}, ada);
    server.mood = () => smtpRefusal(450);
    await asVisitor(kickoff).post('/api/admin/forgot-password').send({ email: ben.email });
    await given.queue('bob');
    await given.sendAll();
    expect(await given.rows().countDocuments({ accountId: ben.id })).toBe(1);

    await as(kickoff, ada).delete(`/api/admin/admins/${ben.id}`).expect(200);

    expect(await given.rows().countDocuments({ accountId: ben.id })).toBe(0);
    expect(await given.rows().countDocuments()).toBe(1);
  });

  it('is written in the transaction of a suspension', async () => {
    const admin = await anAdmin(kickoff);
    const fan = await aFan(kickoff);
    server.mood = () => smtpRefusal(450);
    const suspend = () =>
      as(kickoff, admin).post(`/api/admin/users/${fan.id}/suspend`).send({ reason: 'Spam' });
    const spy = jest
      .spyOn(given.service(), 'queue')
      .mockImplementationOnce(() => Promise.reject(new Error('lost')));

    expect((await suspend()).status).toBe(500);
    expect(await given.rows().countDocuments()).toBe(0);
    const suspended = { suspension: { $exists: true } };
    expect(await kickoff.connection.collection('users').countDocuments(suspended)).toBe(0);
    spy.mockRestore();
    await suspend().expect(200);

    expect(await given.rows().countDocuments()).toBe(1);
  });

  it('is written in the transaction of the removal of a post', async () => {
    const admin = await anAdmin(kickoff);
    const post = await aPostBy(kickoff, await aFan(kickoff), 'Buy my shoes');
    server.mood = () => smtpRefusal(450);
    const remove = () =>
      as(kickoff, admin).delete(`/api/admin/posts/${post._id}`).send({ reason: 'Spam' });
    const spy = jest
      .spyOn(given.service(), 'queue')
      .mockImplementationOnce(() => Promise.reject(new Error('lost')));

    expect((await remove()).status).toBe(500);
    expect(await kickoff.connection.collection('posts').countDocuments()).toBe(1);
    spy.mockRestore();
    expect((await remove()).status).toBeLessThan(300);

    expect(await given.rows().countDocuments()).toBe(1);
  });
});
