import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LeagueData } from '@kickoff/contracts';
import { Types } from 'mongoose';

import { ViewpointsService } from '../src/football/viewpoints/viewpoints.service.js';
import { aFan, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { operationsOf } from './support/operations.js';

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
