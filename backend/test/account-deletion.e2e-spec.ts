import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { ErrorAnswer, OwnProfile, Post } from '@kickoff/contracts';
import { aFanRegistration } from '@kickoff/testing';
import { mongo } from 'mongoose';

import { NotificationWriter } from '../src/notifications/notification-writer.js';
import { NotificationsRepository } from '../src/notifications/notifications.repository.js';
import { NotificationChoicesService } from '../src/users/notification-choices.service.js';
import { AccountFixture } from './support/account-fixture.js';
import { aFan, as, asVisitor, logIn } from './support/callers.js';
import { aPictureBy, expectTraces, live, tracesOf } from './support/fan-life.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { operationsOf } from './support/operations.js';
import { filesOnDisk } from './support/stored-files.js';
import { fanStatusOf } from './support/who-gets-in.js';
import { NOT_TEXT } from './support/wrong-types.js';

/** No request that was admitted before a deletion still runs after this time. */
const LATE_MS = 150_000;

describe('account deletion', () => {
  let fixture: AccountFixture;

  beforeAll(async () => {
    fixture = await AccountFixture.open();
  });
  beforeEach(() => fixture.begin());
  afterAll(() => fixture.kickoff.stop());

  const journal = async () => {
    const file = join(fixture.kickoff.context.settings.dataFolder, 'deletions.jsonl');
    return (await readFile(file, 'utf8')).trim().split('\n');
  };

  it('deletes the account, its sessions and the cookie at once', async () => {
    const phone = await logIn(fixture.kickoff, fixture.alice);

    const answer = await fixture.remove(fixture.alice);

    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'Your account has been deleted' },
    ]);
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^kickoff_session=;.*Expires=Thu, 01 Jan 1970/,
    );
    expect([
      await fanStatusOf(fixture.kickoff, fixture.alice),
      await fanStatusOf(fixture.kickoff, phone),
    ]).toEqual([401, 401]);
    await asVisitor(fixture.kickoff)
      .post('/api/auth/login')
      .send({ email: fixture.alice.email, password: fixture.alice.password })
      .expect(401);
  });

  it('releases the email at once', async () => {
    await fixture.remove(fixture.alice).expect(200);

    await aFan(fixture.kickoff, { email: fixture.alice.email, username: `again ${Date.now()}` });
  });

  it('reserves the current and former username for 30 days', async () => {
    const given = `${fixture.alice.username} x`;
    await as(fixture.kickoff, fixture.alice)
      .post('/api/user/update-profile')
      .field({ username: given, email: fixture.alice.email, phone: '+44 20 7946 0181' })
      .field({ fav_team1: '', fav_player: '' })
      .expect(200);
    await fixture.remove(fixture.alice).expect(200);

    for (const username of [fixture.alice.username, given.toUpperCase()]) {
      const answer = await asVisitor(fixture.kickoff)
        .post('/api/auth/register')
        .send(aFanRegistration({ username }));
      expect(ErrorAnswer.parse(answer.body).error).toBe('Username already taken');
    }
    expect(await tracesOf(fixture.kickoff, fixture.alice)).not.toContain('reserved_names');
    fixture.kickoff.clock.advance(30 * 24 * 60 * 60_000);
    await aFan(fixture.kickoff, { username: fixture.alice.username });
    // The clock has passed the end of Bob's session.
    fixture.bob = await logIn(fixture.kickoff, fixture.bob);
  });

  it('deletes the files of the fan from disk', async () => {
    const before = await filesOnDisk(fixture.kickoff);
    await aPictureBy(fixture.kickoff, fixture.alice);
    expect((await filesOnDisk(fixture.kickoff)).length).toBeGreaterThan(before.length);

    await fixture.remove(fixture.alice).expect(200);
    await fixture.removals().resume();

    expect(await filesOnDisk(fixture.kickoff)).toEqual(before);
  });

  it('leaves no trace in any collection', async () => {
    await live(fixture.kickoff, fixture.alice, fixture.bob, fixture.theirs);

    await fixture.remove(fixture.alice).expect(200);
    await fixture.removals().resume();

    // Only the removal job remains until no late write is possible.
    await expectTraces(fixture.kickoff, fixture.alice, ['account_removals']);
    fixture.kickoff.clock.advance(LATE_MS);
    await fixture.removals().resume();
    await expectTraces(fixture.kickoff, fixture.alice, []);
  });

  it('uses indexes only', async () => {
    await live(fixture.kickoff, fixture.alice, fixture.bob, fixture.theirs);
    const removal = async () => {
      await fixture.remove(fixture.alice).expect(200);
      await fixture.removals().resume();
    };

    const polled = ['football_snapshots', 'football_refreshes'];
    const operations = await operationsOf(fixture.kickoff, removal, polled);

    expect(operations.length).toBeGreaterThan(20);
    const scanned = operations.filter(({ plan }) => plan.includes('COLLSCAN'));
    expect(scanned.map(({ collection }) => collection)).toEqual([]);
  });

  it('leaves no notification written during the removal', async () => {
    const { bob } = fixture;
    const carol = await aFan(fixture.kickoff);
    const choices = fixture.kickoff.app.get(NotificationChoicesService, { strict: false });
    const repository = fixture.kickoff.app.get(NotificationsRepository, { strict: false });
    const writer = fixture.kickoff.app.get(NotificationWriter, { strict: false });
    const leavingAfter =
      <Given extends unknown[], Answer>(step: (...given: Given) => Promise<Answer>) =>
      async (...given: Given) => {
        const answer = await step(...given);
        await fixture.remove(fixture.alice).expect(200);
        await fixture.removals().resume();
        return answer;
      };
    const by = (actorId: string, group: string) => {
      const target = { type: 'user', id: bob.id } as const;
      return { kind: 'follow', group, target, actorId } as const;
    };
    const notifications = fixture.kickoff.connection.collection('notifications');

    const removals = {
      wanted: () =>
        jest
          .spyOn(choices, 'settingsOf')
          .mockImplementationOnce(leavingAfter(choices.settingsOf.bind(choices))),
      caused: () =>
        jest
          .spyOn(repository, 'insertDedupKeys')
          .mockImplementationOnce(leavingAfter(repository.insertDedupKeys.bind(repository))),
    };

    for (const [group, removeDuring] of Object.entries(removals)) {
      await fixture.begin();
      await writer.write([{ fanId: bob.id, request: by(carol.id, group) }]);
      removeDuring();
      await writer.write([
        { fanId: bob.id, request: by(fixture.alice.id, group) },
        { fanId: fixture.alice.id, request: by(bob.id, group) },
      ]);

      const traces = await tracesOf(fixture.kickoff, fixture.alice);
      expect({ group, traces }).toEqual({ group, traces: ['account_removals'] });
      expect(await notifications.find({ group }).toArray()).toEqual([
        expect.objectContaining({ count: 1, actors: [new mongo.ObjectId(carol.id)] }),
      ]);
    }
  });

  it("restores the counts of other fans' posts and profiles", async () => {
    const counts = async () => {
      const post = await as(fixture.kickoff, fixture.bob)
        .get(`/api/pt/posts/${fixture.theirs._id}`)
        .expect(200);
      const profile = await as(fixture.kickoff, fixture.bob).get('/api/user/profile').expect(200);
      const { likesCount, commentsCount, likes, comments, poll } = Post.parse(post.body);
      const { friendsCount, followersCount, postsCount } = OwnProfile.parse(profile.body);
      const shown = [likes.length, comments.length];
      return { likesCount, commentsCount, shown, poll, friendsCount, followersCount, postsCount };
    };
    const before = await counts();
    await live(fixture.kickoff, fixture.alice, fixture.bob, fixture.theirs);

    await fixture.remove(fixture.alice).expect(200);
    await fixture.removals().resume();

    // Bob's own like and comment remain.
    expect(await counts()).toEqual({
      ...before,
      likesCount: 1,
      commentsCount: 1,
      shown: [1, 1],
    });
  });

  it('deletes late writes of requests admitted before the deletion', async () => {
    await fixture.remove(fixture.alice).expect(200);
    await fixture.removals().resume();
    await fixture.kickoff.connection
      .collection('team_calendars')
      .insertOne({ _id: new mongo.ObjectId(fixture.alice.id), token: fixture.alice.id });

    fixture.kickoff.clock.advance(LATE_MS);
    await fixture.removals().resume();

    await expectTraces(fixture.kickoff, fixture.alice, []);
  });

  it('writes one line to the deletion journal', async () => {
    await fixture.remove(fixture.alice).expect(200);
    await fixture.removals().resume();
    fixture.kickoff.clock.advance(LATE_MS);
    await fixture.removals().resume();

    const lines = (await journal()).filter((line) => line.includes(fixture.alice.id));
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      { fanId: fixture.alice.id, at: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
  });

  it('returns 403 for a wrong password and does not delete the account', async () => {
    for (const password of ['not-hers-at-all', ` ${fixture.alice.password}`]) {
      const answer = await fixture.remove(fixture.alice, { password });

      expect(answer.status).toBe(403);
      expect(ErrorAnswer.parse(answer.body).error).toBe('The current password is wrong');
    }
    expect(await fanStatusOf(fixture.kickoff, fixture.alice)).toBe(200);
  });

  it('returns 400 for a password that is missing, empty or not a string', async () => {
    for (const password of [...NOT_TEXT, undefined, '']) {
      const answer = await fixture.remove(fixture.alice, { password });

      expect({ password, status: answer.status }).toEqual({ password, status: 400 });
    }
    expect(await fanStatusOf(fixture.kickoff, fixture.alice)).toBe(200);
  });

  it('returns 401 without a session', async () => {
    await asVisitor(fixture.kickoff)
      .delete('/api/user')
      .send({ password: fixture.alice.password })
      .expect(401);
  });

  it('deletes once when two requests are concurrent', async () => {
    const answers = await Promise.all([
      fixture.remove(fixture.alice),
      fixture.remove(fixture.alice),
    ]);
    await fixture.removals().resume();

    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => ![200, 401, 403].includes(status))).toEqual([]);
    expect((await journal()).filter((line) => line.includes(fixture.alice.id))).toHaveLength(1);
  });
});

describe('rate limit of account deletion', () => {
  let kickoff: KickOff;

  beforeEach(async () => {
    kickoff = await startKickOff({ RATE_LIMIT_FACTOR: '1' });
  });
  afterEach(() => kickoff.stop());

  it('blocks the correct password after ten wrong ones', async () => {
    const alice = await aFan(kickoff);
    const remove = (password: string) => as(kickoff, alice).delete('/api/user').send({ password });
    for (let guess = 0; guess < 10; guess += 1) await remove('wrong-one').expect(403);

    const answer = await remove(alice.password);

    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await as(kickoff, alice).get('/api/user/profile').expect(200);
  });
});
