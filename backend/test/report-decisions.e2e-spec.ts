import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ErrorAnswer,
  Notification,
  Post,
  ReportCase,
  type ReportTarget,
  Story,
} from '@kickoff/contracts';
import { z } from 'zod';

import { aFan, anAdmin, as, asVisitor, type Caller } from './support/callers.js';
import {
  actsOnRecord,
  casesSeenBy,
  emptyQueue,
  newestCase,
  report as reportTo,
  resolve as decide,
} from './support/case-queue.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { collectMails } from './support/mailbox.js';
import { aPicture } from './support/pictures.js';
import { aPostBy } from './support/posts.js';
import { until } from './support/until.js';
import { NOT_TEXT } from './support/wrong-types.js';

const NOWHERE = '000000000000000000000000';

describe('how a case before the admins ends:', () => {
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
  async function aCommentBy(fan: Caller, text: string): Promise<string> {
    const answer = await as(kickoff, fan)
      .post(`/api/pt/posts/${post._id}/comment`)
      .send({ text })
      .expect(200);
    return Post.parse(answer.body).comments.at(-1)?._id ?? '';
  }
  async function aStoryBy(fan: Caller): Promise<Story> {
    const answer = await as(kickoff, fan)
      .post('/api/st/stories')
      .field('mediaType', 'image')
      .attach('media', await aPicture(), 'a.jpg')
      .expect(201);
    return Story.parse(answer.body);
  }
  const report = (by: Caller, targetId = post._id, targetType?: ReportTarget, reason?: string) =>
    reportTo(kickoff, by, targetId, targetType, reason);
  const queue = (query?: string) => casesSeenBy(kickoff, ada, query);
  const newest = () => newestCase(kickoff, ada);
  const resolve = (by: Caller, id: string, body: object) => decide(kickoff, by, id, body);
  const mails = () => collectMails(kickoff, kickoff.surroundings.settings.dataFolder);
  const mailsTo = async ({ email }: Caller) =>
    (await mails()).filter((mail) => mail.includes(`<${email}>`));
  async function notificationsOf(fan: Caller): Promise<Notification[]> {
    const answer = await as(kickoff, fan).get('/api/notifications').expect(200);
    return z.array(Notification).parse(answer.body);
  }
  /** The notification of a kind about this test's post, once it is written behind the answer. */
  const toldOf = (fan: Caller, kind: Notification['kind']) =>
    until(async () =>
      (await notificationsOf(fan)).find((one) => one.kind === kind && one.target.id === post._id),
    );
  const seen = async (id: string) => (await as(kickoff, bob).get(`/api/pt/posts/${id}`)).status;
  const login = ({ email, password }: Caller) =>
    asVisitor(kickoff).post('/api/auth/login').send({ email, password });
  const acts = () => actsOnRecord(kickoff, ada);

  describe('a decision', () => {
    it('to dismiss leaves the post, closes the case and is on record', async () => {
      await report(bob);
      const { _id } = await newest();

      const answer = await resolve(ada, _id, { action: 'dismiss', note: 'Harmless' }).expect(200);

      expect(ReportCase.parse(answer.body)).toMatchObject({
        state: 'closed',
        decision: {
          action: 'dismiss',
          note: 'Harmless',
          by: { _id: ada.id, username: ada.username },
        },
      });
      expect(await seen(post._id)).toBe(200);
      expect(await acts()).toEqual(['report.dismiss']);
    });

    it('to remove takes the post away, and it can be brought back', async () => {
      await report(bob);
      const { _id } = await newest();

      await resolve(ada, _id, { action: 'remove', note: 'Advertising' }).expect(200);

      expect(await seen(post._id)).toBe(404);
      expect(await acts()).toEqual(['post.remove', 'report.remove']);
      await as(kickoff, ada).post(`/api/admin/posts/${post._id}/restore`).expect(200);
      expect(await seen(post._id)).toBe(200);
    });

    it('to remove takes a comment and a story away', async () => {
      const comment = await aCommentBy(carol, 'Rubbish');
      const story = await aStoryBy(carol);
      for (const [id, type] of [
        [comment, 'comment'],
        [story._id, 'story'],
      ] as const) {
        await report(bob, id, type);
        await resolve(ada, (await newest())._id, { action: 'remove' }).expect(200);
      }

      const shown = await as(kickoff, bob).get(`/api/pt/posts/${post._id}`).expect(200);
      expect(Post.parse(shown.body)).toMatchObject({ commentsCount: 0, comments: [] });
      const stories = await as(kickoff, bob).get('/api/st/stories').expect(200);
      expect(stories.body).toEqual([]);
      expect(await mailsTo(carol)).toHaveLength(2);
    });

    it('to remove what its author has taken away closes the case', async () => {
      await report(bob);
      await as(kickoff, alice).delete(`/api/pt/posts/${post._id}`).expect(204);

      const answer = await resolve(ada, (await newest())._id, { action: 'remove' });

      expect(answer.status).toBe(200);
    });

    it('to suspend keeps the author out at once, with the note as the reason', async () => {
      await report(bob);

      await resolve(ada, (await newest())._id, { action: 'suspend', note: 'Spam bot' }).expect(200);

      await as(kickoff, alice).get('/api/user/profile').expect(401);
      const refused = await login(alice).expect(403);
      expect(ErrorAnswer.parse(refused.body)).toMatchObject({ reason: 'Spam bot' });
      expect(await acts()).toEqual(['user.suspend', 'report.suspend']);
    });

    it('is told to everyone who reported, but to those who want to hear nothing of it', async () => {
      const dave = await aFan(kickoff);
      await as(kickoff, dave)
        .patch('/api/user/settings')
        .send({ notifications: { report: false } })
        .expect(200);
      for (const fan of [bob, carol, dave]) await report(fan);

      await resolve(ada, (await newest())._id, { action: 'remove', note: 'Secret' }).expect(200);

      for (const fan of [bob, carol]) {
        expect(await toldOf(fan, 'report')).toMatchObject({
          target: { type: 'post', id: post._id },
          text: expect.stringContaining('taken action'),
        });
      }
      expect(await toldOf(alice, 'moderation')).toMatchObject({ text: 'Secret' });
      expect(await notificationsOf(dave)).toEqual([]);
    });

    it('is made once by two admins at once', async () => {
      await report(bob);
      const { _id } = await newest();

      const answers = await Promise.all([
        resolve(ada, _id, { action: 'remove' }),
        resolve(ben, _id, { action: 'dismiss' }),
      ]);

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const decided = await newest();
      expect(await seen(post._id)).toBe(decided.decision?.action === 'remove' ? 404 : 200);
      await resolve(ada, _id, { action: 'dismiss' }).expect(409);
    });

    it('that cannot be carried out leaves the case open', async () => {
      await report(bob, alice.id, 'user');
      const { _id } = await newest();

      await resolve(ada, _id, { action: 'remove' }).expect(400);
      await resolve(ada, _id, { action: 'restore' }).expect(400);

      expect(await newest()).toMatchObject({ state: 'open' });
      await resolve(ada, _id, { action: 'dismiss' }).expect(200);
    });

    it('that died on its way is made anew after a minute', async () => {
      await report(bob);
      const { _id } = await newest();
      await kickoff.connection
        .collection('reports')
        .updateMany({}, { $set: { deciding: { by: ben.id, since: kickoff.clock.now() } } });

      await resolve(ada, _id, { action: 'dismiss' }).expect(409);
      kickoff.clock.advance(61_000);

      await resolve(ada, _id, { action: 'dismiss' }).expect(200);
    });

    it('opens the way for a new case about the same target', async () => {
      await report(bob);
      await resolve(ada, (await newest())._id, { action: 'dismiss' }).expect(200);

      await report(bob);

      expect((await queue('state=open')).map(({ targetId }) => targetId)).toEqual([post._id]);
    });

    it.each([
      ...NOT_TEXT.map((action) => ({ action })),
      ...NOT_TEXT.map((note) => ({ action: 'dismiss', note })),
      {},
      { action: 'delete' },
      { action: 'dismiss', note: 'a'.repeat(1_001) },
    ])('answers 400 to %j', async (body) => {
      await report(bob);
      const { _id } = await newest();

      await resolve(ada, _id, body).expect(400);

      expect(await newest()).toMatchObject({ state: 'open' });
    });

    it('answers 404 where there is no such case', async () => {
      await resolve(ada, NOWHERE, { action: 'dismiss' }).expect(404);
    });
  });
});
