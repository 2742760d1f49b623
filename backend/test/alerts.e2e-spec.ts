import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LeagueData, LEAGUES, type Match, MatchAlert } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { MatchAlertExpiryJob } from '../src/alerts/match-alert-expiry.job.js';
import { MatchChangeDetector } from '../src/football/match-change-detector.js';
import { NotificationFanoutJob } from '../src/notifications/notification-fanout.job.js';
import { as, asVisitor, type Caller } from './support/callers.js';
import { expectTraces } from './support/fan-life.js';
import { manyFans } from './support/many-fans.js';
import { NotificationFixture } from './support/notification-fixture.js';
import { until } from './support/until.js';

const DAY_MS = 24 * 60 * 60_000;
const ALL = { kickOff: true, goals: true, fullTime: true };
const Alerts = z.array(MatchAlert.strict());

describe('match alerts', () => {
  let fixture: NotificationFixture;
  let scheduled: Match[];
  let finished: Match;

  beforeAll(async () => {
    fixture = await NotificationFixture.open();
    await fixture.createFans();
    const matches: Match[] = [];
    for (const league of LEAGUES) {
      const answer = await as(fixture.kickoff, fixture.ann).get(`/api/football?league=${league}`);
      matches.push(...LeagueData.parse(answer.body).matches);
    }
    scheduled = matches.filter(({ status }) => status === 'SCHEDULED');
    finished = matches.find(({ status }) => status === 'FINISHED') ?? missing();
  });
  beforeEach(() => fixture.createFans());
  afterAll(() => fixture.kickoff.stop());

  const put = (fan: Caller, matchId: string, change: object) =>
    as(fixture.kickoff, fan)
      .put(`/api/user/alerts/${encodeURIComponent(matchId)}`)
      .send(change);
  const remove = (fan: Caller, matchId: string) =>
    as(fixture.kickoff, fan).delete(`/api/user/alerts/${encodeURIComponent(matchId)}`);
  const listOf = async (fan: Caller) =>
    Alerts.parse((await as(fixture.kickoff, fan).get('/api/user/alerts').expect(200)).body);
  /** A match of the season that no other test uses, with its kick-off now. */
  const aMatch = (): Match => ({
    ...(scheduled.pop() ?? missing()),
    utcDate: fixture.kickoff.clock.now().toISOString(),
  });
  const at = (match: Match, status: Match['status'], home: number, away: number): Match => ({
    ...match,
    status,
    score: { ...match.score, fullTime: { homeTeam: home, awayTeam: away } },
  });
  const emit = (before: Match, after: Match) =>
    fixture.service(MatchChangeDetector).changes.emit('changed', before, after);
  const change = async (before: Match, after: Match) => {
    emit(before, after);
    await fixture.fanOut(after.id);
  };
  const textsOf = async (fan: Caller) =>
    (await fixture.listOf(fan)).map(({ kind, text = '' }) => `${kind} ${text.split(':')[0] ?? ''}`);
  const supports = (fan: Caller, team: string) =>
    fixture.kickoff.connection
      .collection('users')
      .updateOne({ _id: new Types.ObjectId(fan.id) }, { $set: { fav_team1: team } });

  it('stores the switches of a match, with absent ones as off', async () => {
    const { id } = aMatch();

    const answer = await put(fixture.ann, id, { goals: true }).expect(200);

    const stored = { matchId: id, kickOff: false, goals: true, fullTime: false };
    expect(answer.body).toEqual(stored);
    expect(await listOf(fixture.ann)).toEqual([stored]);
    expect(await listOf(fixture.bob)).toEqual([]);
    await put(fixture.ann, id, { fullTime: true }).expect(200);
    expect(await listOf(fixture.ann)).toEqual([{ ...stored, goals: false, fullTime: true }]);
  });

  it('deletes an alert when all switches are off and by DELETE, which is idempotent', async () => {
    const [one, other] = [aMatch(), aMatch()];
    await put(fixture.ann, one.id, ALL).expect(200);
    await put(fixture.ann, other.id, ALL).expect(200);

    await put(fixture.ann, one.id, {}).expect(200, {
      matchId: one.id,
      kickOff: false,
      goals: false,
      fullTime: false,
    });
    await remove(fixture.ann, other.id).expect(204);
    await remove(fixture.ann, other.id).expect(204);
    await remove(fixture.ann, 'unknown').expect(204);

    expect(await listOf(fixture.ann)).toEqual([]);
  });

  it('answers 404 to an unknown match, 409 to a finished one and 400 to an invalid switch', async () => {
    await put(fixture.ann, 'unknown', ALL).expect(404);
    await put(fixture.ann, finished.id, ALL).expect(409);
    await put(fixture.ann, aMatch().id, { goals: 'yes' }).expect(400);

    expect(await listOf(fixture.ann)).toEqual([]);
  });

  it('returns 401 without a session', async () => {
    const visitor = asVisitor(fixture.kickoff);
    await visitor.get('/api/user/alerts').expect(401);
    await visitor.put('/api/user/alerts/a').send(ALL).expect(401);
    await visitor.delete('/api/user/alerts/a').expect(401);
  });

  it('stores at most 50 per fan under concurrent requests', async () => {
    const matches = scheduled.slice(0, 55);

    const answers = await Promise.all(matches.map(({ id }) => put(fixture.ann, id, ALL)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    const listed = await listOf(fixture.ann);
    expect(listed).toHaveLength(50);
    await put(fixture.ann, listed[0]?.matchId ?? '', { goals: true }).expect(200);
    await remove(fixture.ann, listed[1]?.matchId ?? '').expect(204);
    await put(fixture.ann, aMatch().id, ALL).expect(200);
  });

  it('stores one alert per match under ten concurrent requests', async () => {
    const { id } = aMatch();

    const sent = Array.from({ length: 10 }, () => put(fixture.ann, id, ALL).expect(200));
    await Promise.all(sent);

    expect(await listOf(fixture.ann)).toHaveLength(1);
  });

  it('notifies kick-off, goals and full time to the fans who chose them', async () => {
    const match = aMatch();
    await put(fixture.ann, match.id, ALL).expect(200);
    await put(fixture.bob, match.id, { goals: true }).expect(200);
    const before = { ...match, status: 'SCHEDULED' as const };

    await change(before, at(match, 'IN_PLAY', 0, 0));
    expect([await textsOf(fixture.ann), await textsOf(fixture.bob)]).toEqual([
      ['match Kick-off'],
      [],
    ]);
    await change(at(match, 'IN_PLAY', 0, 0), at(match, 'IN_PLAY', 1, 0));
    const goal = ['match Goal'];
    await until(async () => (await textsOf(fixture.bob))[0] === goal[0] || undefined);
    expect([await textsOf(fixture.ann), await textsOf(fixture.bob)]).toEqual([goal, goal]);
    await change(at(match, 'IN_PLAY', 1, 0), at(match, 'FINISHED', 1, 0));
    await until(async () => (await textsOf(fixture.ann))[0] === 'match Full time' || undefined);

    expect(await textsOf(fixture.bob)).toEqual(goal);
    const [only] = await fixture.listOf(fixture.ann);
    expect(only).toMatchObject({ target: { type: 'match', id: match.id }, actors: [] });
  });

  it('notifies a goal once when the match is also one of the favourite team', async () => {
    const match = aMatch();
    await put(fixture.ann, match.id, ALL).expect(200);
    await supports(fixture.ann, match.homeTeam.name);
    const keys = fixture.kickoff.connection.collection('notification_dedup_keys');

    await change(at(match, 'IN_PLAY', 0, 0), at(match, 'IN_PLAY', 1, 0));
    await fixture.listed(fixture.ann, 1);
    await fixture.service(NotificationFanoutJob).resume();

    expect(await textsOf(fixture.ann)).toEqual(['team Goal']);
    expect(await keys.countDocuments({ fanId: new Types.ObjectId(fixture.ann.id) })).toBe(1);
  });

  it('notifies a goal when notifications of the favourite team are off', async () => {
    const match = aMatch();
    await put(fixture.ann, match.id, ALL).expect(200);
    await supports(fixture.ann, match.awayTeam.tla);
    await as(fixture.kickoff, fixture.ann)
      .patch('/api/user/settings')
      .send({ notifications: { team: false } })
      .expect(200);

    await change(at(match, 'IN_PLAY', 0, 0), at(match, 'IN_PLAY', 1, 0));

    await fixture.listed(fixture.ann, 1);
    expect(await textsOf(fixture.ann)).toEqual(['match Goal']);
  });

  it('notifies nothing when match notifications are off', async () => {
    const match = aMatch();
    await put(fixture.ann, match.id, ALL).expect(200);
    await put(fixture.bob, match.id, ALL).expect(200);
    await as(fixture.kickoff, fixture.bob)
      .patch('/api/user/settings')
      .send({ notifications: { match: false } })
      .expect(200);

    await change(at(match, 'IN_PLAY', 0, 0), at(match, 'IN_PLAY', 1, 0));

    await fixture.listed(fixture.ann, 1);
    await fixture.service(NotificationFanoutJob).resume();
    expect(await fixture.listOf(fixture.bob)).toEqual([]);
  });

  it('notifies 2,000 fans of one match', async () => {
    const match = aMatch();
    const settings = { notifications: { match: true } };
    const crowd = await manyFans(fixture.kickoff, 2_000, () => ({ settings }));
    const rows = crowd.map((fanId) => ({ fanId, matchId: match.id, slot: 0, ...ALL }));
    await fixture.kickoff.connection.collection('match_alerts').insertMany(rows);

    await change(at(match, 'IN_PLAY', 0, 0), at(match, 'IN_PLAY', 1, 0));

    const filter = { kind: 'match', 'target.id': match.id };
    const written = fixture.kickoff.connection.collection('notifications');
    await until(async () => (await written.countDocuments(filter)) === 2_000 || undefined);
  });

  it('disappear a day after full time', async () => {
    const match = aMatch();
    await put(fixture.ann, match.id, ALL).expect(200);
    await change(at(match, 'IN_PLAY', 1, 0), at(match, 'FINISHED', 1, 0));
    const rows = fixture.kickoff.connection.collection('match_alerts');
    await until(async () => (await rows.findOne({ matchId: match.id }))?.['expiresAt'] as unknown);
    fixture.kickoff.clock.advance(DAY_MS - 60_000);
    expect(await listOf(fixture.ann)).toHaveLength(1);

    fixture.kickoff.clock.advance(60_000);

    expect(await listOf(fixture.ann)).toEqual([]);
    fixture.kickoff.clock.advance(-DAY_MS);
  });

  it('do not count towards the 50 once they have disappeared', async () => {
    const fanId = new Types.ObjectId(fixture.ann.id);
    const expiresAt = fixture.kickoff.clock.now();
    const rows = fixture.kickoff.connection.collection('match_alerts');
    await rows.insertMany(
      Array.from({ length: 50 }, (_, slot) => ({
        ...{ fanId, matchId: `demo:over-${slot}`, slot, expiresAt, ...ALL },
      })),
    );
    const { id } = aMatch();

    await put(fixture.ann, id, ALL).expect(200);

    expect((await listOf(fixture.ann)).map(({ matchId }) => matchId)).toEqual([id]);
  });

  it('expire also when no instance detected full time', async () => {
    const { id } = aMatch();
    await put(fixture.ann, id, ALL).expect(200);
    const rows = fixture.kickoff.connection.collection('match_alerts');
    await rows.updateOne({ matchId: id }, { $set: { matchId: finished.id } });

    await fixture.service(MatchAlertExpiryJob).run();

    const expiresAt: unknown = (await rows.findOne({ matchId: finished.id }))?.['expiresAt'];
    expect(expiresAt).toBeInstanceOf(Date);
  });

  describe('of a match that was over and is played after all', () => {
    const rows = () => fixture.kickoff.connection.collection('match_alerts');
    const isExpiring = async (matchId: string) =>
      (await rows().countDocuments({ matchId, expiresAt: { $type: 'date' } })) === 1;
    let match: Match;

    beforeEach(async () => {
      match = aMatch();
      await put(fixture.ann, match.id, ALL).expect(200);
      emit(match, { ...match, status: 'CANCELED' });
      await until(async () => (await isExpiring(match.id)) || undefined);
    });

    it('no longer expire once the change is detected', async () => {
      emit({ ...match, status: 'CANCELED' }, match);

      await until(async () => !(await isExpiring(match.id)) || undefined);
    });

    it('no longer expire when no instance detected the change', async () => {
      await fixture.service(MatchAlertExpiryJob).run();

      expect(await isExpiring(match.id)).toBe(false);
    });

    it('no longer expire once they are set again', async () => {
      await put(fixture.ann, match.id, { goals: true }).expect(200);

      expect(await isExpiring(match.id)).toBe(false);
    });
  });

  it('are deleted with the account', async () => {
    await put(fixture.ann, aMatch().id, ALL).expect(200);

    await as(fixture.kickoff, fixture.ann)
      .delete('/api/user')
      .send({ password: fixture.ann.password })
      .expect(200);

    await expectTraces(fixture.kickoff, fixture.ann, ['account_removals']);
  });
});

function missing(): never {
  throw new Error('The season has no such match');
}
