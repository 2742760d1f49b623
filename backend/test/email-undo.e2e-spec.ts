import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EmailUndone } from '@kickoff/contracts';

import { as, asVisitor, logIn } from './support/callers.js';
import { EmailRoom } from './support/email-room.js';
import { Listener } from './support/listener.js';
import { until } from './support/until.js';
import { NOT_TEXT } from './support/wrong-types.js';

const HOUR_MS = 60 * 60_000;
const INVALID = 'This link is invalid or has expired';

describe('email change undone by the mailed link', () => {
  let room: EmailRoom;

  beforeAll(async () => {
    room = await EmailRoom.open();
  });
  beforeEach(() => room.begin());
  afterAll(() => room.close());

  it('restores the old email and returns a reset token for a new password', async () => {
    const newEmail = room.aNewEmail();
    const token = await room.changeTo(newEmail);

    const answer = await room.undo(token);

    expect(answer.status).toBe(200);
    const { message, resetToken } = EmailUndone.parse(answer.body);
    expect(message).toBe('Your old email address is back. Now choose a new password.');
    await room.reset(resetToken, room.alice.email).expect(200);
    const back = await logIn(room.kickoff, { email: room.alice.email, password: 'terrace-song-7' });
    expect(await room.profile(back)).toMatchObject({ _id: room.alice.id, email: room.alice.email });
    await room.enter(newEmail).expect(401);
  });

  it('ends all sessions and open event streams', async () => {
    const phone = await logIn(room.kickoff, room.alice);
    const listener = await new Listener({ Authorization: `Bearer ${room.alice.token}` }).connect(
      room.kickoff,
    );
    const token = await room.changeTo(room.aNewEmail());

    await room.undo(token).expect(200);

    await as(room.kickoff, room.alice).get('/api/user/profile').expect(401);
    await as(room.kickoff, phone).get('/api/user/profile').expect(401);
    await until(() => listener.hasEnded || undefined);
  });

  it('makes the former passwords invalid', async () => {
    const newEmail = room.aNewEmail();
    const token = await room.changeTo(newEmail);
    await as(room.kickoff, room.alice)
      .post('/api/user/change-password')
      .send({ currentPassword: room.alice.password, newPassword: 'thief-has-it-9' })
      .expect(200);

    await room.undo(token).expect(200);

    for (const email of [room.alice.email, newEmail]) {
      for (const password of [room.alice.password, 'thief-has-it-9', '']) {
        expect((await room.enter(email, password)).status).toBeGreaterThanOrEqual(400);
      }
    }
  });

  it('invalidates reset links mailed to the other address', async () => {
    const newEmail = room.aNewEmail();
    const token = await room.changeTo(newEmail);
    await asVisitor(room.kickoff)
      .post('/api/user/forgot-password')
      .send({ email: newEmail })
      .expect(200);
    const [mail = ''] = await room.mails();
    const resetToken = /\/reset\/([\w-]{43})/.exec(mail)?.[1] ?? '';

    await room.undo(token).expect(200);

    await room.reset(resetToken, newEmail).expect(400);
    await room.reset(resetToken, room.alice.email).expect(400);
  });

  it('invalidates the reset token after thirty minutes', async () => {
    const { resetToken } = EmailUndone.parse(
      (await room.undo(await room.changeTo(room.aNewEmail()))).body,
    );
    room.kickoff.clock.advance(30 * 60_000);

    await room.reset(resetToken, room.alice.email).expect(400);
  });

  it('works for 72 hours', async () => {
    const token = await room.changeTo(room.aNewEmail());
    room.kickoff.clock.advance(72 * HOUR_MS - 60_000);

    await room.undo(token).expect(200);
  });

  it('returns 400 after 72 hours', async () => {
    const token = await room.changeTo(room.aNewEmail());
    room.kickoff.clock.advance(72 * HOUR_MS);

    const answer = await room.undo(token);

    expect([answer.status, answer.body]).toMatchObject([
      400,
      { error: INVALID, code: 'invalid_input' },
    ]);
  });

  it('works once, also under concurrent requests', async () => {
    const token = await room.changeTo(room.aNewEmail());

    const answers = await Promise.all(Array.from({ length: 6 }, () => room.undo(token)));

    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(5).fill(400),
    ]);
    await room.undo(token).expect(400);
  });

  it('invalidates the links of later changes but not of earlier ones', async () => {
    const [second, third] = [room.aNewEmail(), room.aNewEmail()];
    const first = await room.changeTo(second);
    const middle = await room.changeTo(third);
    const last = await room.changeTo(room.aNewEmail());

    await room.undo(middle).expect(200);

    await room.undo(last).expect(400);
    await room.register(third).expect(201);
    await room.register(room.alice.email).expect(409);
    await room.undo(first).expect(200);
    await room.register(second).expect(201);
    const user = await room.kickoff.connection
      .collection('users')
      .findOne({ username: room.alice.username });
    expect(user).toMatchObject({ email: room.alice.email });
  });

  it('updates the admin search keys to the old email', async () => {
    const newEmail = room.aNewEmail();
    await room.undo(await room.changeTo(newEmail)).expect(200);

    const { foundBy } = (await room.kickoff.connection
      .collection<{ username: string; foundBy: string[] }>('users')
      .findOne({ username: room.alice.username })) ?? { foundBy: [] };

    expect(foundBy).toContain(room.alice.email);
    expect(foundBy).not.toContain(newEmail);
  });

  it.each([
    ['a wrong token', 'x'.repeat(43)],
    ['an empty token', ''],
    ['a token that is too long', 'x'.repeat(201)],
  ])('returns 400 for %s', async (_what, token) => {
    const answer = await room.undo(token);

    expect([answer.status, answer.body]).toMatchObject([400, { error: INVALID }]);
  });

  it('returns 400 for a token that is not a string', async () => {
    const answers = await Promise.all(NOT_TEXT.map((token) => room.undo(token)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  });

  it('returns 400 for a deleted account', async () => {
    const token = await room.changeTo(room.aNewEmail());
    await as(room.kickoff, room.alice)
      .delete('/api/user')
      .send({ password: room.alice.password })
      .expect(200);

    await room.undo(token).expect(400);
  });

  it('works on another instance', async () => {
    const token = await room.changeTo(room.aNewEmail());
    const other = await room.kickoff.another();

    const answer = await room.undo(token, other);

    await other.close();
    expect(answer.status).toBe(200);
  });
});
