import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LeagueData, type Match, MatchTimeline, Shield, Viewpoint } from '@kickoff/contracts';

import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { Listener } from './support/listener.js';
import { setClock } from './support/polling.js';
import { until } from './support/until.js';

const SATURDAY = Date.parse('2026-11-21T12:47:02Z');
const ADDRESS = '/api/user/shield';
const HOUR_MS = 3_600_000;

describe('/api/user/shield', () => {
  let kickoff: KickOff;
  let fan: Caller;
  let matches: Match[];

  beforeAll(async () => {
    kickoff = await startKickOff();
    kickoff.clock.stand();
  });
  beforeEach(async () => {
    setClock(kickoff, SATURDAY);
    fan = await aFan(kickoff);
    const answer = await as(kickoff, fan).get('/api/football?league=premier_league');
    ({ matches } = LeagueData.parse(answer.body));
  });
  afterAll(() => kickoff.stop());

  const put = (shield: unknown, by = fan) => as(kickoff, by).put(ADDRESS).send(Object(shield));
  const get = async (by = fan) =>
    Shield.strict().parse((await as(kickoff, by).get(ADDRESS).expect(200)).body);
  const addressOf = (matchId: string) => `/api/user/viewpoints/${encodeURIComponent(matchId)}`;
  const viewpoint = async ({ id }: Match, by = fan) =>
    Viewpoint.strict().parse((await as(kickoff, by).get(addressOf(id)).expect(200)).body);
  const set = ({ id }: Match, change: object) =>
    as(kickoff, fan).put(addressOf(id)).send(change).expect(200);
  const aMatch = (status: Match['status']): Match => {
    const found = matches.find((match) => match.status === status);
    if (!found) throw new Error(`The league has no match that is ${status}.`);
    return found;
  };
  const inFuture = (ms: number) => new Date(kickoff.clock.now().getTime() + ms).toISOString();

  it('returns an empty shield at first, and after each replacement the new one', async () => {
    const { homeTeam } = aMatch('SCHEDULED');
    const until = inFuture(HOUR_MS);
    expect(await get()).toEqual({});

    for (const shield of [
      { all: true },
      { teams: [homeTeam.id], until },
      { leagues: ['la_liga', 'serie_a'] },
      {},
    ]) {
      await put(shield).expect(200, shield);
      expect(await get()).toEqual(shield);
    }
    expect(await get(await aFan(kickoff))).toEqual({});
  });

  it.each([
    ['an unknown team', { teams: ['nobody'] }],
    ['a string as teams', { teams: 'arsenal' }],
    ['an operator as team', { teams: [{ $gt: '' }] }],
    ['an unknown league', { leagues: ['sunday_league'] }],
    ['a string as all', { all: 'yes' }],
    ['an end in the past', { all: true, until: '2020-01-01T00:00:00Z' }],
    ['an invalid date', { all: true, until: 'tomorrow' }],
    ['a list in place of the shield', [{ all: true }]],
  ])('refuses %s with 400 and preserves the stored shield', async (_, shield) => {
    await put({ leagues: ['la_liga'] }).expect(200);

    expect((await put(shield)).status).toBe(400);

    expect(await get()).toEqual({ leagues: ['la_liga'] });
  });

  it('answers 401 without a session', async () => {
    expect((await asVisitor(kickoff).get(ADDRESS)).status).toBe(401);
    expect((await asVisitor(kickoff).put(ADDRESS).send({})).status).toBe(401);
  });

  it('hides its matches only from its fan', async () => {
    const match = aMatch('SCHEDULED');
    const other = matches.find(
      ({ homeTeam, awayTeam }) => ![homeTeam.id, awayTeam.id].includes(match.awayTeam.id),
    );
    const hidden = { matchId: match.id, mode: 'hidden', byShield: true };
    for (const shield of [
      { all: true },
      { teams: [match.awayTeam.id] },
      { leagues: ['premier_league'] },
    ]) {
      await put(shield).expect(200);

      expect(await viewpoint(match)).toEqual(hidden);
      expect(await viewpoint(match, await aFan(kickoff))).toMatchObject({ mode: 'live' });
    }
    await put({ teams: [match.awayTeam.id] }).expect(200);
    expect(other && (await viewpoint(other))).toMatchObject({ mode: 'live' });
    await put({ leagues: ['la_liga'] }).expect(200);
    expect(await viewpoint(match)).toMatchObject({ mode: 'live' });
  });

  it('expires at its end date', async () => {
    const match = aMatch('SCHEDULED');
    const until = inFuture(HOUR_MS);
    await put({ all: true, until }).expect(200);
    expect(await viewpoint(match)).toMatchObject({ mode: 'hidden', until, byShield: true });

    kickoff.clock.advance(HOUR_MS);

    expect(await viewpoint(match)).toEqual({ matchId: match.id, mode: 'live' });
    expect(await get()).toEqual({});
  });

  it('is overridden by the viewpoint that the fan set for a match', async () => {
    const match = aMatch('IN_PLAY');
    await put({ all: true }).expect(200);

    await set(match, { mode: 'live' });
    expect(await viewpoint(match)).toEqual({ matchId: match.id, mode: 'live' });
    await set(match, { mode: 'delayed', seconds: 45 });
    expect(await viewpoint(match)).toMatchObject({ mode: 'delayed', seconds: 45 });

    await as(kickoff, fan).delete(addressOf(match.id)).expect(204);
    expect(await viewpoint(match)).toMatchObject({ mode: 'hidden', byShield: true });
    expect((await as(kickoff, fan).get('/api/user/viewpoints')).body).toEqual([]);
  });

  it('each change resets only the streams of its fan', async () => {
    const listeners = [fan, await aFan(kickoff)].map(
      ({ token }) => new Listener({ Authorization: `Bearer ${token}` }),
    );
    const [own, others] = listeners;
    for (const listener of listeners) await listener.connect(kickoff);
    const resets = (listener: Listener | undefined) =>
      listener?.receivedNames().filter((name) => name === 'reset').length ?? 0;

    await put({}).expect(200);
    await put({ all: true }).expect(200);
    await put({}).expect(200);

    await until(() => resets(own) >= 2 || undefined);
    expect([resets(own), resets(others)]).toEqual([2, 0]);
    for (const listener of listeners) listener.disconnect();
  });

  it('a stream that is resumed after a change receives reset', async () => {
    const listener = new Listener({ Authorization: `Bearer ${fan.token}` });
    await listener.connect(kickoff);
    await until(() => listener.lastEventId);
    listener.disconnect();
    await put({ all: true }).expect(200);

    await listener.connect(kickoff);

    await until(() => listener.receivedNames().includes('reset') || undefined);
    listener.disconnect();
  });

  it('does not hide matches that ended 24 hours before the shield was set', async () => {
    const ends = matches
      .filter(({ status }) => status === 'FINISHED')
      .sort((one, other) => other.utcDate.localeCompare(one.utcDate));
    const [latest] = ends;
    if (!latest) throw new Error('The league has no match that is over.');
    const timeline = await as(kickoff, fan).get(`/api/football/matches/${latest.id}/timeline`);
    const { entries } = MatchTimeline.parse(timeline.body);
    const endMs = Date.parse(entries.find(({ kind }) => kind === 'full_time')?.at ?? '');
    const modes: string[] = [];
    for (const moment of [endMs + 24 * HOUR_MS - 1_000, endMs + 24 * HOUR_MS]) {
      setClock(kickoff, moment);
      await put({ all: true }).expect(200);
      modes.push((await viewpoint(latest)).mode);
    }

    expect(modes).toEqual(['hidden', 'live']);
  });
});
