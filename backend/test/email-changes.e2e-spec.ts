import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import { aFan, as, asVisitor, logIn } from './support/callers.js';
import { EmailRoom } from './support/email-room.js';
import { startKickOff } from './support/kickoff.js';
import { findSource } from './support/personal-data-sources.js';
import { until } from './support/until.js';

const HOUR_MS = 60 * 60_000;
const TAKEN = { error: 'Email already registered', details: [{ path: 'email' }] };

describe('email change', () => {
  let room: EmailRoom;

  beforeAll(async () => {
    room = await EmailRoom.open();
  });
  beforeEach(() => room.begin());
  afterAll(() => room.close());

  describe('POST /api/user/update-profile', () => {
    it('applies at once and mails an undo link to the old address', async () => {
      const email = room.aNewEmail();

      await room.change(email).expect(200);

      expect((await room.profile()).email).toBe(email);
      await room.enter(email).expect(200);
      await room.enter(room.alice.email).expect(401);
      const [mail, ...others] = await room.mails();
      expect(others).toEqual([]);
      expect(mail).toMatch(
        new RegExp(`^To: "?${room.alice.username}"? <${room.alice.email}>\\r$`, 'm'),
      );
      expect(room.tokenIn(mail)).toHaveLength(43);
      expect(mail).not.toContain(email);
    });

    it('sends no mail when the email differs in letter case and spaces only', async () => {
      await room
        .change(` ${room.alice.email.toUpperCase()} `, { fav_player: 'Ian Wright' })
        .expect(200);

      expect(await room.mails()).toEqual([]);
    });

    it('answers 403 to a wrong current password and accepts the right one', async () => {
      const wrong = await room.change(room.aNewEmail(), { currentPassword: 'not-this-one' });

      expect([wrong.status, wrong.body]).toMatchObject([
        403,
        { error: 'The current password is wrong', code: 'forbidden' },
      ]);
      expect((await room.profile()).email).toBe(room.alice.email);
      const email = room.aNewEmail();
      await room.change(email, { currentPassword: room.alice.password }).expect(200);
      expect((await room.profile()).email).toBe(email);
    });

    it('checks a current password that is sent, also when the email is unchanged', async () => {
      await room.change(room.alice.email, { currentPassword: 'not-this-one' }).expect(403);
      await room.change(room.alice.email, { currentPassword: '' }).expect(400);
      await room.change(room.alice.email, { currentPassword: room.alice.password }).expect(200);
    });

    it('does not store the current password', async () => {
      await room.change(room.aNewEmail(), { currentPassword: room.alice.password }).expect(200);

      const rows = await room.kickoff.connection.collection('users').find().toArray();

      expect(JSON.stringify(rows)).not.toContain(room.alice.password);
    });

    it('invalidates an open reset link of the old email', async () => {
      await asVisitor(room.kickoff)
        .post('/api/user/forgot-password')
        .send({ email: room.alice.email })
        .expect(200);
      const [mail = ''] = await room.mails();
      const token = /\/reset\/([\w-]{43})/.exec(mail)?.[1] ?? '';
      const email = room.aNewEmail();

      await room.change(email).expect(200);

      await room.reset(token, room.alice.email).expect(400);
      await room.reset(token, email).expect(400);
    });

    it('stores only the hash of the undo token', async () => {
      const token = await room.changeTo(room.aNewEmail());

      const rows = await room.kickoff.connection.collection('email_changes').find().toArray();

      expect(rows).not.toEqual([]);
      expect(JSON.stringify(rows)).not.toContain(token);
    });

    it('expires rows by a TTL index', async () => {
      const indexes = await room.kickoff.connection.collection('email_changes').indexes();

      expect(indexes).toContainEqual(
        expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
      );
    });

    it('leaves the old email in force when it is concurrent with an undo', async () => {
      const token = await room.changeTo(room.aNewEmail());
      const [undone, late] = await Promise.all([
        room.undo(token),
        // Whichever is first, the owner has the account at the end.
        room.change(room.aNewEmail()),
      ]);

      expect(undone.status).toBe(200);
      expect([200, 401, 409]).toContain(late.status);
      const user = await room.kickoff.connection
        .collection('users')
        .findOne({ username: room.alice.username });
      expect(user).toMatchObject({ email: room.alice.email });
    });
  });

  describe('old email', () => {
    it('is reserved for 72 hours at registration and in the profile form', async () => {
      const bob = await aFan(room.kickoff);
      await room.changeTo(room.aNewEmail());
      room.kickoff.clock.advance(72 * HOUR_MS - 60_000);
      const later = await logIn(room.kickoff, bob);

      const registered = await room.register(room.alice.email.toUpperCase());
      const changed = await room.change(room.alice.email, {}, later);

      expect([registered.status, registered.body]).toMatchObject([409, TAKEN]);
      expect([changed.status, changed.body]).toMatchObject([409, TAKEN]);
      room.kickoff.clock.advance(60_000);
      await room.register(room.alice.email).expect(201);
    });

    it('can be used again by its fan', async () => {
      await room.changeTo(room.aNewEmail());

      await room.change(room.alice.email).expect(200);

      expect((await room.profile()).email).toBe(room.alice.email);
    });

    it('is released at once when the account is deleted', async () => {
      await room.changeTo(room.aNewEmail());

      await as(room.kickoff, room.alice)
        .delete('/api/user')
        .send({ password: room.alice.password })
        .expect(200);

      await until(async () => {
        const fanId = (
          await room.kickoff.connection.collection('email_changes').distinct('fanId')
        ).map(String);
        return !fanId.includes(room.alice.id) || undefined;
      });
      await room.register(room.alice.email).expect(201);
    });

    it('is in the data export until the undo link expires', async () => {
      await room.changeTo(room.aNewEmail());
      const { exportOf } = findSource(room.kickoff, 'formerEmails');
      const list = async () => {
        const rows = [];
        const fan = { id: room.alice.id, sessionId: '', audience: 'fan' } as const;
        for await (const row of exportOf?.(fan) ?? []) rows.push(row);
        return rows;
      };

      expect(await list()).toMatchObject([{ email: room.alice.email }]);
      room.kickoff.clock.advance(72 * HOUR_MS);
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
