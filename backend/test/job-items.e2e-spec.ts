import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { StuckWork } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { BulkRunner } from '../src/admin/bulk/bulk-runner.js';
import { MediaCleanupJob } from '../src/media/media-cleanup.job.js';
import { NotificationFanoutJob } from '../src/notifications/notification-fanout.job.js';
import { AccountFixture } from './support/account-fixture.js';
import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import { filesOnDisk, uploadsFolder } from './support/stored-files.js';

const MINUTE_MS = 60_000;

describe('failed job item', () => {
  let fixture: AccountFixture;
  let admin: Caller;

  beforeAll(async () => {
    fixture = await AccountFixture.open();
    admin = await anAdmin(fixture.kickoff);
  });
  beforeEach(() => fixture.begin());
  afterAll(() => fixture.kickoff.stop());

  const rows = <Row extends object = { _id: Types.ObjectId }>(name: string) =>
    fixture.kickoff.connection.collection<Row>(name);
  const get = <Service>(of: new (...given: never[]) => Service) =>
    fixture.kickoff.app.get<Service>(of, { strict: false });
  const stuck = async () =>
    StuckWork.parse((await as(fixture.kickoff, admin).get('/api/admin/jobs').expect(200)).body)
      .items;
  const later = () => fixture.kickoff.clock.advance(MINUTE_MS);
  const inMs = (ms: number) => new Date(fixture.kickoff.clock.now().getTime() + ms);
  const nameOf = (letter: string) => `${letter.repeat(32)}.webp`;

  it('delays no other account removal and is shown to admins until its retry succeeds', async () => {
    const other = await aFan(fixture.kickoff);
    await rows('account_removals').insertOne({
      ...{ _id: new Types.ObjectId(fixture.alice.id), at: inMs(0), pass: 'first', dueAt: inMs(-1) },
      ...{ done: null },
    });

    await fixture.remove(other).expect(200);
    await fixture.removals().resume();

    const removals = rows<{ _id: Types.ObjectId; pass: string }>('account_removals');
    const passOf = async ({ id }: Caller) =>
      (await removals.findOne({ _id: new Types.ObjectId(id) }))?.pass;
    expect([await passOf(fixture.alice), await passOf(other)]).toEqual(['first', 'last']);
    expect(await stuck()).toMatchObject([
      {
        job: 'account-removals',
        item: fixture.alice.id,
        failures: 1,
        lastError: expect.stringMatching(/^TypeError/),
      },
    ]);

    await rows('account_removals').updateOne(
      { _id: new Types.ObjectId(fixture.alice.id) },
      { $set: { done: [] } },
    );
    later();
    await fixture.removals().resume();
    expect([await passOf(fixture.alice), await stuck()]).toEqual(['last', []]);
  });

  it('delays no other notification fan-out and is shown to admins until its retry succeeds', async () => {
    const request = { kind: 'story', group: 'g', target: { type: 'story', id: 's' } };
    const fanout = (id: string, audience: object | null, ms: number) => ({
      ...{ _id: id, audience, request, at: inMs(0), dueAt: inMs(ms) },
    });
    interface Row {
      _id: string;
      audience: object | null;
      dueAt?: Date;
    }
    const nobody = { followersOf: fixture.alice.id };
    await rows<Row>('notification_fanouts').insertMany([
      fanout('broken', null, -2),
      fanout('whole', nobody, -1),
    ]);

    await get(NotificationFanoutJob).resume();

    const open = () =>
      rows<Row>('notification_fanouts').distinct('_id', { dueAt: { $exists: true } });
    expect(await open()).toEqual(['broken']);
    expect(await stuck()).toMatchObject([
      { job: 'notification-rounds', item: 'broken', lastError: expect.stringMatching(/TypeError/) },
    ]);

    await rows<Row>('notification_fanouts').updateOne(
      { _id: 'broken' },
      { $set: { audience: nobody } },
    );
    later();
    await get(NotificationFanoutJob).resume();
    expect([await open(), await stuck()]).toEqual([[], []]);
  });

  it('delays no other bulk action and is shown to admins until its retry succeeds', async () => {
    const [broken, whole] = [new Types.ObjectId(), new Types.ObjectId()];
    const act = (_id: Types.ObjectId, fanIds: object[] | null, ms: number) => ({
      ...{ _id, fanIds, action: 'restore', actor: { _id: admin.id, username: 'ada' } },
      ...{
        state: 'running',
        done: 0,
        skipped: 0,
        dueAt: inMs(ms),
        expiresAt: inMs(MINUTE_MS * 60),
      },
    });
    await rows('bulk_acts').insertMany([
      act(broken, null, -2),
      act(whole, [new Types.ObjectId(fixture.alice.id)], -1),
    ]);

    await get(BulkRunner).run();

    const running = () => rows('bulk_acts').distinct('_id', { state: 'running' });
    expect(await running()).toEqual([broken]);
    expect(await stuck()).toMatchObject([{ job: 'bulk-acts', item: broken.toString() }]);

    await rows('bulk_acts').updateOne({ _id: broken }, { $set: { fanIds: [] } });
    later();
    await get(BulkRunner).run();
    expect([await running(), await stuck()]).toEqual([[], []]);
  });

  it('delays no other file cleanup and is shown to admins until its retry succeeds', async () => {
    const [broken, left, stray] = [nameOf('a'), nameOf('b'), nameOf('c')];
    const files = rows<{ _id: string; pending?: object }>('media_files');
    const file = (_id: string, since: unknown) => ({
      ...{ _id, folder: '', ownerId: new Types.ObjectId(fixture.bob.id), bytes: 1 },
      pending: { since, by: '' },
    });
    await files.insertMany([file(broken, 1), file(left, inMs(-61 * MINUTE_MS))]);
    await mkdir(uploadsFolder(fixture.kickoff), { recursive: true });
    for (const name of [broken, left, stray]) {
      await writeFile(join(uploadsFolder(fixture.kickoff), name), 'bytes');
    }

    await get(MediaCleanupJob).run();

    expect(await filesOnDisk(fixture.kickoff)).toEqual([broken]);
    expect(await stuck()).toMatchObject([{ job: 'media-sweep', item: broken, failures: 1 }]);

    const since = inMs(-61 * MINUTE_MS);
    await files.updateOne({ _id: broken }, { $set: { 'pending.since': since } });
    later();
    await get(MediaCleanupJob).tick();
    expect([await filesOnDisk(fixture.kickoff), await stuck()]).toEqual([[], []]);
  });
});
