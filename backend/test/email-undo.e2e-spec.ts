import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EmailUndone } from '@kickoff/contracts';

import { as, asVisitor, logIn } from './support/callers.js';
import { EmailFixture } from './support/email-fixture.js';
import { Listener } from './support/listener.js';
import { until } from './support/until.js';
import { NOT_TEXT } from './support/wrong-types.js';

const HOUR_MS = 60 * 60_000;
const INVALID = 'This link is invalid or has expired';

describe('email change undone by the mailed link', () => {
  let fixture: EmailFixture;

  beforeAll(async () => {
    fixture = await EmailFixture.open();
  });
  beforeEach(() => fixture.begin());
  afterAll(() => fixture.close());

  it('restores the old email and returns a reset token for a new password', async () => {
    const newEmail = fixture.aNewEmail();
    const token = await fixture.changeTo(newEmail);

    const answer = await fixture.undo(token);

    expect(answer.status).toBe(200);
    const { message, resetToken } = EmailUndone.parse(answer.body);
    expect(message).toBe('Your old email address is back. Now choose a new password.');
    await fixture.reset(resetToken, fixture.alice.email).expect(200);
    const back = await logIn(fixture.kickoff, {
      email: fixture.alice.email,
      password: 'terrace-song-7',
    });
    expect(await fixture.profile(back)).toMatchObject({
      _id: fixture.alice.id,
      email: fixture.alice.email,
    });
    await fixture.enter(newEmail).expect(401);
  });

  it('ends all sessions and open event streams', async () => {
    const phone = await logIn(fixture.kickoff, fixture.alice);
    const listener = await new Listener({ Authorization: `Bearer ${fixture.alice.token}` }).connect(
      fixture.kickoff,
    );
    const token = await fixture.changeTo(fixture.aNewEmail());

    await fixture.undo(token).expect(200);

    await as(fixture.kickoff, fixture.alice).get('/api/user/profile').expect(401);
    await as(fixture.kickoff, phone).get('/api/user/profile').expect(401);
    await until(() => listener.hasEnded || undefined);
  });

  it('makes the former passwords invalid', async () => {
    const newEmail = fixture.aNewEmail();
    const token = await fixture.changeTo(newEmail);
    await as(fixture.kickoff, fixture.alice)
      .post('/api/user/change-password')
      .send({ currentPassword: fixture.alice.password, newPassword: 'thief-has-it-9' })
      .expect(200);

    await fixture.undo(token).expect(200);

    for (const email of [fixture.alice.email, newEmail]) {
      for (const password of [fixture.alice.password, 'thief-has-it-9', '']) {
        expect((await fixture.enter(email, password)).status).toBeGreaterThanOrEqual(400);
      }
    }
  });

  it('invalidates reset links mailed to the other address', async () => {
    const newEmail = fixture.aNewEmail();
    const token = await fixture.changeTo(newEmail);
    await asVisitor(fixture.kickoff)
      .post('/api/user/forgot-password')
      .send({ email: newEmail })
      .expect(200);
    const [mail = ''] = await fixture.mails();
    const resetToken = /\/reset\/([\w-]{43})/.exec(mail)?.[1] ?? '';

    await fixture.undo(token).expect(200);

    await fixture.reset(resetToken, newEmail).expect(400);
    await fixture.reset(resetToken, fixture.alice.email).expect(400);
  });

  it('invalidates the reset token after thirty minutes', async () => {
    const { resetToken } = EmailUndone.parse(
      (await fixture.undo(await fixture.changeTo(fixture.aNewEmail()))).body,
    );
    fixture.kickoff.clock.advance(30 * 60_000);

    await fixture.reset(resetToken, fixture.alice.email).expect(400);
  });

  it('works for 72 hours', async () => {
    const token = await fixture.changeTo(fixture.aNewEmail());
    fixture.kickoff.clock.advance(72 * HOUR_MS - 60_000);

    await fixture.undo(token).expect(200);
  });

  it('returns 400 after 72 hours', async () => {
    const token = await fixture.changeTo(fixture.aNewEmail());
    fixture.kickoff.clock.advance(72 * HOUR_MS);

    const answer = await fixture.undo(token);

    expect([answer.status, answer.body]).toMatchObject([
      400,
      { error: INVALID, code: 'invalid_input' },
    ]);
  });

  it('works once, also under concurrent requests', async () => {
    const token = await fixture.changeTo(fixture.aNewEmail());

    const answers = await Promise.all(Array.from({ length: 6 }, () => fixture.undo(token)));

    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(5).fill(400),
    ]);
    await fixture.undo(token).expect(400);
  });

  it('invalidates the links of later changes but not of earlier ones', async () => {
    const [second, third] = [fixture.aNewEmail(), fixture.aNewEmail()];
    const first = await fixture.changeTo(second);
    const middle = await fixture.changeTo(third);
    const last = await fixture.changeTo(fixture.aNewEmail());

    await fixture.undo(middle).expect(200);

    await fixture.undo(last).expect(400);
    await fixture.register(third).expect(201);
    await fixture.register(fixture.alice.email).expect(409);
    await fixture.undo(first).expect(200);
    await fixture.register(second).expect(201);
    const user = await fixture.kickoff.connection
      .collection('users')
      .findOne({ username: fixture.alice.username });
    expect(user).toMatchObject({ email: fixture.alice.email });
  });

  it('updates the admin search keys to the old email', async () => {
    const newEmail = fixture.aNewEmail();
    await fixture.undo(await fixture.changeTo(newEmail)).expect(200);

    const { foundBy } = (await fixture.kickoff.connection
      .collection<{ username: string; foundBy: string[] }>('users')
      .findOne({ username: fixture.alice.username })) ?? { foundBy: [] };

    expect(foundBy).toContain(fixture.alice.email);
    expect(foundBy).not.toContain(newEmail);
  });

  it.each([
    ['a wrong token', 'x'.repeat(43)],
    ['an empty token', ''],
    ['a token that is too long', 'x'.repeat(201)],
  ])('returns 400 for %s', async (_what, token) => {
    const answer = await fixture.undo(token);

    expect([answer.status, answer.body]).toMatchObject([400, { error: INVALID }]);
  });

  it('returns 400 for a token that is not a string', async () => {
    const answers = await Promise.all(NOT_TEXT.map((token) => fixture.undo(token)));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  });

  it('returns 400 for a deleted account', async () => {
    const token = await fixture.changeTo(fixture.aNewEmail());
    await as(fixture.kickoff, fixture.alice)
      .delete('/api/user')
      .send({ password: fixture.alice.password })
      .expect(200);

    await fixture.undo(token).expect(400);
  });

  it('works on another instance', async () => {
    const token = await fixture.changeTo(fixture.aNewEmail());
    const other = await fixture.kickoff.another();

    const answer = await fixture.undo(token, other);

    await other.close();
    expect(answer.status).toBe(200);
  });
});
