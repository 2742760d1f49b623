import type { Match } from '@kickoff/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { aMatch } from '@kickoff/testing';
import { Types } from 'mongoose';

import { MatchChangeDetector } from '../src/football/match-change-detector.js';
import { NotificationFanoutJob } from '../src/notifications/notification-fanout.job.js';
import { NotificationFanoutsRepository } from '../src/notifications/notification-fanouts.repository.js';
import { NotificationsRepository } from '../src/notifications/notifications.repository.js';
import { aFan, as, type Caller } from './support/callers.js';
import { NotificationFixture } from './support/notification-fixture.js';
import { until } from './support/until.js';

describe('MatchNotifier', () => {
  let fixture: NotificationFixture;

  beforeAll(async () => {
    fixture = await NotificationFixture.open();
  });
  beforeEach(() => fixture.createFans());
  afterAll(() => fixture.kickoff.stop());

  const match = (over: Partial<Match>, ...goals: [] | [number, number]): Match => ({
    ...aMatch(goals.length === 0 ? {} : { goals }),
    id: 'm1',
    homeTeam: aTeam('t1', 'Harbour United', 'Harbour', 'HAR'),
    awayTeam: aTeam('t2', 'Hilltop City', 'Hilltop', 'HIL'),
    utcDate: fixture.kickoff.clock.now().toISOString(),
    status: 'IN_PLAY',
    ...over,
  });
  const aTeam = (id: string, name: string, shortName: string, tla: string): Match['homeTeam'] => ({
    id,
    name,
    shortName,
    tla,
    colors: ['#000000', '#ffffff'],
  });
  async function supports(fan: Caller, team: string): Promise<void> {
    await fixture.kickoff.connection
      .collection('users')
      .updateOne({ _id: new Types.ObjectId(fan.id) }, { $set: { fav_team1: team } });
  }
  const changes = () => fixture.service(MatchChangeDetector).changes;

  it('updates one notification of kick-off, goals and full time for the fans of both clubs', async () => {
    const cat = await aFan(fixture.kickoff);
    await supports(fixture.ann, 'harbour united');
    await supports(fixture.bob, 'HIL');
    await supports(cat, 'Somewhere Else');
    const steps: [Match, Match, string][] = [
      [match({ status: 'SCHEDULED' }), match({}, 0, 0), 'Kick-off: Harbour – Hilltop'],
      [match({}, 0, 0), match({}, 1, 0), 'Goal: Harbour 1–0 Hilltop'],
      [match({}, 1, 0), match({}, 0, 0), 'Corrected: Harbour 0–0 Hilltop'],
      [match({}, 0, 0), match({ status: 'FINISHED' }, 0, 0), 'Full time: Harbour 0–0 Hilltop'],
    ];

    for (const [before, after, text] of steps) {
      changes().emit('changed', before, after);
      // Another instance detects the same change.
      changes().emit('changed', before, after);
      await until(async () => (await fixture.listOf(fixture.ann))[0]?.text === text || undefined);
    }

    await fixture.service(NotificationFanoutJob).resume();
    for (const fan of [fixture.ann, fixture.bob]) {
      const list = await fixture.listOf(fan);
      expect(list).toMatchObject([
        { kind: 'team', target: { type: 'match', id: 'm1' }, count: 1, actors: [] },
      ]);
    }
    expect(await fixture.listOf(cat)).toEqual([]);
  });

  it('notifies a goal again after its correction', async () => {
    await supports(fixture.ann, 'Harbour');
    const none = match({ id: 'm9' }, 0, 0);
    const one = match({ id: 'm9' }, 1, 0);
    const steps: [Match, Match, string][] = [
      [none, one, 'Goal: Harbour 1–0 Hilltop'],
      [one, none, 'Corrected: Harbour 0–0 Hilltop'],
      [none, one, 'Goal: Harbour 1–0 Hilltop'],
      [one, none, 'Corrected: Harbour 0–0 Hilltop'],
    ];

    for (const [before, after, text] of steps) {
      changes().emit('changed', before, after);
      // Another instance detects the same change.
      changes().emit('changed', before, after);
      await until(async () => (await fixture.listOf(fixture.ann))[0]?.text === text || undefined);
    }

    const fanouts = fixture.kickoff.connection.collection('notification_fanouts');
    const ofTeams = { 'request.target.id': 'm9', 'request.kind': 'team' };
    expect(await fanouts.countDocuments(ofTeams)).toBe(steps.length);
  });

  it('notifies a goal once after its write was interrupted', async () => {
    await supports(fixture.ann, 'Harbour');
    const { connection, clock } = fixture.kickoff;
    const repository = fixture.service(NotificationsRepository);
    const upsertAll = jest.spyOn(repository, 'upsertAll');
    upsertAll.mockRejectedValueOnce(new Error('The instance died'));
    changes().emit('changed', match({ id: 'm5' }, 0, 0), match({ id: 'm5' }, 1, 0));
    await until(() => upsertAll.mock.calls.length > 0 || undefined);
    await fixture.service(NotificationFanoutJob).resume();
    expect(await fixture.listOf(fixture.ann)).toEqual([]);

    clock.advance(60_000);
    await fixture.service(NotificationFanoutJob).resume();
    const [goal] = await fixture.listed(fixture.ann, 1);
    await as(fixture.kickoff, fixture.ann).post('/api/notifications/read').send({}).expect(204);
    await connection
      .collection('notification_fanouts')
      .updateMany({ 'request.target.id': 'm5' }, { $set: { dueAt: clock.now() } });
    await fixture.service(NotificationFanoutJob).resume();

    expect(goal?.text).toBe('Goal: Harbour 1–0 Hilltop');
    expect(await fixture.listOf(fixture.ann)).toEqual([{ ...goal, read: true }]);
  });

  it('notifies a goal that another instance detects after the fan-outs of the first failed', async () => {
    await supports(fixture.ann, 'Harbour');
    const insert = jest.spyOn(fixture.service(NotificationFanoutsRepository), 'insert');
    insert.mockRejectedValueOnce(new Error('The instance died'));
    const detect = () =>
      changes().emit('changed', match({ id: 'm6' }, 0, 0), match({ id: 'm6' }, 1, 0));
    detect();
    await until(() => insert.mock.calls.length > 0 || undefined);
    insert.mockRestore();

    detect();

    const [goal] = await fixture.listed(fixture.ann, 1);
    expect(goal?.text).toBe('Goal: Harbour 1–0 Hilltop');
  });

  it('skips fans who turned off team notifications', async () => {
    await supports(fixture.ann, 'Harbour');
    await supports(fixture.bob, 'Harbour');
    await as(fixture.kickoff, fixture.bob)
      .patch('/api/user/settings')
      .send({ notifications: { team: false } })
      .expect(200);

    changes().emit('changed', match({ id: 'm4' }, 0, 0), match({ id: 'm4' }, 0, 1));

    await fixture.listed(fixture.ann, 1);
    await fixture.service(NotificationFanoutJob).resume();
    expect(await fixture.listOf(fixture.bob)).toEqual([]);
  });

  it('does not notify half-time or the start of the second half', async () => {
    await supports(fixture.ann, 'Harbour');

    changes().emit(
      'changed',
      match({ id: 'm2' }, 1, 1),
      match({ id: 'm2', status: 'PAUSED' }, 1, 1),
    );
    changes().emit(
      'changed',
      match({ id: 'm2', status: 'PAUSED' }, 1, 1),
      match({ id: 'm2' }, 1, 1),
    );
    changes().emit('changed', match({ id: 'm3' }, 0, 0), match({ id: 'm3' }, 0, 1));

    const [only] = await fixture.listed(fixture.ann, 1);
    await fixture.service(NotificationFanoutJob).resume();
    expect(only?.target.id).toBe('m3');
    expect(await fixture.listOf(fixture.ann)).toHaveLength(1);
  });
});
