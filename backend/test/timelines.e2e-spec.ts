import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AdminMatchTimeline,
  LatestMatch,
  LeagueData,
  MatchPage,
  MatchTimeline,
  Notification,
  Rehearsal,
} from '@kickoff/contracts';
import {
  answered,
  aProviderMatch,
  aProviderScore,
  ARSENAL,
  CHELSEA,
  theMatches,
  theScorers,
  theStandings,
} from '@kickoff/testing/football-data-shapes';
import { ProviderDouble, type Reply } from '@kickoff/testing/provider-double';
import { z } from 'zod';

import { MatchChangeDetector } from '../src/football/match-change-detector.js';
import { FootballPoller } from '../src/football/polling/football-poller.js';
import { footballSnapshotsCollection } from '../src/football/snapshots/league-snapshot.schema.js';
import {
  type MatchEntry,
  matchEntriesCollection,
} from '../src/football/timelines/match-entry.schema.js';
import { TimelineChangeDetector } from '../src/football/timelines/timeline-change-detector.js';
import { replay } from '../src/football/timelines/timeline-state.js';
import { aFan, anAdmin, as, type Caller } from './support/callers.js';
import type { KickOff } from './support/kickoff.js';
import { pollFor, setClock, startPolling } from './support/polling.js';
import { until } from './support/until.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MORNING = Date.parse('2026-11-21T09:00:02Z');
const KICK_OFF = Date.parse('2026-11-21T15:00:00Z');
const DERBY = 'football-data.org:538001';
const FORMER = 'football-data.org:2';

