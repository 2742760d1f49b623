import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PasswordChanged } from '@kickoff/contracts';

import { aFan, as, type Caller, logIn } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { fanStatusOf } from './support/who-gets-in.js';
import { NOT_TEXT } from './support/wrong-types.js';

describe('POST /api/user/change-password', () => {
  let kickoff: KickOff;
  let alice: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
  });
  beforeEach(async () => {
    alice = await aFan(kickoff);
  });
  afterAll(() => kickoff.stop());

  const change = (caller: Caller, form: object) =>
    as(kickoff, caller).post('/api/user/change-password').send(form);

  it('ends all earlier sessions and returns a new token and cookie', async () => {
    const phone = await logIn(kickoff, alice);

    const answer = await change(alice, {
      currentPassword: alice.password,
      newPassword: 'terrace-song-7',
    });

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      message: 'Your password has been changed',
      token: expect.any(String),
    });
    const { token } = PasswordChanged.parse(answer.body);
    expect(answer.headers['set-cookie']?.[0]).toContain(`kickoff_session=${token};`);
    expect(await fanStatusOf(kickoff, alice)).toBe(401);
    expect(await fanStatusOf(kickoff, phone)).toBe(401);
    expect(await fanStatusOf(kickoff, { ...alice, token })).toBe(200);
    await logIn(kickoff, { email: alice.email, password: 'terrace-song-7' });
  });

  it('answers 403 for a wrong current password and changes nothing', async () => {
    const answer = await change(alice, {
      currentPassword: 'not hers',
      newPassword: 'terrace-song-7',
    });

    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ error: 'The current password is wrong' });
    expect(await fanStatusOf(kickoff, alice)).toBe(200);
    await logIn(kickoff, alice);
  });

  it.each([
    ['12345', 'Password must be at least 6 characters long'],
    ['x'.repeat(129), 'Password must be at most 128 characters long'],
    ['football', 'This password is too common'],
    ['kickoff', 'This password is too common'],
  ])('refuses the new password %s with 400 and the error of registration', async (given, error) => {
    const answer = await change(alice, {
      currentPassword: alice.password,
      newPassword: given,
    });

    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error });
  });

  it('applies only one of concurrent changes, whose new session outlives the others', async () => {
    const answers = await Promise.all(
      ['first-song-7', 'second-song-7', 'third-song-7'].map((newPassword) =>
        change(alice, { currentPassword: alice.password, newPassword }),
      ),
    );

    const [winner, ...others] = answers.filter((answer) => answer.status === 200);
    expect(others).toEqual([]);
    const { token } = PasswordChanged.parse(winner?.body);
    expect(await fanStatusOf(kickoff, { ...alice, token })).toBe(200);
    expect(await fanStatusOf(kickoff, alice)).toBe(401);
  });

  it.each(['currentPassword', 'newPassword'])(
    'answers 400 for a %s that is not a string',
    async (field) => {
      const form = { currentPassword: alice.password, newPassword: 'terrace-song-7' };
      const statuses = await Promise.all(
        NOT_TEXT.map(async (value) => (await change(alice, { ...form, [field]: value })).status),
      );

      expect(new Set(statuses)).toEqual(new Set([400]));
    },
  );
});
