import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AdminMatchTimeline,
  LatestMatch,
  LeagueData,
  MatchPage,
  MatchThread,
  MatchTimeline,
  Notification,
  Rehearsal,
} from '@kickoff/contracts';
import { aProviderScore } from '@kickoff/testing/football-data-shapes';
import { z } from 'zod';

import { MatchChangeDetector } from '../src/football/match-change-detector.js';
import { FootballPoller } from '../src/football/polling/football-poller.js';
import { footballSnapshotsCollection } from '../src/football/snapshots/league-snapshot.schema.js';
import {
  type MatchEntry,
  matchEntriesCollection,
} from '../src/football/timelines/match-entry.schema.js';
import { replay } from '../src/football/timelines/timeline-state.js';
import { anAdmin, as, type Caller } from './support/callers.js';
import { DERBY, DerbyFixture, FORMER, KICK_OFF, MINUTE_MS, NEXT } from './support/derby-fixture.js';
import type { KickOff } from './support/kickoff.js';
import { pollFor } from './support/polling.js';
import { until } from './support/until.js';

describe('timeline of a provider match', () => {
  let given: DerbyFixture;
  let kickoff: KickOff;
  let fan: Caller;

  beforeEach(async () => {
    given = await DerbyFixture.open();
    ({ kickoff, fan } = given);
  });
  afterEach(() => given.close());

  it('records each change once, with the minute estimated from its own kick-off', async () => {
    await given.state('IN_PLAY', 0, 0);
    await given.poll(20 * MINUTE_MS);
    await given.state('IN_PLAY', 1, 0);
    await given.state('IN_PLAY', 0, 0);
    await given.state('PAUSED', 0, 0);
    await given.state('FINISHED', 0, 2);

    const { match, entries } = await given.timeline();

    expect(entries.map(({ seq, kind, cancels }) => [seq, kind, cancels])).toEqual([
      [1, 'kick_off', undefined],
      [2, 'goal', undefined],
      [3, 'goal_cancelled', 2],
      [4, 'half_time', undefined],
      [5, 'goal', undefined],
      [6, 'goal', undefined],
      [7, 'full_time', undefined],
    ]);
    expect(entries[1]).toMatchObject({ minute: '22', estimated: true, team: 'home' });
    expect(match).toMatchObject({ id: DERBY, league: 'premier_league', status: 'FINISHED' });
  });

  it('records extra time and a penalty shoot-out', async () => {
    for (const status of ['IN_PLAY', 'PAUSED', 'IN_PLAY', 'EXTRA_TIME', 'PENALTY_SHOOTOUT']) {
      await given.state(status, 1, 1);
    }

    expect((await given.kinds()).slice(3)).toEqual([
      'half_time',
      'second_half',
      'extra_time',
      'penalties',
    ]);
    expect(JSON.stringify((await given.timeline()).match)).not.toContain('period');
  });

  it('records the award of an abandoned match without goals', async () => {
    await given.state('IN_PLAY', 1, 1);
    await given.state('SUSPENDED', 1, 1);
    await given.state('AWARDED', 3, 0);

    const { match, entries } = await given.timeline();

    expect(entries.slice(3).map(({ kind, score }) => [kind, score])).toEqual([
      ['suspended', { homeTeam: 1, awayTeam: 1 }],
      ['full_time', { homeTeam: 1, awayTeam: 1 }],
      ['correction', { homeTeam: 3, awayTeam: 0 }],
    ]);
    expect(match).toMatchObject({ status: 'FINISHED', score: { fullTime: { homeTeam: 3 } } });
    expect((await given.read('?league=premier_league').expect(200)).text).not.toContain('awarded');
  });

  it('notifies the award of an abandoned match as corrected, not as a goal', async () => {
    await as(kickoff, fan).put(`/api/user/alerts/${DERBY}`).send({ goals: true }).expect(200);
    const detector = kickoff.app.get(MatchChangeDetector, { strict: false });
    await detector.detect();
    await given.state('IN_PLAY', 1, 1);
    await given.state('SUSPENDED', 1, 1);
    await detector.detect();

    await given.state('AWARDED', 3, 0);
    await detector.detect();

    const text = await until(async () => {
      const answer = await as(kickoff, fan).get('/api/notifications').expect(200);
      const [latest] = z.array(Notification).parse(answer.body);
      return latest?.text?.includes('3–0') ? latest.text : undefined;
    });
    expect(text).toBe('Corrected: Arsenal 3–0 Chelsea');
  });

  it('replays to the same status and score as every endpoint after each change', async () => {
    const changes: [string, number, number][] = [
      ['IN_PLAY', 0, 0],
      ['IN_PLAY', 2, 0],
      ['SUSPENDED', 2, 0],
      ['IN_PLAY', 1, 1],
      ['FINISHED', 1, 1],
      ['FINISHED', 1, 2],
    ];
    for (const change of changes) {
      await given.state(...change);

      const { match, entries } = await given.timeline();
      const league = LeagueData.parse((await given.read('?league=premier_league')).body);
      const latest = z.array(LatestMatch).parse((await given.read('/latest')).body);
      const page = MatchPage.parse((await given.read(`/matches/${DERBY}`)).body);
      const { status, score } = replay(entries);
      const isDerby = ({ id }: { id: string }) => id === DERBY;
      const shown = [match, page, league.matches.find(isDerby), latest.find(isDerby)];
      for (const one of shown.filter((other) => other || status !== 'SUSPENDED')) {
        expect({ status: one?.status, score: one?.score.fullTime }).toEqual({ status, score });
      }
    }
  });

  it('ends with the same score as the cached league page in every second', async () => {
    const admin = await anAdmin(kickoff);
    const path = `/api/admin/football/matches/${DERBY}/timeline`;
    await given.state('IN_PLAY', 0, 0);
    for (let second = 0; second < 60; second += 1) {
      given.provider.derby = {
        ...given.provider.derby,
        score: aProviderScore(Math.floor(second / 10), 0),
      };
      await pollFor(kickoff, 1_000, 1_000);

      const league = LeagueData.parse((await given.read('?league=premier_league')).body);
      const { entries } = AdminMatchTimeline.parse((await as(kickoff, admin).get(path)).body);
      const shown = league.matches.find(({ id }) => id === DERBY);
      expect(replay(entries).score).toEqual(shown?.score.fullTime);
    }
  });

  it('records no change again on another instance', async () => {
    await given.state('IN_PLAY', 1, 0);
    await kickoff.app.get(FootballPoller).beforeApplicationShutdown();
    const other = await kickoff.another();
    await pollFor(other, 2 * MINUTE_MS, 7_000);
    given.provider.derby = { ...given.provider.derby, score: aProviderScore(1, 1) };
    await pollFor(other, 2 * MINUTE_MS, 7_000);

    const answered = await as(other, fan).get(`/api/football/matches/${DERBY}/timeline`);
    await other.close();

    const { entries } = MatchTimeline.parse(answered.body);
    expect(entries.map(({ kind, team }) => [kind, team])).toEqual([
      ['kick_off', undefined],
      ['goal', 'home'],
      ['goal', 'away'],
    ]);
  });

  it('records no change again after the snapshots are deleted', async () => {
    await given.state('IN_PLAY', 1, 0);
    const before = await given.kinds();
    await kickoff.connection.collection(footballSnapshotsCollection.name).deleteMany({});

    await given.poll(2 * MINUTE_MS);

    expect(await given.kinds()).toEqual(before);
  });

  it('a duplicate entry violates the unique index', async () => {
    await given.state('IN_PLAY', 0, 0);
    const entries = kickoff.connection.collection<MatchEntry>(matchEntriesCollection.name);
    const [row] = await entries.find({ matchId: DERBY }, { projection: { _id: 0 } }).toArray();
    if (!row) throw new Error('There is no entry.');

    await expect(entries.insertOne(row)).rejects.toMatchObject({ code: 11_000 });
  });

  it('is readable in the next season, as are the match and its thread', async () => {
    await given.state('IN_PLAY', 1, 0);
    await given.state('FINISHED', 1, 0);
    const before = await given.timeline();

    given.provider.isNextSeason = true;
    kickoff.clock.advance(7 * 60 * MINUTE_MS);
    await given.poll(2 * MINUTE_MS);

    const next = MatchPage.parse((await given.read(`/matches/${NEXT}`).expect(200)).body);
    expect(next.headToHead.map(({ id }) => id)).toEqual([DERBY, FORMER]);
    expect(await given.timeline()).toEqual(before);
    const page = await as(kickoff, fan).get(`/api/match/${DERBY}/thread`).expect(200);
    const thread = MatchThread.parse(page.body);
    expect(thread.rows).toHaveLength(before.entries.length);
  });

  it('has one correction for a match that was already over', async () => {
    const { entries } = await given.timeline(FORMER);

    expect(entries).toMatchObject([
      { seq: 1, kind: 'correction', status: 'FINISHED', score: { homeTeam: 0, awayTeam: 2 } },
    ]);
  });

  it("shows the lag behind the provider's time to admins only", async () => {
    const admin = await anAdmin(kickoff);
    const path = `/api/admin/football/matches/${DERBY}/timeline`;
    given.provider.derby = {
      ...given.provider.derby,
      lastUpdated: new Date(KICK_OFF - 5_000).toISOString(),
    };
    await given.state('IN_PLAY', 0, 0);
    const learnedMs = Date.parse((await given.timeline()).entries[0]?.at ?? '');

    const ofAdmin = await as(kickoff, admin).get(path).expect(200);
    const ofFan = await as(kickoff, fan).get(path);

    expect(AdminMatchTimeline.strict().parse(ofAdmin.body).entries).toMatchObject([
      { kind: 'kick_off', lagMs: learnedMs - KICK_OFF + 5_000 },
    ]);
    expect(ofFan.status).toBe(401);
    expect(JSON.stringify((await given.read(`/matches/${DERBY}/timeline`)).body)).not.toContain(
      'lagMs',
    );
  });

  it('a rehearsal of its round ends with the stored results and adds no entries', async () => {
    const admin = await anAdmin(kickoff);
    const form = { league: 'premier_league', matchday: 12, speed: 20, startsIn: 0 };
    await as(kickoff, admin).post('/api/admin/rehearsals').send(form).expect(201);
    kickoff.clock.advance(10 * MINUTE_MS);

    const [rehearsal] = z
      .array(Rehearsal)
      .parse((await as(kickoff, admin).get('/api/admin/rehearsals')).body);

    expect(rehearsal?.matches.map(({ status, score }) => [status, score.fullTime])).toEqual([
      ['FINISHED', { homeTeam: 0, awayTeam: 2 }],
      ['FINISHED', { homeTeam: 0, awayTeam: 0 }],
    ]);
    expect((await given.timeline()).entries).toEqual([]);
  });

  it('a TTL index expires entries after 400 days', async () => {
    const indexes = await kickoff.connection.collection(matchEntriesCollection.name).indexes();

    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { at: 1 }, expireAfterSeconds: 400 * 86_400 }),
    );
  });
});
