import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LeagueData, LiveEvents, Post } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { LiveService } from '../src/live/live.service.js';
import { NotificationFanoutJob } from '../src/notifications/notification-fanout.job.js';
import type { NotificationRequest } from '../src/notifications/notification-request.js';
import { NotificationWriter } from '../src/notifications/notification-writer.js';
import { NotificationsCleanup } from '../src/notifications/notifications-cleanup.js';
import { NotificationsRepository } from '../src/notifications/notifications.repository.js';
import { WaitingDeliveriesJob } from '../src/notifications/waiting-deliveries.job.js';
import { WaitingDeliveriesRepository } from '../src/notifications/waiting-deliveries.repository.js';
import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import { DetectedGoals } from './support/detected-goals.js';
import { Listener } from './support/listener.js';
import { NotificationFixture } from './support/notification-fixture.js';
import { MatchSights } from './support/match-sights.js';
import { operationsOf } from './support/operations.js';
import { aPostBy } from './support/posts.js';
import { resumedStream } from './support/resumed-stream.js';
import { until } from './support/until.js';

const SECOND_MS = 1_000;

describe("notifications beyond the fan's viewpoint of a match", () => {
  let fixture: NotificationFixture;
  let sights: MatchSights;
  let goals: DetectedGoals;

  beforeAll(async () => {
    fixture = await NotificationFixture.open();
    fixture.kickoff.clock.stand();
    sights = await MatchSights.open(fixture.kickoff, await aFan(fixture.kickoff));
    goals = new DetectedGoals(fixture, sights.match);
  });
  beforeEach(async () => {
    await fixture.createFans();
    sights.seeAllLive();
    await rows().deleteMany({});
    await supports(fixture.ann);
  });
  afterAll(() => fixture.kickoff.stop());

  const rows = () => fixture.kickoff.connection.collection('waiting_deliveries');
  const deliver = () => fixture.service(WaitingDeliveriesJob).run();
  const now = () => fixture.kickoff.clock.now();
  /** Sets the viewpoint of a fan so many seconds back. */
  const seeUntil = (fan: Caller, agoSeconds: number, mode: 'delayed' | 'replay' = 'delayed') =>
    sights.seeUntil(fan, mode, new Date(now().getTime() - agoSeconds * SECOND_MS));
  /** Delivers to Ann, who is 45 s behind, what is due in 45 s. */
  async function deliverAfterDelay(): Promise<void> {
    fixture.kickoff.clock.advance(45 * SECOND_MS);
    seeUntil(fixture.ann, 45);
    await deliver();
  }
  const supports = (fan: Caller, team = sights.match.homeTeam.id) =>
    fixture.kickoff.connection
      .collection('users')
      .updateOne({ _id: new Types.ObjectId(fan.id) }, { $set: { fav_team1: team } });
  /** Writes a notification to Ann about the present moment of the match. */
  const write = (request: Omit<NotificationRequest, 'match'>) => {
    const match = { id: sights.match.id, at: now() };
    const delivery = { fanId: fixture.ann.id, request: { ...request, match } };
    return fixture.service(NotificationWriter).write([delivery]);
  };
  /** Bob comments on a post; returns the comment's id. */
  async function comment(postId: string, text: string): Promise<string> {
    const path = `/api/pt/posts/${postId}/comment`;
    const answer = await as(fixture.kickoff, fixture.bob).post(path).send({ text }).expect(200);
    return Post.parse(answer.body).comments.at(-1)?._id ?? '';
  }
  const kindsOf = async (fan: Caller) => (await fixture.listOf(fan)).map(({ kind }) => kind);

  it('a delayed fan gets the notification in list, count and stream when their viewpoint reaches it', async () => {
    const listener = new Listener({ Authorization: `Bearer ${fixture.ann.token}` });
    await listener.connect(fixture.kickoff);
    seeUntil(fixture.ann, 45);
    await goals.score();
    await deliver();
    expect(await kindsOf(fixture.ann)).toEqual([]);
    expect(await fixture.unreadOf(fixture.ann)).toBe(0);

    await deliverAfterDelay();

    const [notification] = await fixture.listOf(fixture.ann);
    expect(notification).toMatchObject({ kind: 'team', createdAt: now().toISOString() });
    expect(await fixture.unreadOf(fixture.ann)).toBe(1);
    const received = await until(() =>
      listener.received.find(({ name }) => name === 'notification'),
    );
    expect(LiveEvents.shape.notification.parse(received.data)).toEqual(notification);
    expect(listener.received.filter(({ name }) => name === 'notification')).toHaveLength(1);
    listener.disconnect();
    expect(await rows().countDocuments()).toBe(0);
  });

  describe('missed by a stream that resumes', () => {
    /** Resumes after `pause`, and returns the texts of notifications and the resets. */
    async function resume(pause: () => Promise<void>): Promise<string[]> {
      const again = await resumedStream(fixture.kickoff, fixture.ann, pause);
      return again.received.flatMap(({ name, data }) => {
        if (name === 'reset') return name;
        return name === 'notification'
          ? (LiveEvents.shape.notification.parse(data).text ?? name)
          : [];
      });
    }
    /** Publishes a notification of a match. */
    const notify = (fan: Caller, kind: 'team' | 'match', matchId: string) =>
      fixture.service(LiveService).notify(
        {
          kind,
          target: { type: 'match', id: matchId },
          text: 'Goal',
          actors: [],
          count: 1,
          read: false,
          createdAt: now().toISOString(),
        },
        { [fan.id]: new Types.ObjectId().toString() },
      );

    it.each([
      ['hidden', () => sights.hide(fixture.ann)],
      ['delayed', () => sights.see(fixture.ann, 'delayed', 30)],
      ['replayed', () => sights.see(fixture.ann, 'replay', 30)],
    ] as const)('become one reset once the match is %s', async (_mode, set) => {
      const received = await resume(async () => {
        await goals.score();
        await notify(fixture.ann, 'match', sights.match.id);
        set();
      });

      expect(received).toEqual(['reset']);
    });

    it.each([
      ['hidden', () => sights.hide(fixture.ann)],
      ['delayed', () => sights.see(fixture.ann, 'delayed', 30)],
    ] as const)('of comments become one reset once the match is %s', async (_mode, set) => {
      await sights.setMatch(fixture.post, 60);
      const received = await resume(async () => {
        await fixture.comment(fixture.bob);
        await fixture.flush(fixture.bob);
        set();
      });

      expect(received).toEqual(['reset']);
    });

    it('arrive while the match is live', async () => {
      const received = await resume(() => goals.score());

      expect(received).toEqual([expect.stringMatching(goals.newest())]);
    });

    it('arrive if they are of another match than the hidden one, or of another fan', async () => {
      const answer = await as(fixture.kickoff, fixture.ann).get('/api/football?league=la_liga');
      const [other] = LeagueData.parse(answer.body).matches;
      const received = await resume(async () => {
        await notify(fixture.ann, 'team', other?.id ?? '');
        await notify(fixture.bob, 'team', sights.match.id);
        sights.hide(fixture.ann);
      });

      expect(received).toEqual(['Goal']);
    });
  });

  it('a live fan gets the notification at once', async () => {
    await goals.score();

    expect(await kindsOf(fixture.ann)).toEqual(['team']);
    expect(await rows().countDocuments()).toBe(0);
  });

  it.each([
    ['hidden', () => sights.hide(fixture.ann)],
    ['replayed', () => seeUntil(fixture.ann, 45, 'replay')],
  ] as const)('the notification is not stored while the match is %s', async (_mode, set) => {
    set();
    await goals.score();
    sights.seeLive(fixture.ann);
    await deliver();

    expect(await kindsOf(fixture.ann)).toEqual([]);
  });

  it('a waiting notification is discarded when the fan hides the match', async () => {
    seeUntil(fixture.ann, 45);
    await goals.score();
    sights.hide(fixture.ann);
    fixture.kickoff.clock.advance(45 * SECOND_MS);
    await deliver();
    sights.seeLive(fixture.ann);

    expect(await kindsOf(fixture.ann)).toEqual([]);
    expect(await rows().countDocuments()).toBe(0);
  });

  it.each<[string, (comment: { path: string; owner: Caller }) => PromiseLike<unknown>]>([
    [
      'its comment is deleted',
      ({ path, owner }) => as(fixture.kickoff, owner).delete(path).expect(204),
    ],
    [
      'the fan blocks the author of its post',
      ({ owner }) =>
        as(fixture.kickoff, fixture.ann).post(`/api/user/block/${owner.id}`).expect(204),
    ],
  ])('a waiting notification is discarded when %s', async (_, change) => {
    const { kickoff, ann, bob } = fixture;
    const owner = await aFan(kickoff);
    const { _id } = await aPostBy(kickoff, owner, 'Goal!');
    const commentId = await comment(_id, 'Yes');
    seeUntil(ann, 45);
    await write({
      kind: 'comment',
      group: `comment:${_id}`,
      target: { type: 'post', id: _id },
      actorId: bob.id,
      ownerId: owner.id,
      commentId,
    });
    expect(await rows().countDocuments()).toBe(1);
    await change({ path: `/api/pt/posts/${_id}/comments/${commentId}`, owner });

    await deliverAfterDelay();

    expect(await rows().countDocuments()).toBe(0);
    const stored = fixture.kickoff.connection.collection('notifications');
    expect(await stored.countDocuments({ fanId: new Types.ObjectId(ann.id) })).toBe(0);
  });

  it('a waiting notification of a quote is discarded when an admin removes the quoting post', async () => {
    const { kickoff, ann, bob } = fixture;
    const { _id: id } = await aPostBy(kickoff, bob, 'Look at this');
    seeUntil(ann, 45);
    const target = { type: 'post', id } as const;
    await write({ kind: 'quote', group: `quote:${id}`, target, actorId: bob.id });
    expect(await rows().countDocuments()).toBe(1);
    const ada = await anAdmin(kickoff);
    await as(kickoff, ada).delete(`/api/admin/posts/${id}`).expect(200);

    await deliverAfterDelay();

    expect(await rows().countDocuments()).toBe(0);
    expect(await kindsOf(ann)).toEqual([]);
  });

  it('a waiting notification leads to the newest of several comments at one moment', async () => {
    const { kickoff, ann, bob } = fixture;
    const { _id } = await aPostBy(kickoff, await aFan(kickoff), 'Goal!');
    const commentIds = [await comment(_id, 'Half time'), await comment(_id, 'What a half')];
    seeUntil(ann, 45);
    const request = {
      kind: 'comment',
      group: `comment:${_id}`,
      target: { type: 'post', id: _id },
      actorId: bob.id,
      renotify: true,
    } as const;
    for (const commentId of commentIds) await write({ ...request, commentId });

    await deliverAfterDelay();

    expect(await fixture.listOf(ann)).toMatchObject([
      { commentId: commentIds[1], excerpt: 'What a half', count: 1 },
    ]);
    expect(await rows().countDocuments()).toBe(0);
  });

  it('a waiting notification is delivered when the fan returns to live', async () => {
    seeUntil(fixture.ann, 300);
    await goals.score();
    sights.seeLive(fixture.ann);
    const { id } = sights.match;
    const changed = { matchId: id, mode: 'live' } as const;
    const audience = { to: 'fans', fanIds: [fixture.ann.id] } as const;
    await fixture.service(LiveService).publish('viewpoint.changed', changed, audience);

    await until(async () => ((await rows().countDocuments()) === 0 ? true : undefined));

    expect(await kindsOf(fixture.ann)).toEqual(['team']);
  });

  it('a changed viewpoint reads the deliveries of its fan alone, after one with many due ones', async () => {
    const [busy, quiet, other] = [1, 2, 3].map(() => new Types.ObjectId());
    const later = new Date(now().getTime() + 60 * SECOND_MS);
    const deliveries = (fanId: Types.ObjectId | undefined, count: number, dueAt: Date) =>
      Array.from({ length: count }, () => ({ fanId, dueAt, at: now() }));
    await rows().insertMany([
      ...deliveries(busy, 200, now()),
      ...deliveries(other, 100, later),
      ...deliveries(quiet, 5, later),
    ]);
    const repository = fixture.service(WaitingDeliveriesRepository);
    await fixture.kickoff.connection.db?.command({ planCacheClear: 'waiting_deliveries' });
    for (let time = 0; time < 3; time += 1) await repository.makeDue([String(busy)], now());

    const operations = await operationsOf(fixture.kickoff, () =>
      repository.makeDue([String(quiet)], now()),
    );

    expect(operations).toMatchObject([{ examined: { documents: 5, keys: 5 } }]);
  });

  it('concurrent fan-outs and deliveries store the notification once', async () => {
    seeUntil(fixture.ann, 45);
    await goals.score();
    const fanouts = fixture.kickoff.connection.collection('notification_fanouts');
    await fanouts.updateMany({ 'request.text': goals.newest() }, { $set: { dueAt: now() } });
    await fixture.service(NotificationFanoutJob).resume();
    expect(await rows().countDocuments()).toBe(1);
    fixture.kickoff.clock.advance(45 * SECOND_MS);
    seeUntil(fixture.ann, 45);

    await Promise.all([deliver(), deliver()]);

    expect(await fixture.listOf(fixture.ann)).toMatchObject([{ kind: 'team', count: 1 }]);
  });

  it('an interrupted delivery is repeated', async () => {
    seeUntil(fixture.ann, 45);
    await goals.score();
    const repository = fixture.service(NotificationsRepository);
    jest.spyOn(repository, 'upsertAll').mockRejectedValueOnce(new Error('The instance died'));
    await deliverAfterDelay();
    expect(await kindsOf(fixture.ann)).toEqual([]);

    fixture.kickoff.clock.advance(60 * SECOND_MS);
    seeUntil(fixture.ann, 45);
    await deliver();

    expect(await kindsOf(fixture.ann)).toEqual(['team']);
    expect(await rows().countDocuments()).toBe(0);
  });

  it('hiding the match hides stored notifications from list and count', async () => {
    await goals.score();
    expect(await fixture.unreadOf(fixture.ann)).toBe(1);

    sights.hide(fixture.ann);

    expect(await kindsOf(fixture.ann)).toEqual([]);
    expect(await fixture.unreadOf(fixture.ann)).toBe(0);
    sights.seeLive(fixture.ann);
    expect(await kindsOf(fixture.ann)).toEqual(['team']);
  });

  it('the unread count is not negative when all are marked as read while it is counted', async () => {
    await goals.score();
    sights.hide(fixture.ann);
    const repository = fixture.service(NotificationsRepository);
    jest.spyOn(repository, 'countUnread').mockResolvedValueOnce(0);

    expect(await fixture.unreadOf(fixture.ann)).toBe(0);
  });

  it('a page continues past notifications of a hidden match', async () => {
    await fixture.like(fixture.bob);
    await fixture.listed(fixture.ann, 1);
    const { id } = sights.match;
    const later = new Date(now().getTime() + SECOND_MS);
    await fixture.kickoff.connection.collection('notifications').insertMany(
      ['1', '2', '3'].map((group) => ({
        fanId: new Types.ObjectId(fixture.ann.id),
        kind: 'match',
        group,
        target: { type: 'match', id },
        match: { id, at: now() },
        actors: [],
        count: 1,
        text: 'Goal',
        read: false,
        at: later,
      })),
    );

    sights.hide(fixture.ann);

    const answer = await fixture.ask(fixture.ann, '?limit=2');
    expect(answer.body).toMatchObject([{ kind: 'like' }]);
  });

  it('an account deletion removes waiting notifications of the fan', async () => {
    seeUntil(fixture.ann, 45);
    await goals.score();
    expect(await rows().countDocuments()).toBe(1);

    await fixture.service(NotificationsCleanup).removeAllOf(fixture.ann.id);

    expect(await rows().countDocuments()).toBe(0);
  });
});