describe('timeline of a provider match', () => {
  let double: ProviderDouble;
  let kickoff: KickOff;
  let fan: Caller;
  /** What the provider states of Arsenal against Chelsea. */
  let derby: Record<string, unknown>;
  let isSilent: boolean;

  beforeEach(async () => {
    derby = {};
    isSilent = false;
    double = new ProviderDouble(answer);
    const provider = {
      FOOTBALL_DATA_TOKEN: 'a-key-nobody-may-see',
      FOOTBALL_DATA_URL: await double.start(),
    };
    kickoff = await startPolling(provider, MORNING);
    fan = await aFan(kickoff);
    // Loads the whole season of each league.
    await poll(70_000);
    setClock(kickoff, KICK_OFF);
  });
  afterEach(async () => {
    await kickoff.stop();
    await double.stop();
  });

  function answer(path: string): Reply {
    if (isSilent) return { status: 502, body: '' };
    if (path.endsWith('/standings')) return answered(theStandings());
    if (path.includes('/scorers')) return answered(theScorers());
    const former = {
      id: 2,
      homeTeam: CHELSEA,
      awayTeam: ARSENAL,
      utcDate: '2026-10-03T14:00:00Z',
      status: 'FINISHED',
      score: aProviderScore(0, 2),
    };
    const isPremierLeague = path.includes('/PL/') || path.startsWith('/matches');
    return answered(
      isPremierLeague
        ? theMatches(aProviderMatch(former), aProviderMatch(derby))
        : theMatches(aProviderMatch({ id: 9, utcDate: '2027-01-02T15:00:00Z' })),
    );
  }

  const poll = (ms: number) => pollFor(kickoff, ms, 7_000);
  const read = (path: string) => as(kickoff, fan).get(`/api/football${path}`);

  async function timeline(id = DERBY): Promise<MatchTimeline> {
    return MatchTimeline.strict().parse((await read(`/matches/${id}/timeline`).expect(200)).body);
  }
  const kinds = async () => (await timeline()).entries.map(({ kind }) => kind);

  /** Changes what the provider states of the derby, and polls it. */
  async function state(status: string, home: number, away: number): Promise<void> {
    derby = { ...derby, status, score: aProviderScore(home, away) };
    await poll(MINUTE_MS);
  }

  it('records each change once, with the minute estimated from its own kick-off', async () => {
    await state('IN_PLAY', 0, 0);
    await poll(20 * MINUTE_MS);
    await state('IN_PLAY', 1, 0);
    await state('IN_PLAY', 0, 0);
    await state('PAUSED', 0, 0);
    await state('FINISHED', 0, 2);

    const { match, entries } = await timeline();

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
      await state(status, 1, 1);
    }

    expect((await kinds()).slice(3)).toEqual([
      'half_time',
      'second_half',
      'extra_time',
      'penalties',
    ]);
    expect(JSON.stringify((await timeline()).match)).not.toContain('period');
  });

  it('records the award of an abandoned match without goals', async () => {
    await state('IN_PLAY', 1, 1);
    await state('SUSPENDED', 1, 1);
    await state('AWARDED', 3, 0);

    const { match, entries } = await timeline();

    expect(entries.slice(3).map(({ kind, score }) => [kind, score])).toEqual([
      ['suspended', { homeTeam: 1, awayTeam: 1 }],
      ['full_time', { homeTeam: 1, awayTeam: 1 }],
      ['correction', { homeTeam: 3, awayTeam: 0 }],
    ]);
    expect(match).toMatchObject({ status: 'FINISHED', score: { fullTime: { homeTeam: 3 } } });
    expect((await read('?league=premier_league').expect(200)).text).not.toContain('awarded');
  });

  it('notifies the award of an abandoned match as corrected, not as a goal', async () => {
    await as(kickoff, fan).put(`/api/user/alerts/${DERBY}`).send({ goals: true }).expect(200);
    const detector = kickoff.app.get(MatchChangeDetector, { strict: false });
    await detector.detect();
    await state('IN_PLAY', 1, 1);
    await state('SUSPENDED', 1, 1);
    await detector.detect();

    await state('AWARDED', 3, 0);
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
      await state(...change);

      const { match, entries } = await timeline();
      const league = LeagueData.parse((await read('?league=premier_league')).body);
      const latest = z.array(LatestMatch).parse((await read('/latest')).body);
      const page = MatchPage.parse((await read(`/matches/${DERBY}`)).body);
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
    await state('IN_PLAY', 0, 0);
    for (let second = 0; second < 60; second += 1) {
      derby = { ...derby, score: aProviderScore(Math.floor(second / 10), 0) };
      await pollFor(kickoff, 1_000, 1_000);

      const league = LeagueData.parse((await read('?league=premier_league')).body);
      const { entries } = AdminMatchTimeline.parse((await as(kickoff, admin).get(path)).body);
      const shown = league.matches.find(({ id }) => id === DERBY);
      expect(replay(entries).score).toEqual(shown?.score.fullTime);
    }
  });

  it('records no change again on another instance', async () => {
    await state('IN_PLAY', 1, 0);
    await kickoff.app.get(FootballPoller).beforeApplicationShutdown();
    const other = await kickoff.another();
    await pollFor(other, 2 * MINUTE_MS, 7_000);
    derby = { ...derby, score: aProviderScore(1, 1) };
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
    await state('IN_PLAY', 1, 0);
    const before = await kinds();
    await kickoff.connection.collection(footballSnapshotsCollection.name).deleteMany({});

    await poll(2 * MINUTE_MS);

    expect(await kinds()).toEqual(before);
  });

  it('a duplicate entry violates the unique index', async () => {
    await state('IN_PLAY', 0, 0);
    const entries = kickoff.connection.collection<MatchEntry>(matchEntriesCollection.name);
    const [row] = await entries.find({ matchId: DERBY }, { projection: { _id: 0 } }).toArray();
    if (!row) throw new Error('There is no entry.');

    await expect(entries.insertOne(row)).rejects.toMatchObject({ code: 11_000 });
  });

  it('has one correction for a match that was already over', async () => {
    const { entries } = await timeline(FORMER);

    expect(entries).toMatchObject([
      { seq: 1, kind: 'correction', status: 'FINISHED', score: { homeTeam: 0, awayTeam: 2 } },
    ]);
  });

  it('records data_lost when data is stale, and data_back when the provider returns', async () => {
    await state('IN_PLAY', 0, 0);
    isSilent = true;
    await poll(3 * MINUTE_MS);
    const { stale } = LeagueData.parse((await read('?league=premier_league')).body);

    expect(stale).toBe(true);
    expect(await kinds()).toEqual(['kick_off', 'data_lost']);

    isSilent = false;
    await state('IN_PLAY', 1, 0);
    expect(await kinds()).toEqual(['kick_off', 'data_lost', 'data_back', 'goal']);
    expect((await timeline(FORMER)).entries).toHaveLength(1);
  });

  it.each([
    ['has not started at its kick-off', 'TIMED', 0],
    ['is suspended', 'SUSPENDED', 0],
    ['has not started seven hours after its kick-off', 'TIMED', 7],
    ['has been suspended for three hours', 'SUSPENDED', 3],
  ])('publishes data_lost and data_back of a match that %s', async (_, status, hours) => {
    const detector = kickoff.app.get(TimelineChangeDetector);
    const published: string[] = [];
    detector.changes.on('grown', ({ matchId, entries }) => {
      if (matchId === DERBY) published.push(...entries.map(({ kind }) => kind));
    });
    derby = { status };
    await poll(MINUTE_MS);
    await detector.detect();
    published.length = 0;

    isSilent = true;
    await poll(3 * MINUTE_MS);
    await detector.detect();
    kickoff.clock.advance(hours * 60 * MINUTE_MS);
    isSilent = false;
    await poll(2 * MINUTE_MS);
    await detector.detect();

    expect(published).toEqual(['data_lost', 'data_back']);
  });

  it('records no data_back while the provider is silent for a day', async () => {
    await state('IN_PLAY', 0, 0);
    isSilent = true;
    await poll(3 * MINUTE_MS);
    kickoff.clock.advance(DAY_MS);
    await poll(3 * MINUTE_MS);

    expect(await kinds()).toEqual(['kick_off', 'data_lost']);
  });

  it('records a postponed match and its new date', async () => {
    derby = { status: 'POSTPONED' };
    await poll(MINUTE_MS);
    derby = { status: 'TIMED', utcDate: '2026-11-25T20:00:00Z' };
    kickoff.clock.advance(DAY_MS);
    await poll(70_000);

    const { match, entries } = await timeline();

    expect(entries.map(({ kind, minute, score }) => [kind, minute, score])).toEqual([
      ['postponed', null, undefined],
      ['rescheduled', null, undefined],
    ]);
    expect(entries[1]?.utcDate).toBe(match.utcDate);
  });

  it('shows the previous date to a fan whose viewpoint is before the change', async () => {
    const live = await aFan(kickoff);
    const dateFor = async (by: Caller) => {
      const answer = await as(kickoff, by).get(`/api/football/matches/${DERBY}`).expect(200);
      return Date.parse(MatchPage.parse(answer.body).utcDate);
    };
    await as(kickoff, fan)
      .put(`/api/user/viewpoints/${DERBY}`)
      .send({ mode: 'delayed', seconds: 300 })
      .expect(200);
    derby = { status: 'TIMED', utcDate: '2026-11-25T20:00:00Z' };
    await poll(70_000);
    const moved = Date.parse('2026-11-25T20:00:00Z');

    expect([await dateFor(live), await dateFor(fan)]).toEqual([moved, KICK_OFF]);
    await poll(5 * MINUTE_MS);
    expect(await dateFor(fan)).toBe(moved);
    const timelines = [
      await read(`/matches/${DERBY}/timeline`),
      await as(kickoff, await anAdmin(kickoff)).get(
        `/api/admin/football/matches/${DERBY}/timeline`,
      ),
    ];
    for (const { text } of timelines) {
      expect(text).toContain('rescheduled');
      expect(text).not.toContain('movedFrom');
    }
  });

  it('shows the previous date to a fan who hides a match that moved after its kick-off', async () => {
    await as(kickoff, fan).put('/api/user/shield').send({ all: true }).expect(200);
    await state('IN_PLAY', 1, 0);
    derby = { status: 'TIMED', utcDate: '2026-11-25T20:00:00Z' };
    await poll(70_000);

    const seen = async () => {
      const page = MatchPage.parse((await read(`/matches/${DERBY}`)).body);
      const league = LeagueData.parse((await read('?league=premier_league')).body);
      const listed = league.matches.find(({ id }) => id === DERBY);
      return [page, listed].map((match) => [Date.parse(match?.utcDate ?? ''), match?.status]);
    };

    expect(await seen()).toEqual([
      [KICK_OFF, 'IN_PLAY'],
      [KICK_OFF, 'IN_PLAY'],
    ]);
    kickoff.clock.advance(4 * 60 * MINUTE_MS);
    expect(await seen()).toEqual([
      [KICK_OFF, 'FINISHED'],
      [KICK_OFF, 'FINISHED'],
    ]);
    await as(kickoff, fan).put(`/api/user/viewpoints/${DERBY}`).send({ mode: 'live' }).expect(200);
    const moved = Date.parse('2026-11-25T20:00:00Z');
    expect(await seen()).toEqual([
      [moved, 'SCHEDULED'],
      [moved, 'SCHEDULED'],
    ]);
  });

  it('shows the new date of a postponed match to a fan who hides it', async () => {
    await as(kickoff, fan).put('/api/user/shield').send({ all: true }).expect(200);
    derby = { status: 'POSTPONED' };
    await poll(MINUTE_MS);
    derby = { status: 'TIMED', utcDate: '2026-11-25T20:00:00Z' };
    kickoff.clock.advance(DAY_MS);
    await poll(70_000);

    const league = LeagueData.parse((await read('?league=premier_league')).body);

    expect(league.matches.find(({ id }) => id === DERBY)).toMatchObject({
      utcDate: MatchPage.parse((await read(`/matches/${DERBY}`)).body).utcDate,
      status: 'SCHEDULED',
    });
    expect(Date.parse((await timeline()).match.utcDate)).toBe(Date.parse('2026-11-25T20:00:00Z'));
  });

  it("shows the lag behind the provider's time to admins only", async () => {
    const admin = await anAdmin(kickoff);
    const path = `/api/admin/football/matches/${DERBY}/timeline`;
    derby = { ...derby, lastUpdated: new Date(KICK_OFF - 5_000).toISOString() };
    await state('IN_PLAY', 0, 0);
    const learnedMs = Date.parse((await timeline()).entries[0]?.at ?? '');

    const ofAdmin = await as(kickoff, admin).get(path).expect(200);
    const ofFan = await as(kickoff, fan).get(path);

    expect(AdminMatchTimeline.strict().parse(ofAdmin.body).entries).toMatchObject([
      { kind: 'kick_off', lagMs: learnedMs - KICK_OFF + 5_000 },
    ]);
    expect(ofFan.status).toBe(401);
    expect(JSON.stringify((await read(`/matches/${DERBY}/timeline`)).body)).not.toContain('lagMs');
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
    expect((await timeline()).entries).toEqual([]);
  });

  it('a TTL index expires entries after 400 days', async () => {
    const indexes = await kickoff.connection.collection(matchEntriesCollection.name).indexes();

    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { at: 1 }, expireAfterSeconds: 400 * 86_400 }),
    );
  });
});
