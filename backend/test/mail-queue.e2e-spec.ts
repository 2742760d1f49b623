import { createSecretKey, randomBytes } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BulkPreview } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { BulkRunner } from '../src/admin/bulk/bulk-runner.js';
import { KEYS } from '../src/common/config/config.module.js';
import type { Keys } from '../src/common/config/keys.js';
import { MailService } from '../src/mail/mail.service.js';
import type { StoredQueuedMail } from '../src/mail/queued-mail.schema.js';
import { aFan, anAdmin, as, asVisitor } from './support/callers.js';
import { findSource } from './support/personal-data-sources.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { MailServer, smtpRefusal } from './support/mail-server.js';
import { manyFans } from './support/many-fans.js';
import { expectIndexesAlone, operationsOf } from './support/operations.js';
import { aPostBy } from './support/posts.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

describe('mail queue', () => {
  let server: MailServer;
  let kickoff: KickOff;

  /** A server whose queue is processed by the test only. */
  async function open(factor = '1000'): Promise<KickOff> {
    const opened = await startKickOff({
      SMTP_URL: server.url,
      MAIL_FROM: 'KickOff <no-reply@kickoff.example>',
      RATE_LIMIT_FACTOR: factor,
    });
    opened.clock.stand();
    return opened;
  }

  beforeEach(async () => {
    server = await MailServer.open();
    kickoff = await open();
  });
  afterEach(async () => {
    server.beforeTaking = () => Promise.resolve();
    await kickoff.stop();
    await server.close();
  });

  const mails = (at = kickoff) => at.app.get(MailService, { strict: false });
  const rows = () => kickoff.connection.collection<StoredQueuedMail>('mails');
  const queue = (to: number | string, more: object = {}, at = kickoff) =>
    mails(at).queue({
      to: { name: 'Fan', address: `${to}@fans.example` },
      subject: `Goal ${to}`,
      text: 'https://kickoff.example/reset/secret',
      ...more,
    });
  const queueMany = async (count: number) => {
    for (let number = 1; number <= count; number += 1) await queue(number);
  };
  const addresses = (count: number) =>
    Array.from({ length: count }, (_, index) => `${index + 1}@fans.example`);
  const later = async (ms: number) => {
    kickoff.clock.advance(ms);
    await mails().sendAll();
  };

  it('sends all mails over one connection and deletes them', async () => {
    await queueMany(30);
    await mails().sendAll();

    expect(server.recipients.sort()).toEqual(addresses(30).sort());
    expect(server.connections).toBe(1);
    expect(await rows().countDocuments()).toBe(0);
  });

  it.each([421, 450, 451])('retries a mail after 10 seconds on SMTP status %i', async (status) => {
    server.mood = () => smtpRefusal(status);
    await queue('alice');
    await mails().sendAll();
    server.mood = () => undefined;

    await later(9 * SECOND_MS);
    expect(server.recipients).toEqual([]);
    await later(SECOND_MS);

    expect(server.recipients).toEqual(['alice@fans.example']);
    expect(await rows().countDocuments()).toBe(0);
  });

  it('sends no more mails to a closing SMTP server and backs off', async () => {
    server.mood = () => smtpRefusal(421);
    await queueMany(20);
    await mails().sendAll();

    expect(server.offered).toBe(1);
    const offeredAfter = [];
    for (const seconds of [10, 10, 10, 10, 60, 300]) {
      await later(seconds * SECOND_MS);
      offeredAfter.push(server.offered);
    }

    expect(offeredAfter).toEqual([2, 2, 2, 3, 4, 5]);
    server.mood = () => undefined;
    await later(15 * MINUTE_MS);
    expect(server.recipients.sort()).toEqual(addresses(20).sort());
  });

  it('shows delayed mails to admins without addresses', async () => {
    const admin = await anAdmin(kickoff);
    const stuck = async () =>
      (await as(kickoff, admin).get('/api/admin/jobs').expect(200)).body as unknown;
    server.mood = () => smtpRefusal(421);
    await queue(1);
    await mails().sendAll();
    const delayed = await stuck();
    server.mood = () => undefined;
    await later(MINUTE_MS);

    expect(delayed).toMatchObject({ items: [{ job: 'mails', failures: 1 }], total: 1 });
    expect(JSON.stringify(delayed)).not.toContain('fans.example');
    expect(server.recipients).toEqual(addresses(1));
    expect(await stuck()).toEqual({ items: [], total: 0 });
  });

  it('shows no delayed mail of a deleted fan to admins', async () => {
    const admin = await anAdmin(kickoff);
    const fan = await aFan(kickoff);
    server.mood = () => smtpRefusal(452);
    await queue('delayed', { accountId: fan.id });
    await mails().sendAll();
    // The account is removed while the mail server takes another one of its mails.
    server.beforeTaking = async () => {
      await findSource(kickoff, 'mails').removeAllOf(fan.id);
      throw new Error('451 lost');
    };
    server.mood = () => undefined;
    await queue('late', { accountId: fan.id });
    await mails().sendAll();

    const stuck = await as(kickoff, admin).get('/api/admin/jobs').expect(200);

    expect(stuck.body).toEqual({ items: [], total: 0 });
  });

  it('retries for 24 hours and then gives up', async () => {
    server.mood = () => smtpRefusal(450);
    await queue('alice');
    await mails().sendAll();
    for (let hour = 0; hour < 23; hour += 1) await later(HOUR_MS);
    expect([server.offered, await rows().countDocuments()]).toEqual([24, 1]);

    await later(HOUR_MS);

    expect([server.offered, await rows().countDocuments()]).toEqual([24, 0]);
  });

  it('discards a mail that has expired or whose recipient does not exist', async () => {
    server.mood = (address) => (address.startsWith('nobody') ? smtpRefusal(550) : smtpRefusal(450));
    await queue('nobody');
    await queue('alice', { until: new Date(kickoff.clock.now().getTime() + 30 * MINUTE_MS) });
    await mails().sendAll();
    expect([server.offered, await rows().countDocuments()]).toEqual([2, 1]);
    server.mood = () => undefined;

    await later(30 * MINUTE_MS);

    expect(server.recipients).toEqual([]);
    expect(await rows().countDocuments()).toBe(0);
  });

  it('sends other mails when one is rejected', async () => {
    server.mood = (address) => (address.startsWith('2') ? smtpRefusal(452) : undefined);

    await queueMany(4);
    await mails().sendAll();

    expect(server.recipients.sort()).toEqual(
      addresses(4).filter((address) => !address.startsWith('2')),
    );
  });

  it('sends a limited number per minute over all instances', async () => {
    await kickoff.stop();
    // Five mails a minute.
    kickoff = await open('0.05');
    const other = await kickoff.another();
    await queueMany(12);

    const sent = [];
    for (let minute = 0; minute < 3; minute += 1) {
      await Promise.all([mails().sendAll(), mails(other).sendAll()]);
      await mails().sendAll();
      sent.push(server.received.length);
      kickoff.clock.advance(MINUTE_MS);
    }

    expect(sent).toEqual([5, 10, 12]);
    expect(new Set(server.recipients).size).toBe(12);
    await other.close();
  });

  it('sends urgent mails first', async () => {
    await kickoff.stop();
    kickoff = await open('0.05');
    await queueMany(12);
    await queue('alice', { isUrgent: true });
    await mails().sendAll();

    kickoff.clock.advance(MINUTE_MS);
    await mails().sendAll();

    expect(server.recipients.indexOf('alice@fans.example')).toBeLessThan(6);
  });

  it('sends each mail once when two instances send concurrently', async () => {
    const other = await kickoff.another();
    const all = [kickoff, other];

    for (let number = 1; number <= 30; number += 1) {
      const at = all[number % all.length];
      if (at) await queue(number, {}, at);
    }
    await Promise.all(all.map((at) => mails(at).sendAll()));

    expect(server.recipients.sort()).toEqual(addresses(30).sort());
    await other.close();
  });

  it('survives a restart and resumes a mail that a crashed process claimed', async () => {
    server.mood = () => smtpRefusal(421);
    await queue('alice');
    await mails().sendAll();
    server.mood = () => undefined;
    const next = await kickoff.another();
    // A mail claimed by a process that was killed.
    const dueAt = new Date(kickoff.clock.now().getTime() + MINUTE_MS);
    await rows().updateOne({}, { $set: { leaseId: 'dead', dueAt } });

    await mails(next).sendAll();
    expect(server.recipients).toEqual([]);
    next.clock.advance(MINUTE_MS);
    await mails(next).sendAll();

    expect(server.recipients).toEqual(['alice@fans.example']);
    await next.close();
  });

  it('reuses the Message-ID in every attempt', async () => {
    const failed = new Error('451 lost');
    server.beforeTaking = () => Promise.reject(failed);
    await queue('alice');
    await mails().sendAll();
    server.beforeTaking = () => Promise.resolve();
    await later(10 * SECOND_MS);

    const ids = server.received.map(({ text }) => /^Message-ID: (.+)$/m.exec(text)?.[1]);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toMatch(/^<[0-9a-f]{24}@localhost>/);
    expect(new Set(ids).size).toBe(1);
  });

  it('stores mails encrypted', async () => {
    server.mood = () => smtpRefusal(450);
    await queue('alice');
    await mails().sendAll();

    const [row] = await rows().find({}, { promoteBuffers: true }).toArray();

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
      await queue('alice');
      await mails().sendAll();
      server.mood = () => undefined;
      keys.mail = createSecretKey(randomBytes(32));
      await later(10 * SECOND_MS);
    });

    it('are sent once an instance has the key', async () => {
      expect([server.offered, await rows().countDocuments()]).toEqual([1, 1]);
      keys.mail = own;

      await later(30 * SECOND_MS);

      expect(server.recipients).toEqual(['alice@fans.example']);
      expect(await rows().countDocuments()).toBe(0);
    });

    it('are discarded when they expire', async () => {
      await later(24 * HOUR_MS);

      expect([server.offered, await rows().countDocuments()]).toEqual([1, 0]);
    });
  });

  it('finds due mails by an index', async () => {
    const waiting = {
      sealed: Buffer.from(''),
      isUrgent: false,
      dueAt: new Date(kickoff.clock.now().getTime() + HOUR_MS),
      until: new Date(kickoff.clock.now().getTime() + 24 * HOUR_MS),
      tries: 1,
    };
    await rows().insertMany(
      Array.from({ length: 3_000 }, () => ({ _id: new Types.ObjectId(), ...waiting })),
    );

    const operations = await operationsOf(kickoff, async () => {
      await queue('alice');
      await mails().sendAll();
    });

    const own = operations.filter(({ collection }) => collection === 'mails');
    expect(own.length).toBeGreaterThan(3);
    expectIndexesAlone('mails', own);
    expect(server.recipients).toEqual(['alice@fans.example']);
  });

  it('deletes the mails of a deleted fan', async () => {
    const fan = await aFan(kickoff);
    server.mood = () => smtpRefusal(450);
    await asVisitor(kickoff).post('/api/user/forgot-password').send({ email: fan.email });
    await queue('bob');
    await mails().sendAll();
    expect(await rows().countDocuments()).toBe(2);

    await findSource(kickoff, 'mails').removeAllOf(fan.id);

    expect(await rows().countDocuments()).toBe(1);
  });

  it('deletes the mails of a removed admin', async () => {
    const ada = await anAdmin(kickoff);
    const ben = await anAdmin(kickoff, {}, ada);
    server.mood = () => smtpRefusal(450);
    await asVisitor(kickoff).post('/api/admin/forgot-password').send({ email: ben.email });
    await queue('bob');
    await mails().sendAll();
    expect(await rows().countDocuments({ accountId: ben.id })).toBe(1);

    await as(kickoff, ada).delete(`/api/admin/admins/${ben.id}`).expect(200);

    expect(await rows().countDocuments({ accountId: ben.id })).toBe(0);
    expect(await rows().countDocuments()).toBe(1);
  });

  it('is written in the transaction of a suspension', async () => {
    const admin = await anAdmin(kickoff);
    const fan = await aFan(kickoff);
    server.mood = () => smtpRefusal(450);
    const suspend = () =>
      as(kickoff, admin).post(`/api/admin/users/${fan.id}/suspend`).send({ reason: 'Spam' });
    const spy = jest
      .spyOn(mails(), 'queue')
      .mockImplementationOnce(() => Promise.reject(new Error('lost')));

    expect((await suspend()).status).toBe(500);
    expect(await rows().countDocuments()).toBe(0);
    const suspended = { suspension: { $exists: true } };
    expect(await kickoff.connection.collection('users').countDocuments(suspended)).toBe(0);
    spy.mockRestore();
    await suspend().expect(200);

    expect(await rows().countDocuments()).toBe(1);
  });

  it('is written in the transaction of the removal of a post', async () => {
    const admin = await anAdmin(kickoff);
    const post = await aPostBy(kickoff, await aFan(kickoff), 'Buy my shoes');
    server.mood = () => smtpRefusal(450);
    const remove = () =>
      as(kickoff, admin).delete(`/api/admin/posts/${post._id}`).send({ reason: 'Spam' });
    const spy = jest
      .spyOn(mails(), 'queue')
      .mockImplementationOnce(() => Promise.reject(new Error('lost')));

    expect((await remove()).status).toBe(500);
    expect(await kickoff.connection.collection('posts').countDocuments()).toBe(1);
    spy.mockRestore();
    expect((await remove()).status).toBeLessThan(300);

    expect(await rows().countDocuments()).toBe(1);
  });

  it('delivers to every fan of a bulk suspension despite refusals and the limit per minute', async () => {
    await kickoff.stop();
    kickoff = await open('0.05');
    const admin = await anAdmin(kickoff);
    const ids = (await manyFans(kickoff, 24)).map(String);
    let offers = 0;
    server.mood = () => ((offers += 1) % 3 === 0 ? smtpRefusal(421) : undefined);
    const bulk = (path: string, body: object) =>
      as(kickoff, admin).post(`/api/admin/users/bulk${path}`).send(body);

    const answer = await bulk('/preview', { action: 'suspend', ids }).expect(200);
    const { _id } = BulkPreview.parse(answer.body);
    await bulk('', { previewId: _id, reason: 'Spam' }).expect(202);
    await kickoff.app.get(BulkRunner, { strict: false }).run();
    for (let minute = 0; minute < 30; minute += 1) {
      await mails().sendAll();
      kickoff.clock.advance(MINUTE_MS);
    }

    const fans = await kickoff.connection.collection('users').find().toArray();
    expect(server.recipients.sort()).toEqual(fans.map(({ email }) => String(email)).sort());
    expect(await rows().countDocuments()).toBe(0);
  });
});
