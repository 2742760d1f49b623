import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ErrorAnswer, Post, type ReportTarget } from '@kickoff/contracts';

import { Holdings } from '../src/accounts/holdings.js';
import { aFan, anAdmin, asVisitor, type Caller } from './support/callers.js';
import {
  actsOnRecord,
  appeal as appealOf,
  casesSeenBy,
  emptyQueue,
  newestCase,
  report as reportTo,
  resolve as decide,
} from './support/case-queue.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { collectMails } from './support/mailbox.js';
import { aPostBy } from './support/posts.js';
import { NOT_TEXT } from './support/wrong-types.js';

describe('the way back of a suspended fan:', () => {
  let kickoff: KickOff;
  let ada: Caller;
  let alice: Caller;
  let bob: Caller;
  let carol: Caller;
  let post: Post;

  beforeAll(async () => {
    kickoff = await startKickOff();
    ada = await anAdmin(kickoff);
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
  const resolve = (by: Caller, id: string, body: object) => decide(kickoff, by, id, body);
  const mails = () => collectMails(kickoff, kickoff.surroundings.settings.dataFolder);
  const mailsTo = async ({ email }: Caller) =>
    (await mails()).filter((mail) => mail.includes(`<${email}>`));
  const login = ({ email, password }: Caller) =>
    asVisitor(kickoff).post('/api/auth/login').send({ email, password });
  const appeal = (fan: Pick<Caller, 'email' | 'password'>, text: unknown) =>
    appealOf(kickoff, fan, text);
  const acts = () => actsOnRecord(kickoff, ada);

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
});
