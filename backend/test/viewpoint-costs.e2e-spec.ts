import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LeagueData } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { ViewpointChangeDetector } from '../src/events/viewpoint-change-detector.js';
import { FanFootballService } from '../src/football/fan-football.service.js';
import { ViewpointsService } from '../src/football/viewpoints/viewpoints.service.js';
import { aFan, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { Listener } from './support/listener.js';
import { operationsOf } from './support/operations.js';
import { until } from './support/until.js';

/** After this time a change on another instance is visible. */
const RECHECK_MS = 2_000;

describe('ViewpointsService.sightOf', () => {
  let kickoff: KickOff;
  let fan: Caller;

  beforeEach(async () => {
    kickoff = await startKickOff({ RATE_LIMIT_FACTOR: '1' });
    kickoff.clock.stand();
    fan = await aFan(kickoff);
  });
  afterEach(() => kickoff.stop());

  const serviceOf = ({ app }: KickOff) => app.get(ViewpointsService, { strict: false });
  const put = (address: string, change: object) =>
    as(kickoff, fan).put(`/api/user/${address}`).send(change);
  const remove = (address: string) => as(kickoff, fan).delete(`/api/user/${address}`);
  async function aMatchAddress(): Promise<string> {
    const answer = await as(kickoff, fan).get('/api/football?league=la_liga').expect(200);
    const [match] = LeagueData.parse(answer.body).matches;
    return `viewpoints/${match?.id}`;
  }

  it('returns changes of another instance after two seconds', async () => {
    const there = await kickoff.another();
    try {
      const address = await aMatchAddress();
      const states: boolean[] = [];
      const addState = async () => states.push((await serviceOf(there).sightOf(fan.id)).isLive);
      await addState();
      for (const change of [
        () => put(address, { mode: 'hidden' }).expect(200),
        () => remove(address).expect(204),
        () => put('shield', { all: true }).expect(200),
        () => put('shield', {}).expect(200),
      ]) {
        await change();
        kickoff.clock.advance(RECHECK_MS);
        await addState();
      }

      expect(states).toEqual([true, false, true, false, true]);
    } finally {
      await there.close();
    }
  });

  it('returns a change of another instance after 1,000 changes of other fans', async () => {
    const there = await kickoff.another();
    try {
      const sight = () => serviceOf(there).sightOf(fan.id);
      expect((await sight()).isLive).toBe(true);
      await put('shield', { all: true }).expect(200);
      const at = new Date(Date.now() + 60_000);
      await kickoff.connection
        .collection('viewpoint_versions')
        .insertMany(Array.from({ length: 1_000 }, () => ({ version: new Types.ObjectId(), at })));
      kickoff.clock.advance(RECHECK_MS);

      expect((await sight()).isLive).toBe(false);
    } finally {
      await there.close();
    }
  });

  it('reads viewpoints again after five minutes without a change event', async () => {
    const service = serviceOf(kickoff);
    expect((await service.sightOf(fan.id)).isLive).toBe(true);
    await kickoff.connection
      .collection('shields')
      .insertOne({ _id: new Types.ObjectId(fan.id), setAt: kickoff.clock.now(), all: true });
    expect((await service.sightOf(fan.id)).isLive).toBe(true);

    kickoff.clock.advance(5 * 60_000);

    expect((await service.sightOf(fan.id)).isLive).toBe(false);
  });

  it('costs no query from the second call on', async () => {
    const address = await aMatchAddress();
    await put(address, { mode: 'hidden' }).expect(200);
    await remove(address).expect(204);
    const sight = () => serviceOf(kickoff).sightOf(fan.id);
    expect((await sight()).isLive).toBe(true);

    expect(await operationsOf(kickoff, sight)).toEqual([]);
  });

  it('costs one small query for all fans every two seconds', async () => {
    const fans = Array.from({ length: 500 }, (_, index) => `${index}`.padStart(24, '0'));
    const sights = () => Promise.all(fans.map((id) => serviceOf(kickoff).sightOf(id)));
    await sights();
    kickoff.clock.advance(RECHECK_MS);

    const operations = await operationsOf(kickoff, sights);

    expect(operations.map(({ collection }) => collection)).toEqual(['viewpoint_versions']);
    expect(operations[0]?.examined).toEqual({ documents: 0, keys: 0 });
  });

  it('costs one query per collection for all fans that are not cached', async () => {
    const fans = Array.from({ length: 500 }, (_, index) => `${index}`.padStart(24, '0'));
    const service = serviceOf(kickoff);
    await service.sightOf(fan.id);

    const operations = await operationsOf(kickoff, () =>
      Promise.all(fans.map((id) => service.sightOf(id))),
    );

    expect(operations.map(({ collection }) => collection)).toEqual(['shields', 'viewpoints']);
  });

  it('changes of viewpoints and shields are limited to 60 a minute', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      const address = await aMatchAddress();
      statuses.push((await put('shield', {})).status);
      statuses.push((await put(address, { mode: 'live' })).status);
      statuses.push((await remove(address)).status);
    }

    expect(new Set(statuses)).toEqual(new Set([200, 204]));
    expect((await put('shield', {})).status).toBe(429);
    kickoff.clock.advance(60_000);
    expect((await put('shield', {})).status).toBe(200);
  });
});

describe('ViewpointChangeDetector.detect', () => {
  let kickoff: KickOff;
  let fan: Caller;
  let listener: Listener;

  beforeEach(async () => {
    kickoff = await startKickOff();
    kickoff.clock.stand();
    fan = await aFan(kickoff);
    listener = new Listener({ Authorization: `Bearer ${fan.token}` });
  });
  afterEach(async () => {
    listener.disconnect();
    jest.restoreAllMocks();
    await kickoff.stop();
  });

  const put = (matchId: string, change: object) =>
    as(kickoff, fan)
      .put(`/api/user/viewpoints/${encodeURIComponent(matchId)}`)
      .send(change)
      .expect(200);

  it('computes only matches that are not over, or not seen to their end', async () => {
    const answer = await as(kickoff, fan).get('/api/football?league=la_liga').expect(200);
    const over = LeagueData.parse(answer.body).matches.filter(
      ({ status }) => status === 'FINISHED',
    );
    const [first, second, third, fourth] = over.map(({ id }) => id);
    if (!first || !second || !third || !fourth) throw new Error('Too few matches are over');
    await put(first, { mode: 'delayed', seconds: 45 });
    await put(second, { mode: 'replay', position: 14_400 });
    await put(third, { mode: 'replay', position: 14_400, playing: true });
    await listener.connect(kickoff);
    const see = jest.spyOn(kickoff.app.get(FanFootballService, { strict: false }), 'see');
    /** Runs checks, among them one that loads the fan's matches again, and returns what was computed. */
    const check = async () => {
      see.mockClear();
      for (let second = 0; second < 6; second += 1) {
        kickoff.clock.advance(1_000);
        await kickoff.app.get(ViewpointChangeDetector, { strict: false }).detect();
      }
      return new Set(see.mock.calls.map(([, matchId]) => matchId));
    };

    expect(await check()).toEqual(new Set());

    await put(fourth, { mode: 'replay', position: 600 });
    await until(() => listener.receivedNames().includes('viewpoint.changed') || undefined);
    expect(await check()).toEqual(new Set([fourth]));
  });
});
