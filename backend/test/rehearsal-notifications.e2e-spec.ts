import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Rehearsal } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { RehearsalChangeDetector } from '../src/football/rehearsals/rehearsal-change-detector.js';
import { NotificationFanoutJob } from '../src/notifications/notification-fanout.job.js';
import { RehearsalNotificationsJob } from '../src/notifications/rehearsal-notifications.job.js';
import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import { NotificationFixture } from './support/notification-fixture.js';
import { until } from './support/until.js';

const SECOND_MS = 1_000;

describe('rehearsal notifications', () => {
  let fixture: NotificationFixture;
  let admin: Caller;

  beforeAll(async () => {
    fixture = await NotificationFixture.open();
    fixture.kickoff.clock.stand();
    admin = await anAdmin(fixture.kickoff);
  });
  afterAll(() => fixture.kickoff.stop());

  const waiting = () => fixture.kickoff.connection.collection('waiting_deliveries');
  const supports = (fan: Caller, team: string) =>
    fixture.kickoff.connection
      .collection('users')
      .updateOne({ _id: new Types.ObjectId(fan.id) }, { $set: { fav_team1: team } });
  async function rehearse(fans: readonly Caller[]) {
    const answer = await as(fixture.kickoff, admin)
      .post('/api/admin/rehearsals')
      .send({
        league: 'premier_league',
        matchday: 3,
        speed: 20,
        fans: fans.map(({ id }) => id),
        faults: ['goal_cancelled'],
      })
      .expect(201);
    const { _id: id, matches } = Rehearsal.parse(answer.body);
    const [match] = matches;
    if (!match) throw new Error('The rehearsal has no match');
    return { id, match };
  }
  /** Starts the matches of the rehearsal, and lets the server detect the change. */
  async function kickOff(): Promise<void> {
    const detector = fixture.service(RehearsalChangeDetector);
    await detector.detect();
    fixture.kickoff.clock.advance(12 * SECOND_MS);
    await detector.detect();
  }
  const filledListOf = (fan: Caller) =>
    until(async () => {
      await fixture.service(NotificationFanoutJob).resume();
      const list = await fixture.listOf(fan);
      return list.length > 0 ? list : undefined;
    });

  it('only fans of the rehearsal are notified, by their team or their alert', async () => {
    const [cat, dan, eve] = [
      await aFan(fixture.kickoff),
      await aFan(fixture.kickoff),
      await aFan(fixture.kickoff),
    ];
    const { match } = await rehearse([cat, dan]);
    await supports(cat, match.homeTeam.id);
    await supports(eve, match.homeTeam.id);
    await as(fixture.kickoff, dan)
      .put(`/api/user/alerts/${encodeURIComponent(match.id)}`)
      .send({ kickOff: true, goals: true, fullTime: true })
      .expect(200);
    await kickOff();

    const text = `Kick-off: ${match.homeTeam.shortName} – ${match.awayTeam.shortName}`;
    const shown = { target: { type: 'match', id: match.id }, text };
    expect(await filledListOf(cat)).toMatchObject([{ kind: 'team', ...shown }]);
    expect(await filledListOf(dan)).toMatchObject([{ kind: 'match', ...shown }]);
    const others = await fixture.listOf(eve);
    expect(others).toEqual([]);
  });

  it('deleting the rehearsal deletes its notifications, including delayed ones', async () => {
    const [cat, dan] = [await aFan(fixture.kickoff), await aFan(fixture.kickoff)];
    const { id, match } = await rehearse([cat, dan]);
    for (const fan of [cat, dan]) await supports(fan, match.homeTeam.id);
    await as(fixture.kickoff, dan)
      .put(`/api/user/viewpoints/${encodeURIComponent(match.id)}`)
      .send({ mode: 'delayed', seconds: 60 })
      .expect(200);
    await kickOff();
    await filledListOf(cat);
    await until(async () => (await waiting().countDocuments()) > 0 || undefined);
    const cleanUp = () => fixture.service(RehearsalNotificationsJob).run();
    await cleanUp();
    expect(await fixture.listOf(cat)).toHaveLength(1);

    await as(fixture.kickoff, admin).delete(`/api/admin/rehearsals/${id}`).expect(204);
    await cleanUp();

    expect(await fixture.listOf(cat)).toEqual([]);
    expect(await waiting().countDocuments()).toBe(0);
  });
});
