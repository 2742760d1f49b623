import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ReportCase } from '@kickoff/contracts';
import { z } from 'zod';

import { PersonalDataSources } from '../src/accounts/personal-data-sources.js';
import { aFan, as, type Caller } from './support/callers.js';
import { QueueRoom } from './support/case-queue.js';
import { everyPage } from './support/every-page.js';
import { operationsOf } from './support/operations.js';

const NOWHERE = '000000000000000000000000';

describe('report queue', () => {
  let room: QueueRoom;

  beforeAll(async () => {
    room = await QueueRoom.open();
  });
  beforeEach(() => room.begin());
  afterAll(() => room.kickoff.stop());

  const assign = (by: Caller, id: string) =>
    as(room.kickoff, by).post(`/api/admin/reports/${id}/assign`);
  const release = (by: Caller, id: string) =>
    as(room.kickoff, by).delete(`/api/admin/reports/${id}/assign`);

  describe('GET /api/admin/reports', () => {
    it('lists one case per target, newest first, with reporters and reasons', async () => {
      await room.report(room.bob, room.post._id, 'post', 'Advertising');
      await room.report(room.carol, room.post._id, 'post', 'Shoes again');
      await room.report(room.bob, room.alice.id, 'user', 'A bot');

      expect(await room.cases()).toMatchObject([
        { targetType: 'user', targetId: room.alice.id, count: 1, state: 'open' },
        {
          targetType: 'post',
          targetId: room.post._id,
          owner: { _id: room.alice.id, username: room.alice.username },
          snapshot: { username: room.alice.username, text: 'Buy my shoes', media: [] },
          count: 2,
          reports: [
            {
              reporter: { _id: room.carol.id, username: room.carol.username },
              reason: 'Shoes again',
            },
            { reporter: { _id: room.bob.id, username: room.bob.username }, reason: 'Advertising' },
          ],
          state: 'open',
        },
      ]);
    });

    it('preserves the reported text when the author edits or deletes the post', async () => {
      await room.report(room.bob);
      await as(room.kickoff, room.alice)
        .patch(`/api/pt/posts/${room.post._id}`)
        .send({ text: 'Only love' })
        .expect(200);
      await room.report(room.carol);
      await as(room.kickoff, room.alice).delete(`/api/pt/posts/${room.post._id}`).expect(204);

      expect((await room.newestCase()).snapshot.text).toBe('Buy my shoes');
    });

    it('filters by state and by the calling admin', async () => {
      await room.report(room.bob);
      const first = await room.newestCase();
      await room.report(room.bob, room.alice.id, 'user');
      const second = await room.newestCase();
      await room.resolve(room.ada, first._id, { action: 'dismiss' }).expect(200);
      await assign(room.ada, second._id).expect(200);

      const idsOf = async (query: string) => (await room.cases(query)).map(({ _id }) => _id);
      expect(await idsOf('state=open')).toEqual([second._id]);
      expect(await idsOf('state=closed')).toEqual([first._id]);
      expect(await idsOf('')).toEqual([second._id, first._id]);
      expect(await idsOf('mine=true')).toEqual([second._id]);
      const others = await as(room.kickoff, room.ben)
        .get('/api/admin/reports?mine=true')
        .expect(200);
      expect(others.body).toEqual([]);
    });

    it('pages the list and returns the total in X-Total-Count', async () => {
      for (let count = 0; count < 3; count += 1) {
        await room.report(room.bob, (await room.postBy(room.alice, `Spam ${count}`))._id);
      }

      const pages = await everyPage(
        room.kickoff,
        room.ada,
        '/api/admin/reports?limit=1&state=open',
      );
      const { headers } = await as(room.kickoff, room.ada)
        .get('/api/admin/reports?limit=1')
        .expect(200);

      expect(
        pages.flatMap((page) =>
          z
            .array(ReportCase)
            .parse(page)
            .map(({ snapshot }) => snapshot.text),
        ),
      ).toEqual(['Spam 2', 'Spam 1', 'Spam 0']);
      expect(headers['x-total-count']).toBe('3');
    });

    it('examines only the cases of the page', async () => {
      for (let count = 0; count < 6; count += 1) {
        await room.report(room.bob, (await room.postBy(room.alice, `Spam ${count}`))._id);
      }

      for (const query of ['', 'state=open&']) {
        const operations = await operationsOf(room.kickoff, () =>
          as(room.kickoff, room.ada).get(`/api/admin/reports?${query}limit=2`).expect(200),
        );
        const reads = operations.filter(({ collection }) => collection.startsWith('report'));
        expect(reads.map(({ plan }) => plan).join()).not.toContain('COLLSCAN');
        for (const { collection, examined } of reads) {
          expect({ collection, most: Math.max(3, examined.documents) }).toEqual({
            collection,
            most: 3,
          });
        }
      }
    });

    it.each(['state=all', 'state[$ne]=open', 'mine=false', 'limit=0', 'cursor=forged'])(
      'answers 400 for ?%s',
      async (query) => {
        await as(room.kickoff, room.ada).get(`/api/admin/reports?${query}`).expect(400);
      },
    );

    it('omits the name of a deleted reporter and cases about a deleted fan', async () => {
      const dave = await aFan(room.kickoff);
      await room.report(dave);
      await room.report(room.bob, dave.id, 'user');
      for (const step of room.kickoff.app.get(PersonalDataSources, { strict: false }).all) {
        await step.removeAllOf(dave.id);
      }

      expect(await room.cases()).toMatchObject([
        { targetType: 'post', count: 1, reports: [{ reason: 'Spam' }] },
      ]);
      expect((await room.newestCase()).reports[0]?.reporter).toBeUndefined();
    });
  });

  describe('/api/admin/reports/:id/assign', () => {
    it('assigns a case to one admin until that admin releases it', async () => {
      await room.report(room.bob);
      const { _id } = await room.newestCase();

      const taken = await assign(room.ada, _id).expect(200);
      expect(ReportCase.parse(taken.body).assignee).toEqual({
        _id: room.ada.id,
        username: room.ada.username,
      });
      await assign(room.ada, _id).expect(200);
      await assign(room.ben, _id).expect(409);
      await release(room.ben, _id).expect(409);
      await release(room.ada, _id).expect(204);
      await release(room.ada, _id).expect(204);
      await assign(room.ben, _id).expect(200);

      expect(await room.acts()).toEqual(['report.assign', 'report.release', 'report.assign']);
    });

    it('assigns a case to only one of two admins who request it concurrently', async () => {
      await room.report(room.bob);
      const { _id } = await room.newestCase();

      const answers = await Promise.all([assign(room.ada, _id), assign(room.ben, _id)]);

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('answers 409 for a closed case and 404 for an unknown one', async () => {
      await room.report(room.bob);
      const { _id } = await room.newestCase();
      await room.resolve(room.ada, _id, { action: 'dismiss' }).expect(200);

      await assign(room.ada, _id).expect(409);
      await release(room.ada, _id).expect(409);
      await assign(room.ada, NOWHERE).expect(404);
      await release(room.ada, 'not-an-id').expect(404);
    });
  });

  it('answers 401 to a fan on every route of the queue', async () => {
    await room.report(room.bob);
    const { _id } = await room.newestCase();

    for (const status of [
      (await as(room.kickoff, room.bob).get('/api/admin/reports')).status,
      (await assign(room.bob, _id)).status,
      (await release(room.bob, _id)).status,
      (await room.resolve(room.bob, _id, { action: 'dismiss' })).status,
    ]) {
      expect(status).toBe(401);
    }
    expect(await room.newestCase()).toMatchObject({ state: 'open' });
  });
});
