import { EventEmitter, once } from 'node:events';

import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BulkPreview, type BulkPreviewForm, BulkProgress } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { BulkRunner } from '../src/admin/bulk/bulk-runner.js';
import { FanActsService } from '../src/admin/fans/fan-acts.service.js';
import { SuspensionsService } from '../src/auth/suspensions.service.js';
import { outsideTransaction } from '../src/common/mongo/transaction.js';
import { aFan, anAdmin, as, type Caller, logInAdmin } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans } from './support/many-fans.js';
import { until } from './support/until.js';
import { NOT_TEXT } from './support/wrong-types.js';

const MINUTE_MS = 60_000;
const NOBODY = 'aaaaaaaaaaaaaaaaaaaaaaaa';

describe('bulk actions on fans', () => {
  let kickoff: KickOff;
  let ada: Caller;
  let ben: Caller;
  let ids: string[];

  beforeAll(async () => {
    kickoff = await startKickOff();
    ada = await anAdmin(kickoff);
    ben = await anAdmin(kickoff, {}, ada);
  });
  beforeEach(async () => {
    await rows('users').deleteMany({});
    await rows('audit_log').deleteMany({});
    ada = await logInAdmin(kickoff, ada);
    const made = await manyFans(kickoff, 12, (at) => ({
      counts: { friends: 0, followers: 0, posts: at % 3 },
    }));
    ids = made.map(String);
  });
  afterAll(() => kickoff.stop());

  const rows = (name: string) => kickoff.connection.collection(name);
  const send = (path: string, body: object, by = ada) =>
    as(kickoff, by).post(`/api/admin/users/bulk${path}`).send(body);
  const preview = async (form: BulkPreviewForm) =>
    BulkPreview.strict().parse((await send('/preview', form).expect(200)).body);
  const act = async (body: object) =>
    BulkProgress.strict().parse((await send('', body).expect(202)).body);
  const progress = async (id: string) =>
    BulkProgress.parse(
      (await as(kickoff, ada).get(`/api/admin/users/bulk/${id}`).expect(200)).body,
    );
  const finished = (id: string) =>
    until(async () => {
      const seen = await progress(id);
      return seen.state === 'done' ? seen : undefined;
    });
  const suspended = () => rows('users').countDocuments({ suspension: { $exists: true } });
  const recorded = () =>
    rows('audit_log')
      .find({}, { sort: { at: 1 } })
      .toArray();

  describe('preview', () => {
    it('counts the fans, posts and sessions of a page without changing anything', async () => {
      const effect = await preview({ action: 'delete', ids: ids.slice(0, 6) });

      expect(effect).toMatchObject({
        action: 'delete',
        selected: 6,
        affected: 6,
        posts: 6,
        sessions: 0,
      });
      expect(effect.names).toHaveLength(5);
      expect(await rows('users').countDocuments()).toBe(12);
    });

    it('counts all fans that match a filter', async () => {
      const effect = await preview({ action: 'suspend', filter: { hasPosts: 'true' } });

      expect(effect).toMatchObject({ selected: 8, affected: 8, posts: 12 });
    });

    it('counts the sessions that a suspension ends', async () => {
      const fan = await aFan(kickoff);

      expect(await preview({ action: 'suspend', ids: [fan.id] })).toMatchObject({ sessions: 1 });
      expect(await preview({ action: 'restore', ids: [fan.id] })).toMatchObject({ sessions: 0 });
    });

    it('counts only fans that the action changes', async () => {
      const first = await preview({ action: 'suspend', ids: ids.slice(0, 4) });
      await act({ previewId: first._id, reason: 'Spam' });
      await finished(first._id);

      expect(await preview({ action: 'suspend', ids })).toMatchObject({
        selected: 12,
        affected: 8,
      });
      expect(await preview({ action: 'restore', ids })).toMatchObject({
        selected: 12,
        affected: 4,
      });
    });

    it('ignores unknown ids', async () => {
      expect(await preview({ action: 'delete', ids: [NOBODY] })).toMatchObject({
        selected: 0,
        affected: 0,
        names: [],
      });
    });
  });

  describe('execution', () => {
    it('changes exactly the previewed fans, each with an entry in the audit log', async () => {
      const effect = await preview({ action: 'suspend', filter: { hasPosts: 'true' } });
      // Fans who match the filter only after the preview are not part of it.
      await rows('users').updateMany({}, { $set: { 'counts.posts': 9 } });

      await act({ previewId: effect._id, reason: 'Spam' });

      expect(await finished(effect._id)).toEqual({
        _id: effect._id,
        action: 'suspend',
        state: 'done',
        total: 8,
        done: 8,
        skipped: 0,
        failed: 0,
      });
      expect(await suspended()).toBe(8);
      const entries = await recorded();
      expect(new Set(entries.map(({ targetId }) => String(targetId))).size).toBe(8);
      for (const entry of entries) {
        expect(entry).toMatchObject({
          actor: { _id: ada.id },
          action: 'user.suspend',
          details: { reason: 'Spam', bulk: effect._id },
        });
      }
    });

    it('runs once when it is sent repeatedly and to two instances', async () => {
      const other = await kickoff.another();
      const effect = await preview({ action: 'suspend', ids });

      await Promise.all(
        [kickoff, other, kickoff, other].map((instance) =>
          as(instance, ada)
            .post('/api/admin/users/bulk')
            .send({ previewId: effect._id, reason: 'Spam' })
            .expect(202),
        ),
      );
      await finished(effect._id);
      const again = await act({ previewId: effect._id, reason: 'Other' });
      await other.close();

      expect(again).toMatchObject({ state: 'done', total: 12, done: 12 });
      expect(await recorded()).toHaveLength(12);
      expect(await rows('users').countDocuments({ 'suspension.reason': 'Spam' })).toBe(12);
    });

    it('restores suspended fans with the note in the audit log', async () => {
      const effect = await preview({ action: 'suspend', ids });
      await act({ previewId: effect._id, reason: 'Spam' });
      await finished(effect._id);

      const back = await preview({ action: 'restore', filter: { status: 'suspended' } });
      await rows('audit_log').deleteMany({});
      await act({ previewId: back._id, reason: 'Wrong list' });
      await finished(back._id);

      expect(await suspended()).toBe(0);
      const details = { note: 'Wrong list', bulk: back._id };
      expect(await recorded()).toMatchObject(ids.map(() => ({ action: 'user.restore', details })));
    });

    it('deletes fans', async () => {
      const effect = await preview({ action: 'delete', ids: ids.slice(0, 5) });
      await act({ previewId: effect._id });
      await finished(effect._id);

      expect(await rows('users').countDocuments()).toBe(7);
    });

    it('skips fans who were deleted after the preview', async () => {
      const effect = await preview({ action: 'suspend', ids });
      await rows('users').deleteOne({ _id: new Types.ObjectId(ids[4]) });

      await act({ previewId: effect._id, reason: 'Spam' });

      expect(await finished(effect._id)).toMatchObject({ done: 12, skipped: 1 });
      expect(await suspended()).toBe(11);
    });

    describe('with a fan whose suspension fails', () => {
      const runner = () => kickoff.app.get(BulkRunner, { strict: false });
      /** Makes the suspension of each of these fans fail as often as given. */
      const failFor = (failures: ReadonlyMap<string | undefined, number>) => {
        const acts = kickoff.app.get(FanActsService, { strict: false });
        const original = acts.suspendActive.bind(acts);
        const left = new Map(failures);
        return jest.spyOn(acts, 'suspendActive').mockImplementation((...given) => {
          const more = left.get(given[1]) ?? 0;
          left.set(given[1], more - 1);
          return more > 0 ? Promise.reject(new Error('a bug')) : original(...given);
        });
      };
      const runAfterMinutes = async (minutes: number) => {
        kickoff.clock.advance(minutes * MINUTE_MS);
        await runner().run();
      };
      const triesOf = (failing: ReturnType<typeof failFor>, id: string | undefined) =>
        failing.mock.calls.filter((given) => given[1] === id).length;

      it('retries the fan after a minute without delaying the others', async () => {
        const effect = await preview({ action: 'suspend', ids });
        const failing = failFor(new Map([[ids[4], 1]]));

        await act({ previewId: effect._id, reason: 'Spam' });
        await runner().run();
        const waiting = await progress(effect._id);
        const shown = (await as(kickoff, ada).get('/api/admin/jobs').expect(200)).body as object;
        await runAfterMinutes(1);

        expect(waiting).toMatchObject({ state: 'running', done: 11, failed: 0 });
        expect(shown).toMatchObject({
          items: [{ job: 'bulk-acts', item: effect._id, lastError: 'Error: 1 of 12 fans failed' }],
        });
        expect(await progress(effect._id)).toMatchObject({
          ...{ state: 'done', done: 12, skipped: 0, failed: 0 },
        });
        expect(await suspended()).toBe(12);
        expect(await recorded()).toHaveLength(12);
        failing.mockRestore();
      });

      it('counts the fan as failed after three retries with growing delays', async () => {
        const effect = await preview({ action: 'suspend', ids });
        const failing = failFor(new Map([[ids[4], Infinity]]));

        await act({ previewId: effect._id, reason: 'Spam' });
        await runner().run();
        const tries = [triesOf(failing, ids[4])];
        for (const minutes of [1, 1, 1, 2, 2]) {
          await runAfterMinutes(minutes);
          tries.push(triesOf(failing, ids[4]));
        }

        expect(tries).toEqual([1, 2, 2, 3, 3, 4]);
        expect(await progress(effect._id)).toMatchObject({
          ...{ state: 'done', done: 12, skipped: 0, failed: 1 },
        });
        expect(await suspended()).toBe(11);
        expect(await rows('stuck_items').countDocuments()).toBe(0);
        failing.mockRestore();
      });
    });

    it('is completed by another instance after a crash, with one entry per fan', async () => {
      const effect = await preview({ action: 'suspend', ids });
      const acts = kickoff.app.get(FanActsService, { strict: false });
      const original = acts.suspendActive.bind(acts);
      let count = 0;
      const kill = jest.spyOn(acts, 'suspendActive').mockImplementation((...given) => {
        count += 1;
        // The instance hangs from here on, as if it had crashed.
        return count > 4 ? new Promise(() => undefined) : original(...given);
      });
      await act({ previewId: effect._id, reason: 'Spam' });
      await until(() => count > 4 || undefined);
      expect(await progress(effect._id)).toMatchObject({ state: 'running', done: 4 });

      kickoff.clock.advance(MINUTE_MS);
      const other = await kickoff.another();
      await other.app.get(BulkRunner, { strict: false }).run();

      expect(await progress(effect._id)).toMatchObject({ state: 'done', done: 12, skipped: 0 });
      expect(await recorded()).toHaveLength(12);
      kill.mockRestore();
      await other.close();
      // Closing the hanging instance also ends its pending action.
      await kickoff.close();
      kickoff = await kickoff.another();
    });

    it('suspends each fan once and overrides no later restore when an instance resumes after its lease', async () => {
      const other = await kickoff.another();
      const [late, awake] = [kickoff, other].map(({ app }) => ({
        runner: app.get(BulkRunner, { strict: false }),
        suspensions: app.get(SuspensionsService, { strict: false }),
      }));
      if (!late || !awake) throw new Error('There are two instances');
      const [lateId, nextId] = [ids[4] ?? '', ids[8]];
      const gate = new EventEmitter();
      const suspendLate = late.suspensions.suspend.bind(late.suspensions);
      const delayed = jest.spyOn(late.suspensions, 'suspend');
      let isDelayed = true;
      delayed.mockImplementation(async (...given) => {
        // Only once: the delayed transaction conflicts with the restore and is retried.
        if (given[0] === lateId && isDelayed) {
          await once(gate, 'ring');
          isDelayed = false;
        }
        return suspendLate(...given);
      });
      const suspendAwake = awake.suspensions.suspend.bind(awake.suspensions);
      jest.spyOn(awake.suspensions, 'suspend').mockImplementation(async (...given) => {
        if (given[0] === nextId) {
          await outsideTransaction(async () => {
            await as(other, ada).post(`/api/admin/users/${lateId}/restore`).expect(200);
            gate.emit('ring');
            await late.runner.run();
          });
        }
        return suspendAwake(...given);
      });
      const effect = await preview({ action: 'suspend', ids });
      await act({ previewId: effect._id, reason: 'Spam' });
      await until(() => delayed.mock.calls.length === 5 || undefined);

      kickoff.clock.advance(MINUTE_MS);
      await awake.runner.run();

      expect(await progress(effect._id)).toMatchObject({ state: 'done', done: 12, skipped: 0 });
      expect(await suspended()).toBe(11);
      const entries = await recorded();
      expect(entries.filter(({ action }) => action === 'user.suspend')).toHaveLength(12);
      delayed.mockRestore();
      await other.close();
    });

    it('answers 400 to a suspension without a reason or with an end in the past', async () => {
      const effect = await preview({ action: 'suspend', ids });

      await send('', { previewId: effect._id }).expect(400);
      await send('', { previewId: effect._id, reason: ' ' }).expect(400);
      await send('', {
        previewId: effect._id,
        reason: 'x',
        until: '2020-01-01T00:00:00Z',
      }).expect(400);

      expect(await suspended()).toBe(0);
      await as(kickoff, ada).get(`/api/admin/users/bulk/${effect._id}`).expect(404);
    });

    it('answers 404 to another admin and after an hour', async () => {
      const effect = await preview({ action: 'delete', ids });

      await send('', { previewId: effect._id }, await logInAdmin(kickoff, ben)).expect(404);
      kickoff.clock.advance(61 * MINUTE_MS);
      ada = await logInAdmin(kickoff, ada);
      await send('', { previewId: effect._id }).expect(404);

      expect(await rows('users').countDocuments()).toBe(12);
    });
  });

  it.each([
    ['no action', { ids: [NOBODY] }],
    ['another action', { action: 'promote', ids: [NOBODY] }],
    ['no selection', { action: 'delete' }],
    ['an empty list', { action: 'delete', ids: [] }],
    ['more than a page', { action: 'delete', ids: Array.from({ length: 101 }, () => NOBODY) }],
    ['an invalid id', { action: 'delete', ids: ['x'] }],
    ['an operator as id', { action: 'delete', ids: [{ $gt: '' }] }],
    ['both ids and a filter', { action: 'delete', ids: [NOBODY], filter: {} }],
    ['a filter that is not an object', { action: 'delete', filter: 'all' }],
    ['an unknown status', { action: 'delete', filter: { status: 'gone' } }],
    ['an operator as filter', { action: 'delete', filter: { q: { $gt: '' } } }],
  ])('answers 400 to a preview with %s', async (_, body) => {
    await send('/preview', body).expect(400);
  });

  it('answers 400 to an execution with fields that are not strings', async () => {
    for (const value of NOT_TEXT) {
      for (const field of ['previewId', 'reason', 'until']) {
        const { status } = await send('', { previewId: NOBODY, reason: 'x', [field]: value });
        expect({ field, value, status }).toEqual({ field, value, status: 400 });
      }
    }
  });

  it('answers 404 for an unknown preview or action', async () => {
    await send('', { previewId: NOBODY }).expect(404);
    await as(kickoff, ada).get(`/api/admin/users/bulk/${NOBODY}`).expect(404);
    await as(kickoff, ada).get('/api/admin/users/bulk/x').expect(404);
  });
});
