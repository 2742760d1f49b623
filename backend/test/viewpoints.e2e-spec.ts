import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ErrorAnswer,
  LeagueData,
  LiveEvents,
  type Match,
  Rehearsal,
  Viewpoint,
} from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { FanFootballService } from '../src/football/fan-football.service.js';
import { RehearsalsService } from '../src/football/rehearsals/rehearsals.service.js';
import { MatchReader } from '../src/football/viewpoints/match-reader.js';
import { ViewpointCleanupJob } from '../src/football/viewpoints/viewpoint-cleanup.job.js';
import { aFan, anAdmin, as, asVisitor, type Caller } from './support/callers.js';
import { expectTraces } from './support/fan-life.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { Listener } from './support/listener.js';
import { findSource } from './support/personal-data-sources.js';
import { setClock } from './support/polling.js';
import { until } from './support/until.js';

const SATURDAY = Date.parse('2026-11-21T12:47:02Z');
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

describe('viewpoints', () => {
  let kickoff: KickOff;
  let admin: Caller;
  let fan: Caller;
  let other: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    setClock(kickoff, SATURDAY);
    kickoff.clock.stand();
    admin = await anAdmin(kickoff);
  });
  beforeEach(async () => {
    [fan, other] = [await aFan(kickoff), await aFan(kickoff)];
  });
  afterEach(async () => {
    const rehearsals = kickoff.app.get(RehearsalsService, { strict: false });
    for (const { _id } of await rehearsals.list()) await rehearsals.remove(_id);
  });
  afterAll(() => kickoff.stop());

  const addressOf = (matchId: string) => `/api/user/viewpoints/${encodeURIComponent(matchId)}`;
  const put = (matchId: string, change: object, by = fan) =>
    as(kickoff, by).put(addressOf(matchId)).send(change);
  const set = async (matchId: string, change: object, by = fan) =>
    Viewpoint.strict().parse((await put(matchId, change, by).expect(200)).body);
  const get = async (matchId: string, by = fan) =>
    Viewpoint.strict().parse((await as(kickoff, by).get(addressOf(matchId)).expect(200)).body);
  const remove = (matchId: string, by = fan) => as(kickoff, by).delete(addressOf(matchId));
  const list = async (by = fan) =>
    z
      .array(Viewpoint.strict())
      .parse((await as(kickoff, by).get('/api/user/viewpoints').expect(200)).body);
  const moment = async (matchId: string, by = fan) =>
    (await kickoff.app.get(FanFootballService, { strict: false }).see(by, matchId)).moment;
  /** The seconds by which the fan's viewpoint is behind. */
  const lag = async (matchId: string) => {
    const seen = await moment(matchId);
    return 'untilMs' in seen
      ? (kickoff.clock.now().getTime() - seen.untilMs) / SECOND_MS
      : seen.mode;
  };
  const sentenceOf = async (answer: PromiseLike<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    return [status, ErrorAnswer.parse(body).error];
  };
  const own = () => ({ fanId: new Types.ObjectId(fan.id) });
  const pass = (seconds: number) => kickoff.clock.advance(seconds * SECOND_MS);
  const inFuture = (ms: number) => new Date(kickoff.clock.now().getTime() + ms).toISOString();

  async function aMatch(status: Match['status'], at = 0): Promise<Match> {
    const answer = await as(kickoff, fan).get('/api/football?league=premier_league');
    const found = LeagueData.parse(answer.body).matches.filter((one) => one.status === status);
    const match = found.at(at);
    if (!match) throw new Error(`The league has no match that is ${status}.`);
    return match;
  }
  /** A rehearsed round that has just kicked off, with a goal that is cancelled. */
  async function aRehearsal(changes: object = {}): Promise<Rehearsal> {
    const form = { league: 'premier_league', matchday: 3, speed: 20, startsIn: 0 };
    const answer = await as(kickoff, admin)
      .post('/api/admin/rehearsals')
      .send({ ...form, faults: ['goal_cancelled'], fans: [fan.id], ...changes });
    return Rehearsal.parse(answer.body);
  }
  async function aRehearsedMatch(changes: object = {}): Promise<string> {
    const [first] = (await aRehearsal(changes)).matches;
    if (!first) throw new Error('The round has no match.');
    return first.id;
  }
  /** The whole timeline, of which the fan may see less. */
  async function entriesOf(matchId: string) {
    const read = await kickoff.app.get(MatchReader, { strict: false }).find(fan.id, matchId);
    return (await read?.readEntries()) ?? [];
  }

  it('a viewpoint is live by default, set by PUT for the fan only, and live again after DELETE', async () => {
    const { id } = await aMatch('SCHEDULED');
    expect(await get(id)).toEqual({ matchId: id, mode: 'live' });

    expect(await set(id, { mode: 'delayed', seconds: 45 })).toEqual({
      matchId: id,
      mode: 'delayed',
      seconds: 45,
    });
    expect(await get(id)).toEqual({ matchId: id, mode: 'delayed', seconds: 45 });
    expect(await get(id, other)).toEqual({ matchId: id, mode: 'live' });

    await remove(id).expect(204);
    await remove(id).expect(204);
    await remove('unknown').expect(204);
    expect(await get(id)).toEqual({ matchId: id, mode: 'live' });
    expect(await list()).toEqual([]);
  });

  it('the list omits live viewpoints and starts with the last changed', async () => {
    const [one, two, three] = [
      await aMatch('SCHEDULED'),
      await aMatch('SCHEDULED', 1),
      await aMatch('FINISHED'),
    ];
    await set(one.id, { mode: 'hidden' });
    pass(1);
    await set(two.id, { mode: 'delayed', seconds: 5 });
    pass(1);
    await set(three.id, { mode: 'live' });
    pass(1);
    await set(one.id, { mode: 'delayed', seconds: 300 });

    expect((await list()).map(({ matchId }) => matchId)).toEqual([one.id, two.id]);
    expect(await list(other)).toEqual([]);
  });

  it.each([
    ['no mode', {}],
    ['an unknown mode', { mode: 'early' }],
    ['an operator as mode', { mode: { $gt: '' } }],
    ['delayed without seconds', { mode: 'delayed' }],
    ['4 seconds', { mode: 'delayed', seconds: 4 }],
    ['301 seconds', { mode: 'delayed', seconds: 301 }],
    ['a part of a second', { mode: 'delayed', seconds: 5.5 }],
    ['seconds as a string', { mode: 'delayed', seconds: '45' }],
    ['goalNow as a string', { mode: 'delayed', goalNow: 'true' }],
    ['replay without a position', { mode: 'replay' }],
    ['a negative position', { mode: 'replay', position: -1 }],
    ['position 14401', { mode: 'replay', position: 14_401 }],
    ['speed 3', { mode: 'replay', position: 0, speed: 3 }],
    ['playing as a string', { mode: 'replay', position: 0, playing: 'yes' }],
    ['an end in the past', { mode: 'hidden', until: '2020-01-01T00:00:00Z' }],
    ['an invalid date', { mode: 'hidden', until: 'tomorrow' }],
  ])('PUT refuses %s with 400 and preserves the stored viewpoint', async (_, change) => {
    const { id } = await aMatch('FINISHED');
    await set(id, { mode: 'delayed', seconds: 10 });

    expect((await put(id, change)).status).toBe(400);

    expect(await get(id)).toMatchObject({ mode: 'delayed', seconds: 10 });
  });

  it('GET and PUT answer 404 for an unknown match and for a rehearsal of other fans', async () => {
    const rehearsed = await aRehearsedMatch();

    for (const [id, by] of [
      ['unknown', fan],
      [rehearsed, other],
    ] as const) {
      expect(await sentenceOf(put(id, { mode: 'hidden' }, by))).toEqual([
        404,
        'This match does not exist',
      ]);
      expect((await as(kickoff, by).get(addressOf(id))).status).toBe(404);
    }
    expect((await put(rehearsed, { mode: 'hidden' })).status).toBe(200);
  });

  it('every route answers 401 without a session', async () => {
    const visitor = asVisitor(kickoff);

    expect((await visitor.get('/api/user/viewpoints')).status).toBe(401);
    expect((await visitor.get(addressOf('a'))).status).toBe(401);
    expect((await visitor.put(addressOf('a')).send({ mode: 'live' })).status).toBe(401);
    expect((await visitor.delete(addressOf('a'))).status).toBe(401);
  });

  it('a longer delay pauses the viewpoint until it is reached, and a shorter one applies at once', async () => {
    const { id } = await aMatch('SCHEDULED');
    const lags = [await lag(id)];
    await set(id, { mode: 'delayed', seconds: 45 });
    for (const seconds of [0, 30, 15, 10]) {
      pass(seconds);
      lags.push(await lag(id));
    }
    await set(id, { mode: 'delayed', seconds: 10 });
    lags.push(await lag(id));
    await set(id, { mode: 'delayed', seconds: 20 });
    for (const seconds of [0, 10, 10]) {
      pass(seconds);
      lags.push(await lag(id));
    }
    await set(id, { mode: 'live' });

    expect(lags).toEqual(['live', 0, 30, 45, 45, 10, 10, 20, 20]);
    expect(await moment(id)).toEqual({ mode: 'live' });
  });

  it('a delay after a hidden match applies at once', async () => {
    const { id } = await aMatch('SCHEDULED');
    await set(id, { mode: 'hidden' });
    await set(id, { mode: 'delayed', seconds: 45 });

    expect(await lag(id)).toBe(45);
  });

  it('a hidden match is live again after its end date', async () => {
    const { id } = await aMatch('FINISHED');
    const end = inFuture(MINUTE_MS);
    const viewpoint = { matchId: id, mode: 'hidden', until: end };
    expect(await set(id, { mode: 'hidden', until: end })).toEqual(viewpoint);
    expect(await moment(id)).toEqual({ mode: 'hidden', viewpoint });

    pass(60);

    expect(await moment(id)).toEqual({ mode: 'live' });
    expect(await get(id)).toEqual({ matchId: id, mode: 'live' });
    expect(await list()).toEqual([]);
  });

  it('goalNow sets the delay to the age of the earliest unseen goal, which becomes visible', async () => {
    const id = await aRehearsedMatch();
    pass(5);
    await set(id, { mode: 'delayed', seconds: 60 });
    pass(25);
    const goals = (await entriesOf(id)).filter(({ kind }) => kind === 'goal');
    const now = kickoff.clock.now().getTime();
    const goalMs = goals.map(({ at }) => Date.parse(at)).find((atMs) => atMs > now - 25_000) ?? NaN;

    const viewpoint = await set(id, { mode: 'delayed', goalNow: true });

    expect(viewpoint).toEqual({
      matchId: id,
      mode: 'delayed',
      seconds: (now - goalMs) / SECOND_MS,
    });
    expect(await moment(id)).toMatchObject({ untilMs: goalMs });
    pass(10);
    const latest = Date.parse(goals.at(-1)?.at ?? '');
    await set(id, { mode: 'live' });
    expect(await set(id, { mode: 'delayed', goalNow: true })).toMatchObject({
      seconds: (now + 10 * SECOND_MS - latest) / SECOND_MS,
    });
  });

  it('goalNow answers 409 without a goal in the last five minutes', async () => {
    const { id } = await aMatch('FINISHED');

    expect(await sentenceOf(put(id, { mode: 'delayed', goalNow: true }))).toEqual([
      409,
      'No goal in the last five minutes',
    ]);
    expect(await get(id)).toEqual({ matchId: id, mode: 'live' });
  });

  it('a replay of a finished match starts at a position that advances while it plays', async () => {
    const { id, utcDate } = await aMatch('FINISHED');
    const kickOffMs = Date.parse(utcDate);

    const paused = await set(id, { mode: 'replay', position: 600 });
    pass(100);

    expect(paused).toMatchObject({
      mode: 'replay',
      position: 600,
      playing: false,
      speed: 1,
      duration: 7_200,
    });
    expect(await get(id)).toEqual(paused);
    expect(await moment(id)).toMatchObject({ untilMs: kickOffMs + 600 * SECOND_MS });

    await set(id, { mode: 'replay', position: 600, playing: true, speed: 8 });
    pass(10);

    expect(await get(id)).toMatchObject({ position: 680, playing: true, speed: 8 });
    expect(await list()).toEqual([await get(id)]);
    const [from, to] = (await entriesOf(id))
      .filter(({ kind }) => kind === 'half_time' || kind === 'second_half')
      .map(({ at }) => Math.floor((Date.parse(at) - kickOffMs) / SECOND_MS));
    expect(paused.halfTime).toEqual({ from, to });
  });

  it('a replay shows the whole match from the full time on', async () => {
    const { id } = await aMatch('FINISHED');
    await set(id, { mode: 'replay', position: 9_000 });

    expect(await lag(id)).toBe(0);
  });

  it('a replay position in a rehearsed match is converted by the speed of the rehearsal', async () => {
    const id = await aRehearsedMatch();
    pass(400);
    const [kickOff] = await entriesOf(id);

    await set(id, { mode: 'replay', position: 600 });

    expect(await moment(id)).toMatchObject({
      untilMs: Date.parse(kickOff?.at ?? '') + 30 * SECOND_MS,
    });
  });

  it('a replay of a match that is not over is refused with 409', async () => {
    for (const { id } of [await aMatch('SCHEDULED'), await aMatch('IN_PLAY')]) {
      expect(await sentenceOf(put(id, { mode: 'replay', position: 0 }))).toEqual([
        409,
        'This match is not over yet',
      ]);
    }
  });

  it('viewpoint.changed is published only to the streams of the fan', async () => {
    const { id } = await aMatch('SCHEDULED');
    const listeners = [fan, other].map(
      ({ token }) => new Listener({ Authorization: `Bearer ${token}` }),
    );
    for (const listener of listeners) await listener.connect(kickoff);
    const received = (listener: Listener | undefined) =>
      (listener?.received ?? [])
        .filter(({ name }) => name === 'viewpoint.changed')
        .map(({ data }) => LiveEvents.shape['viewpoint.changed'].parse(data));

    await set(id, { mode: 'delayed', seconds: 45 });
    await remove(id).expect(204);

    await until(() => received(listeners[0]).length === 2 || undefined);
    expect(received(listeners[0])).toEqual([
      { matchId: id, mode: 'delayed', seconds: 45 },
      { matchId: id, mode: 'live' },
    ]);
    expect(received(listeners[1])).toEqual([]);
    for (const listener of listeners) listener.disconnect();
  });

  it('ViewpointCleanupJob removes viewpoints of a deleted rehearsal', async () => {
    const { _id, matches } = await aRehearsal();
    const [first, second] = matches;
    if (!first || !second) throw new Error('The round has too few matches.');
    const { id } = await aMatch('FINISHED');
    const job = kickoff.app.get(ViewpointCleanupJob, { strict: false });
    for (const matchId of [first.id, second.id, id]) await set(matchId, { mode: 'hidden' });
    await job.run();
    expect(await list()).toHaveLength(3);

    await kickoff.app.get(RehearsalsService, { strict: false }).remove(_id);
    await job.run();

    expect((await list()).map(({ matchId }) => matchId)).toEqual([id]);
    const rows = kickoff.connection.collection('viewpoints');
    expect(await rows.distinct('matchId', own())).toEqual([id]);
  });

  it('viewpoints and the shield are exported, and deleted with the account', async () => {
    const { id } = await aMatch('FINISHED');
    await set(id, { mode: 'replay', position: 600 });
    await as(kickoff, fan).put('/api/user/shield').send({ all: true }).expect(200);
    const [viewpoints, shield] = [findSource(kickoff, 'viewpoints'), findSource(kickoff, 'shield')];
    const caller = { id: fan.id, sessionId: '', audience: 'fan' } as const;
    const exported: unknown[] = [];
    for await (const row of viewpoints.exportOf?.(caller) ?? []) exported.push(row);

    expect(exported).toEqual([
      { matchId: id, mode: 'replay', position: 600, playing: false, speed: 1 },
    ]);
    expect(await shield.exportOne?.(caller)).toEqual({ all: true });
    for (const { removeAllOf } of [viewpoints, shield]) await removeAllOf(fan.id);
    await expectTraces(kickoff, fan, ['sessions', 'users']);
  });

  it('concurrent changes of one viewpoint store one row', async () => {
    const { id } = await aMatch('SCHEDULED');
    const seconds = Array.from({ length: 12 }, (_, index) => 10 + index);

    const answers = await Promise.all(
      seconds.map((delay) => put(id, { mode: 'delayed', seconds: delay })),
    );

    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await kickoff.connection.collection('viewpoints').countDocuments(own())).toBe(1);
    expect(await list()).toEqual([await get(id)]);
    expect(seconds).toContain((await get(id)).seconds);
  });
});
