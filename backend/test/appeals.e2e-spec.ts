import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ErrorAnswer } from '@kickoff/contracts';

import { PersonalDataSources } from '../src/accounts/personal-data-sources.js';
import { ReportQueueService } from '../src/reports/report-queue.service.js';
import { as, asVisitor, type Caller } from './support/callers.js';
import { QueueFixture } from './support/case-queue.js';
import { NOT_TEXT } from './support/wrong-types.js';

describe('appeals of suspended fans', () => {
  let fixture: QueueFixture;

  beforeAll(async () => {
    fixture = await QueueFixture.open();
  });
  beforeEach(() => fixture.begin());
  afterAll(() => fixture.kickoff.stop());

  /** Appeals as a suspended fan does, without a session. */
  const appeal = ({ email, password }: Pick<Caller, 'email' | 'password'>, text: unknown) =>
    asVisitor(fixture.kickoff).post('/api/auth/appeal').send({ email, password, text });

  describe('POST /api/auth/appeal', () => {
    beforeEach(async () => {
      await fixture.report(fixture.bob);
      await fixture
        .resolve(fixture.ada, (await fixture.newestCase())._id, {
          action: 'suspend',
          note: 'Spam bot',
        })
        .expect(200);
      await fixture.mails();
    });

    it('creates a case with the reason of the suspension and the text of the appeal', async () => {
      await appeal(fixture.alice, 'I am no bot').expect(201);

      expect(await fixture.newestCase()).toMatchObject({
        targetType: 'appeal',
        targetId: fixture.alice.id,
        owner: { _id: fixture.alice.id },
        snapshot: { username: fixture.alice.username, text: 'Spam bot' },
        count: 1,
        reports: [{ reporter: { _id: fixture.alice.id }, reason: 'I am no bot' }],
        state: 'open',
      });
    });

    it('restores the fan when an admin grants the appeal', async () => {
      await appeal(fixture.alice, 'I am no bot').expect(201);

      await fixture
        .resolve(fixture.ada, (await fixture.newestCase())._id, { action: 'restore' })
        .expect(200);

      await fixture.logIn(fixture.alice).expect(200);
      expect((await fixture.acts()).slice(-2)).toEqual(['user.restore', 'appeal.restore']);
      expect(await fixture.mailsTo(fixture.alice)).toHaveLength(1);
    });

    it('leaves the suspension in force and mails the fan when an admin rejects the appeal', async () => {
      await appeal(fixture.alice, 'I am no bot').expect(201);

      await fixture
        .resolve(fixture.ada, (await fixture.newestCase())._id, { action: 'keep' })
        .expect(200);

      await fixture.logIn(fixture.alice).expect(403);
      expect((await fixture.acts()).at(-1)).toBe('appeal.keep');
      const [mail, ...others] = await fixture.mailsTo(fixture.alice);
      expect(mail).toContain('stays');
      expect(others).toEqual([]);
    });

    it('mails the fan only if the case can be closed', async () => {
      await appeal(fixture.alice, 'I am no bot').expect(201);
      const { _id } = await fixture.newestCase();
      const queue = fixture.kickoff.app.get(ReportQueueService, { strict: false });
      const close = jest
        .spyOn(queue, 'close')
        .mockRejectedValueOnce(new Error('The process died here'));

      await fixture.resolve(fixture.ada, _id, { action: 'keep' }).expect(500);
      close.mockRestore();
      expect(await fixture.mailsTo(fixture.alice)).toEqual([]);
      await fixture.resolve(fixture.ada, _id, { action: 'keep' }).expect(200);

      expect(await fixture.mailsTo(fixture.alice)).toHaveLength(1);
    });

    it('accepts one appeal per suspension, also when two are concurrent', async () => {
      const answers = await Promise.all([
        appeal(fixture.alice, 'One'),
        appeal(fixture.alice, 'Two'),
      ]);
      await fixture
        .resolve(fixture.ada, (await fixture.newestCase())._id, { action: 'keep' })
        .expect(200);
      const later = await appeal(fixture.alice, 'Three');

      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect(later.status).toBe(409);
    });

    it('accepts another appeal after a new suspension', async () => {
      await appeal(fixture.alice, 'One').expect(201);
      await fixture
        .resolve(fixture.ada, (await fixture.newestCase())._id, { action: 'restore' })
        .expect(200);
      fixture.kickoff.clock.advance(1_000);
      await fixture.report(fixture.carol, fixture.alice.id, 'user');
      await fixture
        .resolve(fixture.ada, (await fixture.newestCase())._id, { action: 'suspend' })
        .expect(200);

      await appeal(fixture.alice, 'Two').expect(201);
    });

    describe('after the end of the suspension', () => {
      const onFan = (act: 'restore' | 'suspend', body = {}) =>
        as(fixture.kickoff, fixture.ada)
          .post(`/api/admin/users/${fixture.alice.id}/${act}`)
          .send(body)
          .expect(200);

      beforeEach(async () => {
        await appeal(fixture.alice, 'One').expect(201);
        await onFan('restore');
        await fixture.mails();
      });

      it('closes an open appeal when the fan appeals against another suspension', async () => {
        const { _id } = await fixture.newestCase();
        fixture.kickoff.clock.advance(1_000);
        await onFan('suspend', { reason: 'Spam again' });

        await appeal(fixture.alice, 'Two').expect(201);

        expect(await fixture.cases('state=open')).toMatchObject([
          { snapshot: { text: 'Spam again' }, reports: [{ reason: 'Two' }] },
        ]);
        expect((await fixture.cases('state=closed')).map((closed) => closed._id)).toContain(_id);
        await appeal(fixture.alice, 'Three').expect(409);
      });

      it('returns 409 for its restore, which would end another suspension', async () => {
        const { _id } = await fixture.newestCase();
        fixture.kickoff.clock.advance(1_000);
        await onFan('suspend', { reason: 'Spam again' });

        await fixture.resolve(fixture.ada, _id, { action: 'restore' }).expect(409);

        await fixture.logIn(fixture.alice).expect(403);
        await fixture.resolve(fixture.ada, _id, { action: 'keep' }).expect(200);
      });

      it('closes with a restore when no suspension is in force', async () => {
        const { _id } = await fixture.newestCase();

        await fixture.resolve(fixture.ada, _id, { action: 'restore' }).expect(200);

        await fixture.logIn(fixture.alice).expect(200);
      });

      it('mails nothing about a suspension when an admin rejects the appeal', async () => {
        await fixture
          .resolve(fixture.ada, (await fixture.newestCase())._id, { action: 'keep' })
          .expect(200);

        expect(await fixture.mailsTo(fixture.alice)).toEqual([]);
      });
    });

    it('returns 400 for decisions that apply to reports only', async () => {
      await appeal(fixture.alice, 'I am no bot').expect(201);
      const { _id } = await fixture.newestCase();

      for (const action of ['dismiss', 'remove', 'suspend']) {
        await fixture.resolve(fixture.ada, _id, { action }).expect(400);
      }
    });

    it('requires the right password and a suspension', async () => {
      const wrong = await appeal({ ...fixture.alice, password: 'not-this-one' }, 'Let me in');
      const unknown = await appeal({ ...fixture.alice, email: 'nobody@example.org' }, 'Let me in');

      expect(wrong.status).toBe(401);
      expect(ErrorAnswer.parse(wrong.body).error).toBe(ErrorAnswer.parse(unknown.body).error);
      await appeal(fixture.bob, 'Just saying').expect(409);
    });

    it.each([...NOT_TEXT, '', ' \n', 'a'.repeat(1_001)])(
      'returns 400 for the text %j',
      async (text) => {
        await appeal(fixture.alice, text).expect(400);
      },
    );

    it("is part of the fan's data export and is deleted with the account", async () => {
      await appeal(fixture.alice, 'I am no bot').expect(201);
      const sources = fixture.kickoff.app.get(PersonalDataSources, { strict: false }).all;
      const reports = sources.find(({ name }) => name === 'reports');
      const fan = { id: fixture.alice.id, sessionId: '', audience: 'fan' as const };

      const exported: unknown[] = [];
      for await (const row of reports?.exportOf?.(fan) ?? []) exported.push(row);
      expect(exported).toMatchObject([{ targetType: 'appeal', reason: 'I am no bot' }]);

      for (const step of sources) await step.removeAllOf(fixture.alice.id);

      expect(await fixture.cases()).toEqual([]);
    });
  });
});
