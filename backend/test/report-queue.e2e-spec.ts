import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AuditEntry,
  ErrorAnswer,
  Notification,
  Post,
  ReportCase,
  ReportFiled,
  type ReportTarget,
  Story,
} from '@kickoff/contracts';
import { z } from 'zod';

import { Holdings } from '../src/accounts/holdings.js';
import { aFan, anAdmin, as, asVisitor, type Caller } from './support/callers.js';
import { everyPage } from './support/every-page.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { collectMails } from './support/mailbox.js';
import { operationsOf } from './support/operations.js';
import { aPicture } from './support/pictures.js';
import { until } from './support/until.js';
import { NOT_TEXT } from './support/wrong-types.js';

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
    for (const name of ['reports', 'report_entries', 'audit_log']) {
      await kickoff.connection.collection(name).deleteMany({});
    }
    alice = await aFan(kickoff);
    post = await aPostBy(alice, 'Buy my shoes');
    await mails();
  });
  afterAll(() => kickoff.stop());

  async function aPostBy(fan: Caller, text: string): Promise<Post> {
    const answer = await as(kickoff, fan).post('/api/pt/posts').field('text', text).expect(201);
    return Post.parse(answer.body);
  }
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
  async function report(
    by: Caller,
    targetId = post._id,
    targetType: ReportTarget = 'post',
    reason = 'Spam',
  ): Promise<void> {
    const answer = await as(kickoff, by)
      .post('/api/reports')
      .send({ targetType, targetId, reason })
      .expect(201);
    ReportFiled.parse(answer.body);
  }
  async function queue(query = ''): Promise<ReportCase[]> {
    const answer = await as(kickoff, ada).get(`/api/admin/reports?${query}`).expect(200);
    return z.array(ReportCase.strict()).parse(answer.body);
  }
  /** The newest case in the queue. */
  async function newest(): Promise<ReportCase> {
    const [first] = await queue();
    if (!first) throw new Error('The queue is empty');
    return first;
  }
  const assign = (by: Caller, id: string) =>
    as(kickoff, by).post(`/api/admin/reports/${id}/assign`);
  const release = (by: Caller, id: string) =>
    as(kickoff, by).delete(`/api/admin/reports/${id}/assign`);
  const resolve = (by: Caller, id: string, body: object) =>
    as(kickoff, by).post(`/api/admin/reports/${id}/resolve`).send(body);
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
  const appeal = ({ email, password }: Caller, text: unknown) =>
    asVisitor(kickoff).post('/api/auth/appeal').send({ email, password, text });
  async function acts(): Promise<string[]> {
    const answer = await as(kickoff, ada).get('/api/admin/audit-log').expect(200);
    return z
      .array(AuditEntry)
      .parse(answer.body)
      .map(({ action }) => action)
      .reverse();
  }

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
        await report(bob, (await aPostBy(alice, `Spam ${count}`))._id);
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
        await report(bob, (await aPostBy(alice, `Spam ${count}`))._id);
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

  describe('an appeal', () => {
    beforeEach(async () => {
      await report(bob);
      await resolve(ada, (await newest())._id, { action: 'suspend', note: 'Spam bot' }).expect(200);
      await mails();
    });

    it('of a suspended fan stands in the queue with the reason and the words', async () => {
      await appeal(alice, 'I am no bot').expect(201);

      expect(await newest()).toMatchObject({
        targetType: 'appeal',
        targetId: alice.id,
        owner: { _id: alice.id },
        snapshot: { username: alice.username, text: 'Spam bot' },
        count: 1,
        reports: [{ reporter: { _id: alice.id }, reason: 'I am no bot' }],
        state: 'open',
      });
    });

    it('that is granted lets the fan in again', async () => {
      await appeal(alice, 'I am no bot').expect(201);

      await resolve(ada, (await newest())._id, { action: 'restore' }).expect(200);

      await login(alice).expect(200);
      expect((await acts()).slice(-2)).toEqual(['user.restore', 'appeal.restore']);
      expect(await mailsTo(alice)).toHaveLength(1);
    });

    it('that is not granted leaves the suspension, and the fan hears of it', async () => {
      await appeal(alice, 'I am no bot').expect(201);

      await resolve(ada, (await newest())._id, { action: 'keep' }).expect(200);

      await login(alice).expect(403);
      expect((await acts()).at(-1)).toBe('appeal.keep');
      const [mail, ...others] = await mailsTo(alice);
      expect(mail).toContain('stays');
      expect(others).toEqual([]);
    });

    it('is heard once a suspension, also when it comes twice at once', async () => {
      const answers = await Promise.all([appeal(alice, 'One'), appeal(alice, 'Two')]);
      await resolve(ada, (await newest())._id, { action: 'keep' }).expect(200);
      const later = await appeal(alice, 'Three');

      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect(later.status).toBe(409);
    });

    it('is heard again after a new suspension', async () => {
      await appeal(alice, 'One').expect(201);
      await resolve(ada, (await newest())._id, { action: 'restore' }).expect(200);
      kickoff.clock.advance(1_000);
      await report(carol, alice.id, 'user');
      await resolve(ada, (await newest())._id, { action: 'suspend' }).expect(200);

      await appeal(alice, 'Two').expect(201);
    });

    it('takes no decision that is meant for reports', async () => {
      await appeal(alice, 'I am no bot').expect(201);
      const { _id } = await newest();

      for (const action of ['dismiss', 'remove', 'suspend']) {
        await resolve(ada, _id, { action }).expect(400);
      }
    });

    it('needs the right password and a suspension', async () => {
      const wrong = await appeal({ ...alice, password: 'not-this-one' }, 'Let me in');
      const unknown = await appeal({ ...alice, email: 'nobody@example.org' }, 'Let me in');

      expect(wrong.status).toBe(401);
      expect(ErrorAnswer.parse(wrong.body).error).toBe(ErrorAnswer.parse(unknown.body).error);
      await appeal(bob, 'Just saying').expect(409);
    });

    it.each([...NOT_TEXT, '', ' \n', 'a'.repeat(1_001)])('answers 400 to %j', async (text) => {
      await appeal(alice, text).expect(400);
    });

    it("is in its fan's own export and goes with the account", async () => {
      await appeal(alice, 'I am no bot').expect(201);
      const holdings = kickoff.app.get(Holdings, { strict: false }).all;
      const reports = holdings.find(({ name }) => name === 'reports');
      const fan = { id: alice.id, sessionId: '', audience: 'fan' as const };

      const exported: unknown[] = [];
      for await (const row of reports?.exportOf?.(fan) ?? []) exported.push(row);
      expect(exported).toMatchObject([{ targetType: 'appeal', reason: 'I am no bot' }]);

      for (const step of holdings) await step.removeAllOf(alice.id);

      expect(await queue()).toEqual([]);
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
