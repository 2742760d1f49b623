import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import { aFan, as, asVisitor, logIn } from './support/callers.js';
import { EmailFixture } from './support/email-fixture.js';
import { startKickOff } from './support/kickoff.js';
import { findSource } from './support/personal-data-sources.js';
import { until } from './support/until.js';

const HOUR_MS = 60 * 60_000;
const TAKEN = { error: 'Email already registered', details: [{ path: 'email' }] };

describe('email change', () => {
  let fixture: EmailFixture;

  beforeAll(async () => {
    fixture = await EmailFixture.open();
  });
  beforeEach(() => fixture.begin());
  afterAll(() => fixture.close());

  describe('POST /api/user/update-profile', () => {
    it('applies at once and mails an undo link to the old address', async () => {
      const email = fixture.aNewEmail();

      await fixture.change(email).expect(200);

      expect((await fixture.profile()).email).toBe(email);
      await fixture.enter(email).expect(200);
      await fixture.enter(fixture.alice.email).expect(401);
      const [mail, ...others] = await fixture.mails();
      expect(others).toEqual([]);
      expect(mail).toMatch(
        new RegExp(`^To: "?${fixture.alice.username}"? <${fixture.alice.email}>\\r$`, 'm'),
      );
      expect(fixture.tokenIn(mail)).toHaveLength(43);
      expect(mail).not.toContain(email);
    });

    it('sends no mail when the email differs in letter case and spaces only', async () => {
      await fixture
        .change(` ${fixture.alice.email.toUpperCase()} `, { fav_player: 'Ian Wright' })
        .expect(200);

      expect(await fixture.mails()).toEqual([]);
    });

    it('answers 403 to a wrong current password and accepts the right one', async () => {
      const wrong = await fixture.change(fixture.aNewEmail(), { currentPassword: 'not-this-one' });

      expect([wrong.status, wrong.body]).toMatchObject([
        403,
        { error: 'The current password is wrong', code: 'forbidden' },
      ]);
      expect((await fixture.profile()).email).toBe(fixture.alice.email);
      const email = fixture.aNewEmail();
      await fixture.change(email, { currentPassword: fixture.alice.password }).expect(200);
      expect((await fixture.profile()).email).toBe(email);
    });

    it('checks a current password that is sent, also when the email is unchanged', async () => {
      await fixture.change(fixture.alice.email, { currentPassword: 'not-this-one' }).expect(403);
      await fixture.change(fixture.alice.email, { currentPassword: '' }).expect(400);
      await fixture
        .change(fixture.alice.email, { currentPassword: fixture.alice.password })
        .expect(200);
    });

    it('does not store the current password', async () => {
      await fixture
        .change(fixture.aNewEmail(), { currentPassword: fixture.alice.password })
        .expect(200);

      const rows = await fixture.kickoff.connection.collection('users').find().toArray();

      expect(JSON.stringify(rows)).not.toContain(fixture.alice.password);
    });

    it('invalidates an open reset link of the old email', async () => {
      await asVisitor(fixture.kickoff)
        .post('/api/user/forgot-password')
        .send({ email: fixture.alice.email })
        .expect(200);
      const [mail = ''] = await fixture.mails();
      const token = /\/reset\/([\w-]{43})/.exec(mail)?.[1] ?? '';
      const email = fixture.aNewEmail();

      await fixture.change(email).expect(200);

      await fixture.reset(token, fixture.alice.email).expect(400);
      await fixture.reset(token, email).expect(400);
    });

    it('stores only the hash of the undo token', async () => {
      const token = await fixture.changeTo(fixture.aNewEmail());

      const rows = await fixture.kickoff.connection.collection('email_changes').find().toArray();

      expect(rows).not.toEqual([]);
      expect(JSON.stringify(rows)).not.toContain(token);
    });

    it('expires rows by a TTL index', async () => {
      const indexes = await fixture.kickoff.connection.collection('email_changes').indexes();

      expect(indexes).toContainEqual(
        expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
      );
    });

    it('leaves the old email in force when it is concurrent with an undo', async () => {
      const token = await fixture.changeTo(fixture.aNewEmail());
      const [undone, late] = await Promise.all([
        fixture.undo(token),
        // Whichever is first, the owner has the account at the end.
        fixture.change(fixture.aNewEmail()),
      ]);

      expect(undone.status).toBe(200);
      expect([200, 401, 409]).toContain(late.status);
      const user = await fixture.kickoff.connection
        .collection('users')
        .findOne({ username: fixture.alice.username });
      expect(user).toMatchObject({ email: fixture.alice.email });
    });
  });

  describe('old email', () => {
    it('is reserved for 72 hours at registration and in the profile form', async () => {
      const bob = await aFan(fixture.kickoff);
      await fixture.changeTo(fixture.aNewEmail());
      fixture.kickoff.clock.advance(72 * HOUR_MS - 60_000);
      const later = await logIn(fixture.kickoff, bob);

      const registered = await fixture.register(fixture.alice.email.toUpperCase());
      const changed = await fixture.change(fixture.alice.email, {}, later);

      expect([registered.status, registered.body]).toMatchObject([409, TAKEN]);
      expect([changed.status, changed.body]).toMatchObject([409, TAKEN]);
      fixture.kickoff.clock.advance(60_000);
      await fixture.register(fixture.alice.email).expect(201);
    });

    it('can be used again by its fan', async () => {
      await fixture.changeTo(fixture.aNewEmail());

      await fixture.change(fixture.alice.email).expect(200);

      expect((await fixture.profile()).email).toBe(fixture.alice.email);
    });

    it('is released at once when the account is deleted', async () => {
      await fixture.changeTo(fixture.aNewEmail());

      await as(fixture.kickoff, fixture.alice)
        .delete('/api/user')
        .send({ password: fixture.alice.password })
        .expect(200);

      await until(async () => {
        const fanId = (
          await fixture.kickoff.connection.collection('email_changes').distinct('fanId')
        ).map(String);
        return !fanId.includes(fixture.alice.id) || undefined;
      });
      await fixture.register(fixture.alice.email).expect(201);
    });

    it('is in the data export until the undo link expires', async () => {
      await fixture.changeTo(fixture.aNewEmail());
      const { exportOf } = findSource(fixture.kickoff, 'formerEmails');
      const list = async () => {
        const rows = [];
        const fan = { id: fixture.alice.id, sessionId: '', audience: 'fan' } as const;
        for await (const row of exportOf?.(fan) ?? []) rows.push(row);
        return rows;
      };

      expect(await list()).toMatchObject([{ email: fixture.alice.email }]);
      fixture.kickoff.clock.advance(72 * HOUR_MS);
      expect(await list()).toEqual([]);
    });
  });
});

it('limits email changes to ten per fan and day', async () => {
  const kickoff = await startKickOff({ RATE_LIMIT_FACTOR: '1' });
  const fan = await aFan(kickoff);
  const change = (email: string) =>
    as(kickoff, fan)
      .post('/api/user/update-profile')
      .field({ username: fan.username, email, phone: '+44 20 7946 0181' })
      .field({ fav_team1: '', fav_player: '' });
  for (let times = 0; times < 10; times += 1) {
    await change(`walker${times}@fans.example`).expect(200);
  }

  const answer = await change('walker10@fans.example');
  const same = await change('walker9@fans.example');

  await kickoff.stop();
  expect([answer.status, same.status]).toEqual([429, 200]);
});
