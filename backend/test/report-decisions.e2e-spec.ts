import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ErrorAnswer, Notification, Post, ReportCase, Story } from '@kickoff/contracts';
import { z } from 'zod';

import { ReportQueueService } from '../src/reports/report-queue.service.js';
import { aFan, as, type Caller } from './support/callers.js';
import { QueueFixture } from './support/case-queue.js';
import { aPicture } from './support/pictures.js';
import { until } from './support/until.js';
import { NOT_TEXT } from './support/wrong-types.js';

const NOWHERE = '000000000000000000000000';

describe('POST /api/admin/reports/:id/resolve', () => {
  let fixture: QueueFixture;

  beforeAll(async () => {
    fixture = await QueueFixture.open();
  });
  beforeEach(() => fixture.begin());
  afterAll(() => fixture.kickoff.stop());

  async function aCommentBy(fan: Caller, text: string): Promise<string> {
    const answer = await as(fixture.kickoff, fan)
      .post(`/api/pt/posts/${fixture.post._id}/comment`)
      .send({ text })
      .expect(200);
    return Post.parse(answer.body).comments.at(-1)?._id ?? '';
  }
  async function aStoryBy(fan: Caller): Promise<Story> {
    const answer = await as(fixture.kickoff, fan)
      .post('/api/st/stories')
      .field('mediaType', 'image')
      .attach('media', await aPicture(), 'a.jpg')
      .expect(201);
    return Story.parse(answer.body);
  }
  async function notificationsOf(fan: Caller): Promise<Notification[]> {
    const answer = await as(fixture.kickoff, fan).get('/api/notifications').expect(200);
    return z.array(Notification).parse(answer.body);
  }
  /** Waits for a notification about the post, which is written after the response. */
  const notificationOf = (fan: Caller, kind: Notification['kind']) =>
    until(async () =>
      (await notificationsOf(fan)).find(
        (one) => one.kind === kind && one.target.id === fixture.post._id,
      ),
    );
  const seen = async (id: string) =>
    (await as(fixture.kickoff, fixture.bob).get(`/api/pt/posts/${id}`)).status;

  describe('decisions on a report', () => {
    it('dismiss preserves the post, closes the case and is recorded in the audit log', async () => {
      await fixture.report(fixture.bob);
      const { _id } = await fixture.newestCase();

      const answer = await fixture
        .resolve(fixture.ada, _id, { action: 'dismiss', note: 'Harmless' })
        .expect(200);

      expect(ReportCase.parse(answer.body)).toMatchObject({
        state: 'closed',
        decision: {
          action: 'dismiss',
          note: 'Harmless',
          by: { _id: fixture.ada.id, username: fixture.ada.username },
        },
      });
      expect(await seen(fixture.post._id)).toBe(200);
      expect(await fixture.acts()).toEqual(['report.dismiss']);
    });

    it('remove hides the post, which an admin can restore', async () => {
      await fixture.report(fixture.bob);
      const { _id } = await fixture.newestCase();

      await fixture
        .resolve(fixture.ada, _id, { action: 'remove', note: 'Advertising' })
        .expect(200);

      expect(await seen(fixture.post._id)).toBe(404);
      expect(await fixture.acts()).toEqual(['post.remove', 'report.remove']);
      await as(fixture.kickoff, fixture.ada)
        .post(`/api/admin/posts/${fixture.post._id}/restore`)
        .expect(200);
      expect(await seen(fixture.post._id)).toBe(200);
    });

    it('remove deletes a comment or a story and notifies the author by mail', async () => {
      const comment = await aCommentBy(fixture.carol, 'Rubbish');
      const story = await aStoryBy(fixture.carol);
      for (const [id, type] of [
        [comment, 'comment'],
        [story._id, 'story'],
      ] as const) {
        await fixture.report(fixture.bob, id, type);
        await fixture
          .resolve(fixture.ada, (await fixture.newestCase())._id, { action: 'remove' })
          .expect(200);
      }

      const shown = await as(fixture.kickoff, fixture.bob)
        .get(`/api/pt/posts/${fixture.post._id}`)
        .expect(200);
      expect(Post.parse(shown.body)).toMatchObject({ commentsCount: 0, comments: [] });
      const stories = await as(fixture.kickoff, fixture.bob).get('/api/st/stories').expect(200);
      expect(stories.body).toEqual([]);
      expect(await fixture.mailsTo(fixture.carol)).toHaveLength(2);
    });

    it('remove closes the case of a post that its author has deleted', async () => {
      await fixture.report(fixture.bob);
      await as(fixture.kickoff, fixture.alice)
        .delete(`/api/pt/posts/${fixture.post._id}`)
        .expect(204);

      const answer = await fixture.resolve(fixture.ada, (await fixture.newestCase())._id, {
        action: 'remove',
      });

      expect(answer.status).toBe(200);
    });

    it("suspend ends the author's sessions at once, and the login shows the note as the reason", async () => {
      await fixture.report(fixture.bob);

      await fixture
        .resolve(fixture.ada, (await fixture.newestCase())._id, {
          action: 'suspend',
          note: 'Spam bot',
        })
        .expect(200);

      await as(fixture.kickoff, fixture.alice).get('/api/user/profile').expect(401);
      const refused = await fixture.logIn(fixture.alice).expect(403);
      expect(ErrorAnswer.parse(refused.body)).toMatchObject({ reason: 'Spam bot' });
      expect(await fixture.acts()).toEqual(['user.suspend', 'report.suspend']);
    });

    it('suspend with a blank note has the default reason', async () => {
      await fixture.report(fixture.bob);
      const { _id } = await fixture.newestCase();

      await fixture.resolve(fixture.ada, _id, { action: 'suspend', note: ' \n' }).expect(200);

      const refused = await fixture.logIn(fixture.alice).expect(403);
      expect(ErrorAnswer.parse(refused.body)).toMatchObject({ reason: 'Reported by other fans' });
      expect((await fixture.newestCase()).decision).not.toHaveProperty('note');
    });

    it('suspend with an end date expires then, and the login shows the date', async () => {
      const until = new Date(fixture.kickoff.clock.now().getTime() + 600_000).toISOString();
      await fixture.report(fixture.bob);

      await fixture
        .resolve(fixture.ada, (await fixture.newestCase())._id, {
          action: 'suspend',
          note: 'Spam',
          until,
        })
        .expect(200);

      const refused = await fixture.logIn(fixture.alice).expect(403);
      expect(ErrorAnswer.parse(refused.body)).toMatchObject({ reason: 'Spam', until });
      fixture.kickoff.clock.advance(600_001);
      await fixture.logIn(fixture.alice).expect(200);
    });

    it.each([
      ['a date in the past', { action: 'suspend', until: '2020-01-01T00:00:00Z' }],
      ['an invalid date', { action: 'suspend', until: 'soon' }],
      ['a date with another action', { action: 'dismiss', until: '2099-01-01T00:00:00Z' }],
    ])('refuses %s with 400 and leaves the case open', async (_, given) => {
      await fixture.report(fixture.bob);
      const { _id } = await fixture.newestCase();

      await fixture.resolve(fixture.ada, _id, given).expect(400);

      expect(await fixture.newestCase()).toMatchObject({ _id, state: 'open' });
    });

    it('notifies every reporter except those who have switched reports off, and the author', async () => {
      const dave = await aFan(fixture.kickoff);
      await as(fixture.kickoff, dave)
        .patch('/api/user/settings')
        .send({ notifications: { report: false } })
        .expect(200);
      for (const fan of [fixture.bob, fixture.carol, dave]) await fixture.report(fan);

      await fixture
        .resolve(fixture.ada, (await fixture.newestCase())._id, {
          action: 'remove',
          note: 'Secret',
        })
        .expect(200);

      for (const fan of [fixture.bob, fixture.carol]) {
        expect(await notificationOf(fan, 'report')).toMatchObject({
          target: { type: 'post', id: fixture.post._id },
          text: 'An admin has looked at the post you reported and taken action.',
        });
      }
      expect(await notificationOf(fixture.alice, 'moderation')).toMatchObject({
        text: 'An admin has removed a post of yours: Secret',
      });
      expect(await notificationsOf(dave)).toEqual([]);
    });

    it('only one of two concurrent decisions is applied', async () => {
      await fixture.report(fixture.bob);
      const { _id } = await fixture.newestCase();

      const answers = await Promise.all([
        fixture.resolve(fixture.ada, _id, { action: 'remove' }),
        fixture.resolve(fixture.ben, _id, { action: 'dismiss' }),
      ]);

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const decided = await fixture.newestCase();
      expect(await seen(fixture.post._id)).toBe(decided.decision?.action === 'remove' ? 404 : 200);
      await fixture.resolve(fixture.ada, _id, { action: 'dismiss' }).expect(409);
    });

    it('an action that the target does not support answers 400 and leaves the case open', async () => {
      await fixture.report(fixture.bob, fixture.alice.id, 'user');
      const { _id } = await fixture.newestCase();

      await fixture.resolve(fixture.ada, _id, { action: 'remove' }).expect(400);
      await fixture.resolve(fixture.ada, _id, { action: 'restore' }).expect(400);

      expect(await fixture.newestCase()).toMatchObject({ state: 'open' });
      await fixture.resolve(fixture.ada, _id, { action: 'dismiss' }).expect(200);
    });

    it('an interrupted decision can be repeated after a minute', async () => {
      await fixture.report(fixture.bob);
      const { _id } = await fixture.newestCase();
      await fixture.kickoff.connection
        .collection('reports')
        .updateMany(
          {},
          { $set: { deciding: { by: fixture.ben.id, since: fixture.kickoff.clock.now() } } },
        );

      fixture.kickoff.clock.advance(50_000);
      await fixture.resolve(fixture.ada, _id, { action: 'dismiss' }).expect(409);
      fixture.kickoff.clock.advance(10_000);

      await fixture.resolve(fixture.ada, _id, { action: 'dismiss' }).expect(200);
    });

    it('an interrupted decision can be repeated by the same admin at once', async () => {
      await fixture.report(fixture.bob);
      const { _id } = await fixture.newestCase();
      const deciding = { by: fixture.ada.id, since: fixture.kickoff.clock.now() };
      await fixture.kickoff.connection.collection('reports').updateMany({}, { $set: { deciding } });

      await fixture.resolve(fixture.ada, _id, { action: 'dismiss' }).expect(200);
    });

    it('of two concurrent decisions by one admin only one is applied', async () => {
      await fixture.report(fixture.bob);
      const { _id } = await fixture.newestCase();

      const answers = await Promise.all([
        fixture.resolve(fixture.ada, _id, { action: 'suspend' }),
        fixture.resolve(fixture.ada, _id, { action: 'suspend' }),
      ]);

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await fixture.acts()).toEqual(['user.suspend', 'report.suspend']);
      expect(await fixture.mailsTo(fixture.alice)).toHaveLength(1);
    });

    it.each([
      ['the removal of a comment', 'comment', 'remove'],
      ['the removal of a story', 'story', 'remove'],
      ['a suspension', 'user', 'suspend'],
    ] as const)('%s is undone if the case cannot be closed', async (_, type, action) => {
      const ids = {
        comment: await aCommentBy(fixture.alice, 'Rubbish'),
        story: (await aStoryBy(fixture.alice))._id,
        user: fixture.alice.id,
      };
      await fixture.report(fixture.bob, ids[type], type);
      const { _id } = await fixture.newestCase();
      const queue = fixture.kickoff.app.get(ReportQueueService, { strict: false });
      const close = jest
        .spyOn(queue, 'close')
        .mockRejectedValueOnce(new Error('The process died here'));

      await fixture.resolve(fixture.ada, _id, { action }).expect(500);

      close.mockRestore();
      const post = await as(fixture.kickoff, fixture.alice)
        .get(`/api/pt/posts/${fixture.post._id}`)
        .expect(200);
      expect(Post.parse(post.body).commentsCount).toBe(1);
      const stories = await as(fixture.kickoff, fixture.bob).get('/api/st/stories').expect(200);
      const story = z
        .array(Story)
        .parse(stories.body)
        .find(({ _id: id }) => id === ids.story);
      await as(fixture.kickoff, fixture.bob)
        .get(`/api/uploads/stories/${story?.media}`)
        .expect(200);
      expect(await fixture.acts()).toEqual([]);
      expect(await fixture.mailsTo(fixture.alice)).toEqual([]);
      await fixture.resolve(fixture.ben, _id, { action: 'dismiss' }).expect(200);
    });

    it('a report after the decision opens a new case about the same target', async () => {
      await fixture.report(fixture.bob);
      await fixture
        .resolve(fixture.ada, (await fixture.newestCase())._id, { action: 'dismiss' })
        .expect(200);

      await fixture.report(fixture.bob);

      expect((await fixture.cases('state=open')).map(({ targetId }) => targetId)).toEqual([
        fixture.post._id,
      ]);
    });

    it.each([
      ...NOT_TEXT.map((action) => ({ action })),
      ...NOT_TEXT.map((note) => ({ action: 'dismiss', note })),
      {},
      { action: 'delete' },
      { action: 'dismiss', note: 'a'.repeat(1_001) },
    ])('answers 400 for %j', async (body) => {
      await fixture.report(fixture.bob);
      const { _id } = await fixture.newestCase();

      await fixture.resolve(fixture.ada, _id, body).expect(400);

      expect(await fixture.newestCase()).toMatchObject({ state: 'open' });
    });

    it('answers 404 for an unknown case', async () => {
      await fixture.resolve(fixture.ada, NOWHERE, { action: 'dismiss' }).expect(404);
    });
  });
});
