import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ReportCase } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { PersonalDataSources } from '../src/accounts/personal-data-sources.js';
import { OperatorService } from '../src/admin/operator.service.js';
import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import { QueueFixture } from './support/case-queue.js';
import { everyPage } from './support/every-page.js';
import { operationsOf } from './support/operations.js';

const NOWHERE = '000000000000000000000000';

describe('report queue', () => {
  let fixture: QueueFixture;

  beforeAll(async () => {
    fixture = await QueueFixture.open();
  });
  beforeEach(() => fixture.begin());
  afterAll(() => fixture.kickoff.stop());

  const assign = (by: Caller, id: string) =>
    as(fixture.kickoff, by).post(`/api/admin/reports/${id}/assign`);
  const release = (by: Caller, id: string) =>
    as(fixture.kickoff, by).delete(`/api/admin/reports/${id}/assign`);

  describe('GET /api/admin/reports', () => {
    it('lists one case per target, newest first, with reporters and reasons', async () => {
      await fixture.report(fixture.bob, fixture.post._id, 'post', 'Advertising');
      await fixture.report(fixture.carol, fixture.post._id, 'post', 'Shoes again');
      await fixture.report(fixture.bob, fixture.alice.id, 'user', 'A bot');

      expect(await fixture.cases()).toMatchObject([
        { targetType: 'user', targetId: fixture.alice.id, count: 1, state: 'open' },
        {
          targetType: 'post',
          targetId: fixture.post._id,
          owner: { _id: fixture.alice.id, username: fixture.alice.username },
          snapshot: { username: fixture.alice.username, text: 'Buy my shoes', media: [] },
          count: 2,
          reports: [
            {
              reporter: { _id: fixture.carol.id, username: fixture.carol.username },
              reason: 'Shoes again',
            },
            {
              reporter: { _id: fixture.bob.id, username: fixture.bob.username },
              reason: 'Advertising',
            },
          ],
          state: 'open',
        },
      ]);
    });

    it('preserves the reported text when the author edits or deletes the post', async () => {
      await fixture.report(fixture.bob);
      await as(fixture.kickoff, fixture.alice)
        .patch(`/api/pt/posts/${fixture.post._id}`)
        .send({ text: 'Only love' })
        .expect(200);
      await fixture.report(fixture.carol);
      await as(fixture.kickoff, fixture.alice)
        .delete(`/api/pt/posts/${fixture.post._id}`)
        .expect(204);

      expect((await fixture.newestCase()).snapshot.text).toBe('Buy my shoes');
    });

    it('filters by state and by the calling admin', async () => {
      await fixture.report(fixture.bob);
      const first = await fixture.newestCase();
      await fixture.report(fixture.bob, fixture.alice.id, 'user');
      const second = await fixture.newestCase();
      await fixture.resolve(fixture.ada, first._id, { action: 'dismiss' }).expect(200);
      await assign(fixture.ada, second._id).expect(200);

      const idsOf = async (query: string) => (await fixture.cases(query)).map(({ _id }) => _id);
      expect(await idsOf('state=open')).toEqual([second._id]);
      expect(await idsOf('state=closed')).toEqual([first._id]);
      expect(await idsOf('')).toEqual([second._id, first._id]);
      expect(await idsOf('mine=true')).toEqual([second._id]);
      const others = await as(fixture.kickoff, fixture.ben)
        .get('/api/admin/reports?mine=true')
        .expect(200);
      expect(others.body).toEqual([]);
    });

    it('pages the list and returns the total in X-Total-Count', async () => {
      for (let count = 0; count < 3; count += 1) {
        await fixture.report(
          fixture.bob,
          (await fixture.postBy(fixture.alice, `Spam ${count}`))._id,
        );
      }

      const pages = await everyPage(
        fixture.kickoff,
        fixture.ada,
        '/api/admin/reports?limit=1&state=open',
      );
      const { headers } = await as(fixture.kickoff, fixture.ada)
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
        await fixture.report(
          fixture.bob,
          (await fixture.postBy(fixture.alice, `Spam ${count}`))._id,
        );
      }

      for (const query of ['', 'state=open&']) {
        const operations = await operationsOf(fixture.kickoff, () =>
          as(fixture.kickoff, fixture.ada).get(`/api/admin/reports?${query}limit=2`).expect(200),
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

    it('examines as many reports of a case with many as of one with few', async () => {
      const targetId = (await fixture.postBy(fixture.alice, 'Spam'))._id;
      await fixture.report(fixture.bob, targetId);
      const reports = fixture.kickoff.connection.collection('report_entries');
      const known = await reports.findOne({}, { sort: { _id: -1 } });
      const cost = async () => {
        const reporter = await aFan(fixture.kickoff);
        const operations = await operationsOf(fixture.kickoff, async () => {
          await fixture.report(reporter, targetId);
          await as(fixture.kickoff, fixture.ada).get('/api/admin/reports?limit=1').expect(200);
        });
        return operations
          .filter(({ collection }) => collection.startsWith('report'))
          .reduce((sum, { examined: { documents, keys } }) => sum + documents + keys, 0);
      };
      const insert = (count: number) =>
        reports.insertMany(
          Array.from({ length: count }, () => ({
            ...known,
            _id: new Types.ObjectId(),
            reporterId: new Types.ObjectId(),
          })),
        );

      await insert(40);
      const few = await cost();
      await insert(2_000);

      expect(await cost()).toBe(few);
    });

    it.each(['state=all', 'state[$ne]=open', 'mine=false', 'limit=0', 'cursor=forged'])(
      'answers 400 for ?%s',
      async (query) => {
        await as(fixture.kickoff, fixture.ada).get(`/api/admin/reports?${query}`).expect(400);
      },
    );

    it('omits the name of a deleted reporter and cases about a deleted fan', async () => {
      const dave = await aFan(fixture.kickoff);
      await fixture.report(dave);
      await fixture.report(fixture.bob, dave.id, 'user');
      for (const step of fixture.kickoff.app.get(PersonalDataSources, { strict: false }).all) {
        await step.removeAllOf(dave.id);
      }

      expect(await fixture.cases()).toMatchObject([
        { targetType: 'post', count: 1, reports: [{ reason: 'Spam' }] },
      ]);
      expect((await fixture.newestCase()).reports[0]?.reporter).toBeUndefined();
    });
  });

  describe('/api/admin/reports/:id/assign', () => {
    it('assigns a case to one admin until that admin releases it', async () => {
      await fixture.report(fixture.bob);
      const { _id } = await fixture.newestCase();

      const taken = await assign(fixture.ada, _id).expect(200);
      expect(ReportCase.parse(taken.body).assignee).toEqual({
        _id: fixture.ada.id,
        username: fixture.ada.username,
      });
      await assign(fixture.ada, _id).expect(200);
      await assign(fixture.ben, _id).expect(409);
      await release(fixture.ben, _id).expect(409);
      await release(fixture.ada, _id).expect(204);
      await release(fixture.ada, _id).expect(204);
      await assign(fixture.ben, _id).expect(200);

      expect(await fixture.acts()).toEqual(['report.assign', 'report.release', 'report.assign']);
    });

    it('assigns a case to only one of two admins who request it concurrently', async () => {
      await fixture.report(fixture.bob);
      const { _id } = await fixture.newestCase();

      const answers = await Promise.all([assign(fixture.ada, _id), assign(fixture.ben, _id)]);

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('assigns a case of an admin who was removed', async () => {
      const carl = await anAdmin(fixture.kickoff, {}, fixture.ada);
      await fixture.report(fixture.bob);
      const { _id } = await fixture.newestCase();
      await assign(carl, _id).expect(200);
      await as(fixture.kickoff, fixture.ada).delete(`/api/admin/admins/${carl.id}`).expect(200);

      const answers = await Promise.all([assign(fixture.ada, _id), assign(fixture.ben, _id)]);

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('releases a case of an admin whose approval was withdrawn', async () => {
      const carl = await anAdmin(fixture.kickoff, {}, fixture.ada);
      await fixture.report(fixture.bob);
      const { _id } = await fixture.newestCase();
      await assign(carl, _id).expect(200);
      await fixture.kickoff.app.get(OperatorService, { strict: false }).suspend(carl.email);

      await release(fixture.ben, _id).expect(204);

      expect((await fixture.newestCase()).assignee).toBeUndefined();
      expect((await fixture.acts()).at(-1)).toBe('report.release');
    });

    it('answers 409 for a closed case and 404 for an unknown one', async () => {
      await fixture.report(fixture.bob);
      const { _id } = await fixture.newestCase();
      await fixture.resolve(fixture.ada, _id, { action: 'dismiss' }).expect(200);

      await assign(fixture.ada, _id).expect(409);
      await release(fixture.ada, _id).expect(409);
      await assign(fixture.ada, NOWHERE).expect(404);
      await release(fixture.ada, 'not-an-id').expect(404);
    });
  });

  it('answers 401 to a fan on every route of the queue', async () => {
    await fixture.report(fixture.bob);
    const { _id } = await fixture.newestCase();

    for (const status of [
      (await as(fixture.kickoff, fixture.bob).get('/api/admin/reports')).status,
      (await assign(fixture.bob, _id)).status,
      (await release(fixture.bob, _id)).status,
      (await fixture.resolve(fixture.bob, _id, { action: 'dismiss' })).status,
    ]) {
      expect(status).toBe(401);
    }
    expect(await fixture.newestCase()).toMatchObject({ state: 'open' });
  });
});
