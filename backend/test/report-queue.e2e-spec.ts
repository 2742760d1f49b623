import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Post, ReportCase, type ReportTarget } from '@kickoff/contracts';
import { z } from 'zod';

import { Holdings } from '../src/accounts/holdings.js';
import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import {
  actsOnRecord,
  casesSeenBy,
  emptyQueue,
  newestCase,
  report as reportTo,
  resolve as decide,
} from './support/case-queue.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { collectMails } from './support/mailbox.js';
import { operationsOf } from './support/operations.js';
import { aPostBy } from './support/posts.js';

const NOWHERE = '000000000000000000000000';

describe("the admins' queue of reports", () => {
  let kickoff: KickOff;
  let ada: Caller;
  let ben: Caller;
  let alice: Caller;
  let bob: Caller;
  let carol: Caller;
  let post: Post;

  beforeAll(async () => {
    kickoff = await startKickOff();
    ada = await anAdmin(kickoff);
    ben = await anAdmin(kickoff, {}, ada);
    bob = await aFan(kickoff);
    carol = await aFan(kickoff);
  });
  beforeEach(async () => {
    await emptyQueue(kickoff);
    alice = await aFan(kickoff);
    post = await postBy(alice, 'Buy my shoes');
    await mails();
  });
  afterAll(() => kickoff.stop());

  const postBy = (fan: Caller, text: string) => aPostBy(kickoff, fan, text);
  const report = (by: Caller, targetId = post._id, targetType?: ReportTarget, reason?: string) =>
    reportTo(kickoff, by, targetId, targetType, reason);
  const queue = (query?: string) => casesSeenBy(kickoff, ada, query);
  const newest = () => newestCase(kickoff, ada);
  const assign = (by: Caller, id: string) =>
    as(kickoff, by).post(`/api/admin/reports/${id}/assign`);
  const release = (by: Caller, id: string) =>
    as(kickoff, by).delete(`/api/admin/reports/${id}/assign`);
  const resolve = (by: Caller, id: string, body: object) => decide(kickoff, by, id, body);
  const mails = () => collectMails(kickoff, kickoff.surroundings.settings.dataFolder);
  const acts = () => actsOnRecord(kickoff, ada);

  describe('list', () => {
    it('shows one case a target, with who reported it and why, the newest first', async () => {
      await report(bob, post._id, 'post', 'Advertising');
      await report(carol, post._id, 'post', 'Shoes again');
      await report(bob, alice.id, 'user', 'A bot');

      expect(await queue()).toMatchObject([
        { targetType: 'user', targetId: alice.id, count: 1, state: 'open' },
        {
          targetType: 'post',
          targetId: post._id,
          owner: { _id: alice.id, username: alice.username },
          snapshot: { username: alice.username, text: 'Buy my shoes', media: [] },
          count: 2,
          reports: [
            { reporter: { _id: carol.id, username: carol.username }, reason: 'Shoes again' },
            { reporter: { _id: bob.id, username: bob.username }, reason: 'Advertising' },
          ],
          state: 'open',
        },
      ]);
    });

    it('keeps what was reported as it was, whatever its author does', async () => {
      await report(bob);
      await as(kickoff, alice)
        .patch(`/api/pt/posts/${post._id}`)
        .send({ text: 'Only love' })
        .expect(200);
      await report(carol);
      await as(kickoff, alice).delete(`/api/pt/posts/${post._id}`).expect(204);

      expect((await newest()).snapshot.text).toBe('Buy my shoes');
    });

    it('is narrowed by state and to the cases of the asking admin', async () => {
      await report(bob);
      const first = await newest();
      await report(bob, alice.id, 'user');
      const second = await newest();
      await resolve(ada, first._id, { action: 'dismiss' }).expect(200);
      await assign(ada, second._id).expect(200);

      const idsOf = async (query: string) => (await queue(query)).map(({ _id }) => _id);
      expect(await idsOf('state=open')).toEqual([second._id]);
      expect(await idsOf('state=closed')).toEqual([first._id]);
      expect(await idsOf('')).toEqual([second._id, first._id]);
      expect(await idsOf('mine=true')).toEqual([second._id]);
      const others = await as(kickoff, ben).get('/api/admin/reports?mine=true').expect(200);
      expect(others.body).toEqual([]);
    });

    it('goes page by page, with the total beside it', async () => {
      for (let count = 0; count < 3; count += 1) {
        await report(bob, (await postBy(alice, `Spam ${count}`))._id);
      }

      const pages = await everyPage(kickoff, ada, '/api/admin/reports?limit=1&state=open');
      const { headers } = await as(kickoff, ada).get('/api/admin/reports?limit=1').expect(200);

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

    it("looks at a page's cases alone", async () => {
      for (let count = 0; count < 6; count += 1) {
        await report(bob, (await postBy(alice, `Spam ${count}`))._id);
      }

      for (const query of ['', 'state=open&']) {
        const operations = await operationsOf(kickoff, () =>
          as(kickoff, ada).get(`/api/admin/reports?${query}limit=2`).expect(200),
        );
        const looks = operations.filter(({ collection }) => collection.startsWith('report'));
        expect(looks.map(({ plan }) => plan).join()).not.toContain('COLLSCAN');
        for (const { collection, examined } of looks) {
          expect({ collection, most: Math.max(3, examined.documents) }).toEqual({
            collection,
            most: 3,
          });
        }
      }
    });

    it.each(['state=all', 'state[$ne]=open', 'mine=false', 'limit=0', 'cursor=forged'])(
      'answers 400 to ?%s',
      async (query) => {
        await as(kickoff, ada).get(`/api/admin/reports?${query}`).expect(400);
      },
    );

    it('names nobody who has left, and forgets cases about them', async () => {
      const dave = await aFan(kickoff);
      await report(dave);
      await report(bob, dave.id, 'user');
      for (const step of kickoff.app.get(Holdings, { strict: false }).all) {
        await step.removeAllOf(dave.id);
      }

      expect(await queue()).toMatchObject([
        { targetType: 'post', count: 1, reports: [{ reason: 'Spam' }] },
      ]);
      expect((await newest()).reports[0]?.reporter).toBeUndefined();
    });
  });

  describe('an admin who takes a case', () => {
    it('has it until it is given back', async () => {
      await report(bob);
      const { _id } = await newest();

      const taken = await assign(ada, _id).expect(200);
      expect(ReportCase.parse(taken.body).assignee).toEqual({
        _id: ada.id,
        username: ada.username,
      });
      await assign(ada, _id).expect(200);
      await assign(ben, _id).expect(409);
      await release(ben, _id).expect(409);
      await release(ada, _id).expect(204);
      await release(ada, _id).expect(204);
      await assign(ben, _id).expect(200);

      expect(await acts()).toEqual(['report.assign', 'report.release', 'report.assign']);
    });

    it('is one of two at the same time', async () => {
      await report(bob);
      const { _id } = await newest();

      const answers = await Promise.all([assign(ada, _id), assign(ben, _id)]);

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('takes none that is closed or not there', async () => {
      await report(bob);
      const { _id } = await newest();
      await resolve(ada, _id, { action: 'dismiss' }).expect(200);

      await assign(ada, _id).expect(409);
      await release(ada, _id).expect(409);
      await assign(ada, NOWHERE).expect(404);
      await release(ada, 'not-an-id').expect(404);
    });
  });

  it('is for admins alone', async () => {
    await report(bob);
    const { _id } = await newest();

    for (const status of [
      (await as(kickoff, bob).get('/api/admin/reports')).status,
      (await assign(bob, _id)).status,
      (await release(bob, _id)).status,
      (await resolve(bob, _id, { action: 'dismiss' })).status,
    ]) {
      expect(status).toBe(401);
    }
    expect(await newest()).toMatchObject({ state: 'open' });
  });
});
