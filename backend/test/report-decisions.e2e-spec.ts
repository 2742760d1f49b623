import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ErrorAnswer, Notification, Post, ReportCase, Story } from '@kickoff/contracts';
import { z } from 'zod';

import { aFan, as, type Caller } from './support/callers.js';
import { QueueRoom } from './support/case-queue.js';
import { aPicture } from './support/pictures.js';
import { until } from './support/until.js';
import { NOT_TEXT } from './support/wrong-types.js';

const NOWHERE = '000000000000000000000000';

describe('POST /api/admin/reports/:id/resolve', () => {
  let room: QueueRoom;

  beforeAll(async () => {
    room = await QueueRoom.open();
  });
  beforeEach(() => room.begin());
  afterAll(() => room.kickoff.stop());

  async function aCommentBy(fan: Caller, text: string): Promise<string> {
    const answer = await as(room.kickoff, fan)
      .post(`/api/pt/posts/${room.post._id}/comment`)
      .send({ text })
      .expect(200);
    return Post.parse(answer.body).comments.at(-1)?._id ?? '';
  }
  async function aStoryBy(fan: Caller): Promise<Story> {
    const answer = await as(room.kickoff, fan)
      .post('/api/st/stories')
      .field('mediaType', 'image')
      .attach('media', await aPicture(), 'a.jpg')
      .expect(201);
    return Story.parse(answer.body);
  }
  async function notificationsOf(fan: Caller): Promise<Notification[]> {
    const answer = await as(room.kickoff, fan).get('/api/notifications').expect(200);
    return z.array(Notification).parse(answer.body);
  }
  /** Waits for a notification about the post, which is written after the response. */
  const notificationOf = (fan: Caller, kind: Notification['kind']) =>
    until(async () =>
      (await notificationsOf(fan)).find(
        (one) => one.kind === kind && one.target.id === room.post._id,
      ),
    );
  const seen = async (id: string) =>
    (await as(room.kickoff, room.bob).get(`/api/pt/posts/${id}`)).status;

  describe('decisions on a report', () => {
    it('dismiss preserves the post, closes the case and is recorded in the audit log', async () => {
      await room.report(room.bob);
      const { _id } = await room.newestCase();

      const answer = await room
        .resolve(room.ada, _id, { action: 'dismiss', note: 'Harmless' })
        .expect(200);

      expect(ReportCase.parse(answer.body)).toMatchObject({
        state: 'closed',
        decision: {
          action: 'dismiss',
          note: 'Harmless',
          by: { _id: room.ada.id, username: room.ada.username },
        },
      });
      expect(await seen(room.post._id)).toBe(200);
      expect(await room.acts()).toEqual(['report.dismiss']);
    });

    it('remove hides the post, which an admin can restore', async () => {
      await room.report(room.bob);
      const { _id } = await room.newestCase();

      await room.resolve(room.ada, _id, { action: 'remove', note: 'Advertising' }).expect(200);

      expect(await seen(room.post._id)).toBe(404);
      expect(await room.acts()).toEqual(['post.remove', 'report.remove']);
      await as(room.kickoff, room.ada)
        .post(`/api/admin/posts/${room.post._id}/restore`)
        .expect(200);
      expect(await seen(room.post._id)).toBe(200);
    });

    it('remove deletes a comment or a story and notifies the author by mail', async () => {
      const comment = await aCommentBy(room.carol, 'Rubbish');
      const story = await aStoryBy(room.carol);
      for (const [id, type] of [
        [comment, 'comment'],
        [story._id, 'story'],
      ] as const) {
        await room.report(room.bob, id, type);
        await room
          .resolve(room.ada, (await room.newestCase())._id, { action: 'remove' })
          .expect(200);
      }

      const shown = await as(room.kickoff, room.bob)
        .get(`/api/pt/posts/${room.post._id}`)
        .expect(200);
      expect(Post.parse(shown.body)).toMatchObject({ commentsCount: 0, comments: [] });
      const stories = await as(room.kickoff, room.bob).get('/api/st/stories').expect(200);
      expect(stories.body).toEqual([]);
      expect(await room.mailsTo(room.carol)).toHaveLength(2);
    });

    it('remove closes the case of a post that its author has deleted', async () => {
      await room.report(room.bob);
      await as(room.kickoff, room.alice).delete(`/api/pt/posts/${room.post._id}`).expect(204);

      const answer = await room.resolve(room.ada, (await room.newestCase())._id, {
        action: 'remove',
      });

      expect(answer.status).toBe(200);
    });

    it("suspend ends the author's sessions at once, and the login shows the note as the reason", async () => {
      await room.report(room.bob);

      await room
        .resolve(room.ada, (await room.newestCase())._id, { action: 'suspend', note: 'Spam bot' })
        .expect(200);

      await as(room.kickoff, room.alice).get('/api/user/profile').expect(401);
      const refused = await room.logIn(room.alice).expect(403);
      expect(ErrorAnswer.parse(refused.body)).toMatchObject({ reason: 'Spam bot' });
      expect(await room.acts()).toEqual(['user.suspend', 'report.suspend']);
    });

    it('suspend with an end date expires then, and the login shows the date', async () => {
      const until = new Date(room.kickoff.clock.now().getTime() + 600_000).toISOString();
      await room.report(room.bob);

      await room
        .resolve(room.ada, (await room.newestCase())._id, {
          action: 'suspend',
          note: 'Spam',
          until,
        })
        .expect(200);

      const refused = await room.logIn(room.alice).expect(403);
      expect(ErrorAnswer.parse(refused.body)).toMatchObject({ reason: 'Spam', until });
      room.kickoff.clock.advance(600_001);
      await room.logIn(room.alice).expect(200);
    });

    it.each([
      ['a date in the past', { action: 'suspend', until: '2020-01-01T00:00:00Z' }],
      ['an invalid date', { action: 'suspend', until: 'soon' }],
      ['a date with another action', { action: 'dismiss', until: '2099-01-01T00:00:00Z' }],
    ])('refuses %s with 400 and leaves the case open', async (_, given) => {
      await room.report(room.bob);
      const { _id } = await room.newestCase();

      await room.resolve(room.ada, _id, given).expect(400);

      expect(await room.newestCase()).toMatchObject({ _id, state: 'open' });
    });

    it('notifies every reporter except those who have switched reports off, and the author', async () => {
      const dave = await aFan(room.kickoff);
      await as(room.kickoff, dave)
        .patch('/api/user/settings')
        .send({ notifications: { report: false } })
        .expect(200);
      for (const fan of [room.bob, room.carol, dave]) await room.report(fan);

      await room
        .resolve(room.ada, (await room.newestCase())._id, { action: 'remove', note: 'Secret' })
        .expect(200);

      for (const fan of [room.bob, room.carol]) {
        expect(await notificationOf(fan, 'report')).toMatchObject({
          target: { type: 'post', id: room.post._id },
          text: 'An admin has looked at the post you reported and taken action.',
        });
      }
      expect(await notificationOf(room.alice, 'moderation')).toMatchObject({
        text: 'An admin has removed a post of yours: Secret',
      });
      expect(await notificationsOf(dave)).toEqual([]);
    });

    it('only one of two concurrent decisions is applied', async () => {
      await room.report(room.bob);
      const { _id } = await room.newestCase();

      const answers = await Promise.all([
        room.resolve(room.ada, _id, { action: 'remove' }),
        room.resolve(room.ben, _id, { action: 'dismiss' }),
      ]);

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const decided = await room.newestCase();
      expect(await seen(room.post._id)).toBe(decided.decision?.action === 'remove' ? 404 : 200);
      await room.resolve(room.ada, _id, { action: 'dismiss' }).expect(409);
    });

    it('an action that the target does not support answers 400 and leaves the case open', async () => {
      await room.report(room.bob, room.alice.id, 'user');
      const { _id } = await room.newestCase();

      await room.resolve(room.ada, _id, { action: 'remove' }).expect(400);
      await room.resolve(room.ada, _id, { action: 'restore' }).expect(400);

      expect(await room.newestCase()).toMatchObject({ state: 'open' });
      await room.resolve(room.ada, _id, { action: 'dismiss' }).expect(200);
    });

    it('an interrupted decision can be repeated after a minute', async () => {
      await room.report(room.bob);
      const { _id } = await room.newestCase();
      await room.kickoff.connection
        .collection('reports')
        .updateMany(
          {},
          { $set: { deciding: { by: room.ben.id, since: room.kickoff.clock.now() } } },
        );

      await room.resolve(room.ada, _id, { action: 'dismiss' }).expect(409);
      room.kickoff.clock.advance(61_000);

      await room.resolve(room.ada, _id, { action: 'dismiss' }).expect(200);
    });

    it('a report after the decision opens a new case about the same target', async () => {
      await room.report(room.bob);
      await room
        .resolve(room.ada, (await room.newestCase())._id, { action: 'dismiss' })
        .expect(200);

      await room.report(room.bob);

      expect((await room.cases('state=open')).map(({ targetId }) => targetId)).toEqual([
        room.post._id,
      ]);
    });

    it.each([
      ...NOT_TEXT.map((action) => ({ action })),
      ...NOT_TEXT.map((note) => ({ action: 'dismiss', note })),
      {},
      { action: 'delete' },
      { action: 'dismiss', note: 'a'.repeat(1_001) },
    ])('answers 400 for %j', async (body) => {
      await room.report(room.bob);
      const { _id } = await room.newestCase();

      await room.resolve(room.ada, _id, body).expect(400);

      expect(await room.newestCase()).toMatchObject({ state: 'open' });
    });

    it('answers 404 for an unknown case', async () => {
      await room.resolve(room.ada, NOWHERE, { action: 'dismiss' }).expect(404);
    });
  });
});
