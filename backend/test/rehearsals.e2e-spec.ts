import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AuditEntry,
  ErrorAnswer,
  LatestMatch,
  LeagueData,
  LEAGUES,
  LiveEvents,
  MatchDigest,
  MatchPage,
  MatchTimeline,
  Rehearsal,
} from '@kickoff/contracts';
import { z } from 'zod';

import { RehearsalChangeDetector } from '../src/football/rehearsals/rehearsal-change-detector.js';
import { RehearsalsService } from '../src/football/rehearsals/rehearsals.service.js';
import { replay } from '../src/football/timelines/timeline-state.js';
import { aFan, anAdmin, as, asVisitor, type Caller, logInAdmin } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { Listener } from './support/listener.js';
import { findSource } from './support/personal-data-sources.js';
import { until } from './support/until.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 1_440 * MINUTE_MS;
const MatchChanged = LiveEvents.shape['match.changed'];

describe('rehearsals', () => {
  let kickoff: KickOff;
  let admin: Caller;
  let fan: Caller;
  let other: Caller;
  let startMs: number;

  beforeAll(async () => {
    kickoff = await startKickOff();
    kickoff.clock.stand();
    admin = await anAdmin(kickoff);
  });
  beforeEach(async () => {
    startMs = kickoff.clock.now().getTime();
    fan = await aFan(kickoff);
    other = await aFan(kickoff);
  });
  afterEach(async () => {
    const rehearsals = kickoff.app.get(RehearsalsService, { strict: false });
    for (const { _id } of await rehearsals.list()) await rehearsals.remove(_id);
  });
  afterAll(() => kickoff.stop());

  const form = (changes: object = {}) => ({
    league: 'premier_league',
    matchday: 3,
    speed: 20,
    fans: [fan.id],
    ...changes,
  });
  const post = (body: object) => as(kickoff, admin).post('/api/admin/rehearsals').send(body);
  const start = async (changes: object = {}) =>
    Rehearsal.strict().parse((await post(form(changes)).expect(201)).body);
  const list = async () =>
    z.array(Rehearsal).parse((await as(kickoff, admin).get('/api/admin/rehearsals')).body);
  const read = (caller: Caller, path: string) => as(kickoff, caller).get(`/api/football${path}`);
  /** All football data of a fan except single matches. */
  async function readAll(caller: Caller): Promise<string> {
    const paths = [
      ...LEAGUES.map((league) => `?league=${league}`),
      '/leagues',
      '/latest',
      '/digest?team=Arsenal',
      '/teams',
    ];
    const answers = await Promise.all(paths.map((path) => read(caller, path).expect(200)));
    return answers.map(({ text }) => text).join('\n');
  }

  it('plays a round of the demo season after ten seconds, with ids and a label of its own', async () => {
    const rehearsal = await start();

    expect(rehearsal).toMatchObject({
      league: 'premier_league',
      matchday: 3,
      speed: 20,
      faults: [],
      fans: [fan.id],
      state: 'waiting',
      kickOffAt: new Date(startMs + 10 * SECOND_MS).toISOString(),
    });
    expect(rehearsal.matches).toHaveLength(10);
    for (const match of rehearsal.matches) {
      expect(match).toMatchObject({
        label: 'Rehearsal',
        rehearsal: rehearsal._id,
        status: 'SCHEDULED',
        utcDate: rehearsal.kickOffAt,
      });
    }
    expect(new Set(rehearsal.matches.map(({ id }) => id)).size).toBe(10);
  });

  it('changes its state from waiting to running to over, and ends with the results of the round', async () => {
    const { _id } = await start({ startsIn: 60 });
    const states = [(await list())[0]?.state];
    kickoff.clock.advance(MINUTE_MS);
    states.push((await list())[0]?.state);
    kickoff.clock.advance(7 * MINUTE_MS);
    const [over] = await list();

    expect([...states, over?.state]).toEqual(['waiting', 'running', 'over']);
    const round = LeagueData.parse((await read(fan, '?league=premier_league')).body)
      .matches.filter(({ matchday }) => matchday === 3)
      .map(({ homeTeam, score }) => [homeTeam.id, score.fullTime]);
    expect(over?._id).toBe(_id);
    expect(over?.matches.map(({ homeTeam, score }) => [homeTeam.id, score.fullTime])).toEqual(
      round,
    );
  });

  it('shows its matches to its fans in every football endpoint', async () => {
    const { _id, matches } = await start({ startsIn: 0 });
    kickoff.clock.advance(4 * MINUTE_MS);
    const [first] = matches;
    if (!first) throw new Error('The round has no match.');

    const page = MatchPage.parse((await read(fan, `/matches/${first.id}`).expect(200)).body);
    const { match, entries } = MatchTimeline.strict().parse(
      (await read(fan, `/matches/${first.id}/timeline`).expect(200)).body,
    );
    const league = LeagueData.strict().parse(
      (await read(fan, `?league=premier_league&rehearsal=${_id}`).expect(200)).body,
    );
    const latest = z.array(LatestMatch).parse((await read(fan, '/latest')).body);
    const digest = MatchDigest.parse((await read(fan, '/digest')).body);

    const { status, score } = replay(entries);
    expect(status).not.toBe('SCHEDULED');
    const isFirst = ({ id }: { id: string }) => id === first.id;
    for (const shown of [page, match, league.matches.find(isFirst), latest.find(isFirst)]) {
      expect(shown).toMatchObject({ status, score: { fullTime: score }, label: 'Rehearsal' });
    }
    expect(digest.recent.map(({ rehearsal }) => rehearsal)).toContain(_id);
    expect(league.matches).toHaveLength(matches.length);
    expect(league.standings[0]?.table).toHaveLength(2 * matches.length);
    expect(league.standings[0]?.table.every(({ playedGames }) => playedGames === 1)).toBe(true);
  });

  it('changes no response to other fans', async () => {
    const before = await readAll(other);
    const { _id, matches } = await start({ startsIn: 0 });
    kickoff.clock.advance(0);

    expect(await readAll(other)).toBe(before);
    for (const path of [
      `/matches/${matches[0]?.id}`,
      `/matches/${matches[0]?.id}/timeline`,
      `?league=premier_league&rehearsal=${_id}`,
    ]) {
      expect((await read(other, path)).status).toBe(404);
    }
    const leagues = async (caller: Caller) => (await read(caller, '/leagues')).text;
    expect(await leagues(fan)).toBe(await leagues(other));
    const page = async (caller: Caller) => (await read(caller, '?league=premier_league')).text;
    expect(await page(fan)).toBe(await page(other));
  });

  it('publishes changes only to the streams of its fans', async () => {
    const listeners = [fan, other].map(
      ({ token }) => new Listener({ Authorization: `Bearer ${token}` }),
    );
    for (const listener of listeners) await listener.connect(kickoff);
    const detector = kickoff.app.get(RehearsalChangeDetector, { strict: false });
    const rehearsal = await start({ faults: ['goal_cancelled'] });
    const changesOf = (listener: Listener | undefined) =>
      (listener?.received ?? [])
        .filter(({ name }) => name === 'match.changed')
        .map(({ data }) => MatchChanged.parse(data).match)
        .filter((match) => match.rehearsal === rehearsal._id);

    await detector.detect();
    for (let second = 0; second < 60; second += 1) {
      kickoff.clock.advance(SECOND_MS);
      await detector.detect();
    }

    const [first] = rehearsal.matches;
    const states = () =>
      changesOf(listeners[0])
        .filter(({ id }) => id === first?.id)
        .map(({ status, score }) => `${status} ${score.fullTime.homeTeam}`);
    await until(() => states().length >= 3 || undefined);
    expect(states().slice(0, 3)).toEqual(['IN_PLAY 0', 'IN_PLAY 1', 'IN_PLAY 0']);
    expect(changesOf(listeners[1])).toEqual([]);
    for (const listener of listeners) listener.disconnect();
  });

  it('shows the league as stale during an outage of the feed', async () => {
    const { _id } = await start({ startsIn: 0, faults: ['feed_outage'] });
    kickoff.clock.advance(80 * SECOND_MS);

    const answer = await read(fan, `?league=premier_league&rehearsal=${_id}`);

    expect(LeagueData.parse(answer.body)).toMatchObject({
      stale: true,
      updatedAt: new Date(startMs + 58 * SECOND_MS).toISOString(),
    });
  });

  it('refuses a third rehearsal while two are not over, also for concurrent requests', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((matchday) => post(form({ matchday }))));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(ErrorAnswer.parse(refused?.body).error).toBe('Two rehearsals are already running');

    kickoff.clock.advance(10 * MINUTE_MS);
    expect((await post(form())).status).toBe(201);
  });

  it('is deleted by an admin, and its fans get 404 at once', async () => {
    const { _id, matches } = await start({ startsIn: 0 });
    const path = `/matches/${matches[0]?.id}`;
    await read(fan, path).expect(200);

    await as(kickoff, admin).delete(`/api/admin/rehearsals/${_id}`).expect(204);

    expect((await read(fan, path)).status).toBe(404);
    expect(await list()).toEqual([]);
    expect(await kickoff.connection.collection('rehearsals').countDocuments()).toBe(0);
    expect((await as(kickoff, admin).delete(`/api/admin/rehearsals/${_id}`)).status).toBe(404);
  });

  it('is deleted 24 hours after its end', async () => {
    const { matches } = await start({ startsIn: 0 });
    const path = `/matches/${matches[0]?.id}`;
    kickoff.clock.advance(DAY_MS);
    expect((await read(fan, path)).status).toBe(200);
    kickoff.clock.advance(7 * MINUTE_MS);
    admin = await logInAdmin(kickoff, admin);

    expect((await read(fan, path)).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it('records creation and deletion in the audit log', async () => {
    const { _id } = await start();
    await as(kickoff, admin).delete(`/api/admin/rehearsals/${_id}`).expect(204);

    const answer = await as(kickoff, admin).get(`/api/admin/audit-log?target=${_id}`);

    const entries = z.array(AuditEntry).parse(answer.body);
    expect(entries.map(({ action }) => action)).toEqual(['rehearsal.delete', 'rehearsal.create']);
    expect(JSON.stringify(entries)).not.toContain(fan.id);
  });

  it('removes a fan whose account is deleted', async () => {
    await start({ fans: [fan.id, other.id] });

    await findSource(kickoff, 'rehearsals').removeAllOf(fan.id);

    expect((await list()).map(({ fans }) => fans)).toEqual([[other.id]]);
  });

  it.each([
    ['an unknown league', { league: 'sunday_league' }],
    ['no league', { league: undefined }],
    ['an operator as league', { league: { $gt: '' } }],
    ['a matchday that the league does not have', { matchday: 99 }],
    ['a matchday that is no whole number', { matchday: 1.5 }],
    ['a matchday as a string', { matchday: '3' }],
    ['speed 0', { speed: 0 }],
    ['speed 21', { speed: 21 }],
    ['an unknown fault', { faults: ['earthquake'] }],
    ['a fault as a string', { faults: 'postponed' }],
    ['a fan who does not exist', { fans: ['64b7f0c2a1b2c3d4e5f60718'] }],
    ['a malformed fan', { fans: ['nobody'] }],
    ['21 fans', { fans: Array.from({ length: 21 }, () => '64b7f0c2a1b2c3d4e5f60718') }],
    ['a negative start', { startsIn: -1 }],
    ['a start after more than ten minutes', { startsIn: 601 }],
  ])('refuses %s with 400 and stores nothing', async (_, changes) => {
    const answer = await post(form(changes));

    expect(answer.status).toBe(400);
    expect(await list()).toEqual([]);
  });

  it('answers 401 to everyone but admins', async () => {
    const { _id } = await start();

    for (const caller of [as(kickoff, fan), asVisitor(kickoff)]) {
      expect((await caller.get('/api/admin/rehearsals')).status).toBe(401);
      expect((await caller.post('/api/admin/rehearsals').send(form())).status).toBe(401);
      expect((await caller.delete(`/api/admin/rehearsals/${_id}`)).status).toBe(401);
    }
    expect((await as(kickoff, admin).delete('/api/admin/rehearsals/nothing')).status).toBe(404);
  });
});
