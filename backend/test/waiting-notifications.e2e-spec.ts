import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LiveEvents, type Match } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { MatchChangeDetector } from '../src/football/match-change-detector.js';
import { LiveService } from '../src/live/live.service.js';
import { NotificationFanoutJob } from '../src/notifications/notification-fanout.job.js';
import { NotificationsCleanup } from '../src/notifications/notifications-cleanup.js';
import { WaitingDeliveriesJob } from '../src/notifications/waiting-deliveries.job.js';
import { aFan, type Caller } from './support/callers.js';
import { Listener } from './support/listener.js';
import { NotificationFixture } from './support/notification-fixture.js';
import { MatchSights } from './support/match-sights.js';
import { until } from './support/until.js';

const SECOND_MS = 1_000;

describe('notifications about a moment of a match that the fan has not seen', () => {
  let room: NotificationFixture;
  let sights: MatchSights;
  /** Of the match that is played in the test. */
  let goals = 0;

  beforeAll(async () => {
    room = await NotificationFixture.open();
    room.kickoff.clock.stand();
    sights = await MatchSights.open(room.kickoff, await aFan(room.kickoff));
  });
  beforeEach(async () => {
    await room.createFans();
    sights.seeAllLive();
    await rows().deleteMany({});
    await supports(room.ann);
  });
  afterAll(() => room.kickoff.stop());

  const rows = () => room.kickoff.connection.collection('waiting_deliveries');
  const deliver = () => room.service(WaitingDeliveriesJob).run();
  const now = () => room.kickoff.clock.now();
  /** The delayed fan sees the match up to so many seconds ago. */
  const seeUntil = (fan: Caller, agoSeconds: number, mode: 'delayed' | 'replay' = 'delayed') =>
    sights.seeUntil(fan, mode, new Date(now().getTime() - agoSeconds * SECOND_MS));
  const supports = (fan: Caller, team = sights.match.homeTeam.id) =>
    room.kickoff.connection
      .collection('users')
      .updateOne({ _id: new Types.ObjectId(fan.id) }, { $set: { fav_team1: team } });
  const at = (home: number): Match => ({
    ...sights.match,
    utcDate: new Date(now().getTime() - 3_600_000).toISOString(),
    status: 'IN_PLAY',
    score: { ...sights.match.score, fullTime: { homeTeam: home, awayTeam: 0 } },
  });
  /** A goal that the server learns of now. */
  async function score(): Promise<void> {
    const before = at(goals);
    goals += 1;
    room.service(MatchChangeDetector).changes.emit('changed', before, at(goals));
    const fanouts = room.kickoff.connection.collection('notification_fanouts');
    const filter = { 'request.text': newest(), 'request.kind': 'team' };
    await until(async () => (await fanouts.findOne(filter)) ?? undefined);
    await room.service(NotificationFanoutJob).resume();
  }
  const newest = () => new RegExp(` ${goals}–0 `);
  const kindsOf = async (fan: Caller) => (await room.listOf(fan)).map(({ kind }) => kind);

  it('wait for the moment of a fan whose broadcast is behind, in list, count and stream', async () => {
    const listener = new Listener({ Authorization: `Bearer ${room.ann.token}` });
    await listener.connect(room.kickoff);
    seeUntil(room.ann, 45);
    await score();
    await deliver();
    expect(await kindsOf(room.ann)).toEqual([]);
    expect(await room.unreadOf(room.ann)).toBe(0);

    room.kickoff.clock.advance(45 * SECOND_MS);
    seeUntil(room.ann, 45);
    await deliver();

    const [notification] = await room.listOf(room.ann);
    expect(notification).toMatchObject({ kind: 'team', createdAt: now().toISOString() });
    expect(await room.unreadOf(room.ann)).toBe(1);
    const heard = await until(() => listener.heard.find(({ name }) => name === 'notification'));
    expect(LiveEvents.shape.notification.parse(heard.data)).toEqual(notification);
    expect(listener.heard.filter(({ name }) => name === 'notification')).toHaveLength(1);
    listener.disconnect();
    expect(await rows().countDocuments()).toBe(0);
  });

  it('come at once to a fan who sees the match live', async () => {
    await score();

    expect(await kindsOf(room.ann)).toEqual(['team']);
    expect(await rows().countDocuments()).toBe(0);
  });

  it.each([
    ['hidden', () => sights.hide(room.ann)],
    ['a replay', () => seeUntil(room.ann, 45, 'replay')],
  ] as const)('are never written of a match that is %s', async (_mode, set) => {
    set();
    await score();
    sights.seeLive(room.ann);
    await deliver();

    expect(await kindsOf(room.ann)).toEqual([]);
  });

  it('are dropped when a fan who waits hides the match', async () => {
    seeUntil(room.ann, 45);
    await score();
    sights.hide(room.ann);
    room.kickoff.clock.advance(45 * SECOND_MS);
    await deliver();
    sights.seeLive(room.ann);

    expect(await kindsOf(room.ann)).toEqual([]);
    expect(await rows().countDocuments()).toBe(0);
  });

  it('come when the fan goes back to live', async () => {
    seeUntil(room.ann, 300);
    await score();
    sights.seeLive(room.ann);
    const { id } = sights.match;
    const changed = { matchId: id, mode: 'live' } as const;
    const audience = { to: 'fans', fanIds: [room.ann.id] } as const;
    await room.service(LiveService).publish('viewpoint.changed', changed, audience);

    await until(async () => ((await rows().countDocuments()) === 0 ? true : undefined));

    expect(await kindsOf(room.ann)).toEqual(['team']);
  });

  it('are written once although two fan-outs and two turns meet', async () => {
    seeUntil(room.ann, 45);
    await score();
    const fanouts = room.kickoff.connection.collection('notification_fanouts');
    await fanouts.updateMany({ 'request.text': newest() }, { $set: { dueAt: now() } });
    await room.service(NotificationFanoutJob).resume();
    expect(await rows().countDocuments()).toBe(1);
    room.kickoff.clock.advance(45 * SECOND_MS);
    seeUntil(room.ann, 45);

    await Promise.all([deliver(), deliver()]);

    expect(await room.listOf(room.ann)).toMatchObject([{ kind: 'team', count: 1 }]);
  });

  it('are out of list and count while the match is hidden, also when they were written before', async () => {
    await score();
    expect(await room.unreadOf(room.ann)).toBe(1);

    sights.hide(room.ann);

    expect(await kindsOf(room.ann)).toEqual([]);
    expect(await room.unreadOf(room.ann)).toBe(0);
    sights.seeLive(room.ann);
    expect(await kindsOf(room.ann)).toEqual(['team']);
  });

  it('are removed with the account of the fan', async () => {
    seeUntil(room.ann, 45);
    await score();
    expect(await rows().countDocuments()).toBe(1);

    await room.service(NotificationsCleanup).removeAllOf(room.ann.id);

    expect(await rows().countDocuments()).toBe(0);
  });
});
