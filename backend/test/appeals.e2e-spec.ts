import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ErrorAnswer } from '@kickoff/contracts';

import { PersonalDataSources } from '../src/accounts/personal-data-sources.js';
import { asVisitor, type Caller } from './support/callers.js';
import { QueueRoom } from './support/case-queue.js';
import { NOT_TEXT } from './support/wrong-types.js';

describe('appeals of suspended fans', () => {
  let room: QueueRoom;

  beforeAll(async () => {
    room = await QueueRoom.open();
  });
  beforeEach(() => room.begin());
  afterAll(() => room.kickoff.stop());

  /** Appeals as a suspended fan does, without a session. */
  const appeal = ({ email, password }: Pick<Caller, 'email' | 'password'>, text: unknown) =>
    asVisitor(room.kickoff).post('/api/auth/appeal').send({ email, password, text });

  describe('POST /api/auth/appeal', () => {
    beforeEach(async () => {
      await room.report(room.bob);
      await room
        .resolve(room.ada, (await room.newestCase())._id, { action: 'suspend', note: 'Spam bot' })
        .expect(200);
      await room.mails();
    });

    it('creates a case with the reason of the suspension and the text of the appeal', async () => {
      await appeal(room.alice, 'I am no bot').expect(201);

      expect(await room.newestCase()).toMatchObject({
        targetType: 'appeal',
        targetId: room.alice.id,
        owner: { _id: room.alice.id },
        snapshot: { username: room.alice.username, text: 'Spam bot' },
        count: 1,
        reports: [{ reporter: { _id: room.alice.id }, reason: 'I am no bot' }],
        state: 'open',
      });
    });

    it('restores the fan when an admin grants the appeal', async () => {
      await appeal(room.alice, 'I am no bot').expect(201);

      await room
        .resolve(room.ada, (await room.newestCase())._id, { action: 'restore' })
        .expect(200);

      await room.logIn(room.alice).expect(200);
      expect((await room.acts()).slice(-2)).toEqual(['user.restore', 'appeal.restore']);
      expect(await room.mailsTo(room.alice)).toHaveLength(1);
    });

    it('leaves the suspension in force and mails the fan when an admin rejects the appeal', async () => {
      await appeal(room.alice, 'I am no bot').expect(201);

      await room.resolve(room.ada, (await room.newestCase())._id, { action: 'keep' }).expect(200);

      await room.logIn(room.alice).expect(403);
      expect((await room.acts()).at(-1)).toBe('appeal.keep');
      const [mail, ...others] = await room.mailsTo(room.alice);
      expect(mail).toContain('stays');
      expect(others).toEqual([]);
    });

    it('accepts one appeal per suspension, also when two are concurrent', async () => {
      const answers = await Promise.all([appeal(room.alice, 'One'), appeal(room.alice, 'Two')]);
      await room.resolve(room.ada, (await room.newestCase())._id, { action: 'keep' }).expect(200);
      const later = await appeal(room.alice, 'Three');

      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect(later.status).toBe(409);
    });

    it('accepts another appeal after a new suspension', async () => {
      await appeal(room.alice, 'One').expect(201);
      await room
        .resolve(room.ada, (await room.newestCase())._id, { action: 'restore' })
        .expect(200);
      room.kickoff.clock.advance(1_000);
      await room.report(room.carol, room.alice.id, 'user');
      await room
        .resolve(room.ada, (await room.newestCase())._id, { action: 'suspend' })
        .expect(200);

      await appeal(room.alice, 'Two').expect(201);
    });

    it('returns 400 for decisions that apply to reports only', async () => {
      await appeal(room.alice, 'I am no bot').expect(201);
      const { _id } = await room.newestCase();

      for (const action of ['dismiss', 'remove', 'suspend']) {
        await room.resolve(room.ada, _id, { action }).expect(400);
      }
    });

    it('requires the right password and a suspension', async () => {
      const wrong = await appeal({ ...room.alice, password: 'not-this-one' }, 'Let me in');
      const unknown = await appeal({ ...room.alice, email: 'nobody@example.org' }, 'Let me in');

      expect(wrong.status).toBe(401);
      expect(ErrorAnswer.parse(wrong.body).error).toBe(ErrorAnswer.parse(unknown.body).error);
      await appeal(room.bob, 'Just saying').expect(409);
    });

    it.each([...NOT_TEXT, '', ' \n', 'a'.repeat(1_001)])(
      'returns 400 for the text %j',
      async (text) => {
        await appeal(room.alice, text).expect(400);
      },
    );

    it("is part of the fan's data export and is deleted with the account", async () => {
      await appeal(room.alice, 'I am no bot').expect(201);
      const sources = room.kickoff.app.get(PersonalDataSources, { strict: false }).all;
      const reports = sources.find(({ name }) => name === 'reports');
      const fan = { id: room.alice.id, sessionId: '', audience: 'fan' as const };

      const exported: unknown[] = [];
      for await (const row of reports?.exportOf?.(fan) ?? []) exported.push(row);
      expect(exported).toMatchObject([{ targetType: 'appeal', reason: 'I am no bot' }]);

      for (const step of sources) await step.removeAllOf(room.alice.id);

      expect(await room.cases()).toEqual([]);
    });
  });
});
