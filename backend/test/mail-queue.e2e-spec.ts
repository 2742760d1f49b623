import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BulkPreview } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { BulkRunner } from '../src/admin/bulk/bulk-runner.js';
import { anAdmin, as } from './support/callers.js';
import type { KickOff } from './support/kickoff.js';
import { MailQueueFixture } from './support/mail-queue-fixture.js';
import { type MailServer, smtpRefusal } from './support/mail-server.js';
import { manyFans } from './support/many-fans.js';
import { expectIndexesAlone, operationsOf } from './support/operations.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index + 1}@fans.example`);

describe('mail queue', () => {
  let given: MailQueueFixture;
  let server: MailServer;
  let kickoff: KickOff;

  beforeEach(async () => {
    given = await MailQueueFixture.open();
    ({ server, kickoff } = given);
  });
  afterEach(() => given.close());

  it('sends all mails over one connection and deletes them', async () => {
    await given.queueMany(30);
    await given.sendAll();

    expect(server.recipients.sort()).toEqual(addresses(30).sort());
    expect(server.connections).toBe(1);
    expect(await given.rows().countDocuments()).toBe(0);
  });

  it.each([421, 450, 451])('retries a mail after 10 seconds on SMTP status %i', async (status) => {
    server.mood = () => smtpRefusal(status);
    await given.queue('alice');
    await given.sendAll();
    server.mood = () => undefined;

    await given.later(9 * SECOND_MS);
    expect(server.recipients).toEqual([]);
    await given.later(SECOND_MS);

    expect(server.recipients).toEqual(['alice@fans.example']);
    expect(await given.rows().countDocuments()).toBe(0);
  });

  it('sends no more mails to a closing SMTP server and backs off', async () => {
    server.mood = () => smtpRefusal(421);
    await given.queueMany(20);
    await given.sendAll();

    expect(server.offered).toBe(1);
    const offeredAfter = [];
    for (const seconds of [10, 10, 10, 10, 60, 300]) {
      await given.later(seconds * SECOND_MS);
      offeredAfter.push(server.offered);
    }

    expect(offeredAfter).toEqual([2, 2, 2, 3, 4, 5]);
    server.mood = () => undefined;
    await given.later(15 * MINUTE_MS);
    expect(server.recipients.sort()).toEqual(addresses(20).sort());
  });

  it('shows delayed mails to admins without addresses', async () => {
    const admin = await anAdmin(kickoff);
    const stuck = async () =>
      (await as(kickoff, admin).get('/api/admin/jobs').expect(200)).body as unknown;
    server.mood = () => smtpRefusal(421);
    await given.queue(1);
    await given.sendAll();
    const delayed = await stuck();
    server.mood = () => undefined;
    await given.later(MINUTE_MS);

    expect(delayed).toMatchObject({ items: [{ job: 'mails', failures: 1 }], total: 1 });
    expect(JSON.stringify(delayed)).not.toContain('fans.example');
    expect(server.recipients).toEqual(addresses(1));
    expect(await stuck()).toEqual({ items: [], total: 0 });
  });

  it('retries for 24 hours and then gives up', async () => {
    server.mood = () => smtpRefusal(450);
    await given.queue('alice');
    await given.sendAll();
    for (let hour = 0; hour < 23; hour += 1) await given.later(HOUR_MS);
    expect([server.offered, await given.rows().countDocuments()]).toEqual([24, 1]);

    await given.later(HOUR_MS);

    expect([server.offered, await given.rows().countDocuments()]).toEqual([24, 0]);
  });

  it('discards a mail that has expired or whose recipient does not exist', async () => {
    server.mood = (address) => (address.startsWith('nobody') ? smtpRefusal(550) : smtpRefusal(450));
    await given.queue('nobody');
    await given.queue('alice', { until: new Date(kickoff.clock.now().getTime() + 30 * MINUTE_MS) });
    await given.sendAll();
    expect([server.offered, await given.rows().countDocuments()]).toEqual([2, 1]);
    server.mood = () => undefined;

    await given.later(30 * MINUTE_MS);

    expect(server.recipients).toEqual([]);
    expect(await given.rows().countDocuments()).toBe(0);
  });

  it('sends other mails when one is rejected', async () => {
    server.mood = (address) => (address.startsWith('2') ? smtpRefusal(452) : undefined);

    await given.queueMany(4);
    await given.sendAll();

    expect(server.recipients.sort()).toEqual(
      addresses(4).filter((address) => !address.startsWith('2')),
    );
  });

  it('sends a limited number per minute over all instances', async () => {
    await given.limit();
    const { kickoff } = given;
    const other = await kickoff.another();
    await given.queueMany(12);

    const sent = [];
    for (let minute = 0; minute < 3; minute += 1) {
      await Promise.all([given.sendAll(), given.sendAll(other)]);
      await given.sendAll();
      sent.push(server.received.length);
      kickoff.clock.advance(MINUTE_MS);
    }

    expect(sent).toEqual([5, 10, 12]);
    expect(new Set(server.recipients).size).toBe(12);
    await other.close();
  });

  it('sends urgent mails first', async () => {
    await given.limit();
    const { kickoff } = given;
    await given.queueMany(12);
    await given.queue('alice', { isUrgent: true });
    await given.sendAll();

    kickoff.clock.advance(MINUTE_MS);
    await given.sendAll();

    expect(server.recipients.indexOf('alice@fans.example')).toBeLessThan(6);
  });

  it('sends each mail once when two instances send concurrently', async () => {
    const other = await kickoff.another();
    const all = [kickoff, other];

    for (let number = 1; number <= 30; number += 1) {
      const at = all[number % all.length];
      if (at) await given.queue(number, {}, at);
    }
    await Promise.all(all.map((at) => given.sendAll(at)));

    expect(server.recipients.sort()).toEqual(addresses(30).sort());
    await other.close();
  });

  it('survives a restart and resumes a mail that a crashed process claimed', async () => {
    server.mood = () => smtpRefusal(421);
    await given.queue('alice');
    await given.sendAll();
    server.mood = () => undefined;
    const next = await kickoff.another();
    // A mail claimed by a process that was killed.
    const dueAt = new Date(kickoff.clock.now().getTime() + MINUTE_MS);
    await given.rows().updateOne({}, { $set: { leaseId: 'dead', dueAt } });

    await given.sendAll(next);
    expect(server.recipients).toEqual([]);
    next.clock.advance(MINUTE_MS);
    await given.sendAll(next);

    expect(server.recipients).toEqual(['alice@fans.example']);
    await next.close();
  });

  it('reuses the Message-ID in every attempt', async () => {
    const failed = new Error('451 lost');
    server.beforeTaking = () => Promise.reject(failed);
    await given.queue('alice');
    await given.sendAll();
    server.beforeTaking = () => Promise.resolve();
    await given.later(10 * SECOND_MS);

    const ids = server.received.map(({ text }) => /^Message-ID: (.+)$/m.exec(text)?.[1]);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toMatch(/^<[0-9a-f]{24}@localhost>/);
    expect(new Set(ids).size).toBe(1);
  });

  it('finds due mails by an index', async () => {
    const waiting = {
      sealed: Buffer.from(''),
      isUrgent: false,
      dueAt: new Date(kickoff.clock.now().getTime() + HOUR_MS),
      until: new Date(kickoff.clock.now().getTime() + 24 * HOUR_MS),
      tries: 1,
    };
    await given
      .rows()
      .insertMany(Array.from({ length: 3_000 }, () => ({ _id: new Types.ObjectId(), ...waiting })));

    const operations = await operationsOf(kickoff, async () => {
      await given.queue('alice');
      await given.sendAll();
    });

    const own = operations.filter(({ collection }) => collection === 'mails');
    expect(own.length).toBeGreaterThan(3);
    expectIndexesAlone('mails', own);
    expect(server.recipients).toEqual(['alice@fans.example']);
  });

  it('delivers to every fan of a bulk suspension despite refusals and the limit per minute', async () => {
    await given.limit();
    const { kickoff } = given;
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
      await given.sendAll();
      kickoff.clock.advance(MINUTE_MS);
    }

    const fans = await kickoff.connection.collection('users').find().toArray();
    expect(server.recipients.sort()).toEqual(fans.map(({ email }) => String(email)).sort());
    expect(await given.rows().countDocuments()).toBe(0);
  });
});
