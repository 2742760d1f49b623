import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  LatestMatch,
  LeagueData,
  LEAGUES,
  LeagueSummary,
  type League,
  MatchDigest,
  MatchPage,
  Team,
} from '@kickoff/contracts';
import { z } from 'zod';

import { aFan, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';

/** 12:47 on a Saturday. */
const SATURDAY = Date.parse('2026-11-21T12:47:02Z');
const HOUR_MS = 3_600_000;

async function startOn(moment: number, variables: Record<string, string> = {}): Promise<KickOff> {
  const kickoff = await startKickOff(variables);
  kickoff.clock.stand();
  kickoff.clock.advance(moment - kickoff.clock.now().getTime());
  return kickoff;
}

describe('football API', () => {
  let kickoff: KickOff;
  let fan: Caller;

  beforeAll(async () => {
    kickoff = await startOn(SATURDAY);
    fan = await aFan(kickoff);
  });
  afterAll(() => kickoff.stop());

  const get = (path: string) => as(kickoff, fan).get(path);
  const leagueData = async (league: League) =>
    LeagueData.parse((await get(`/api/football?league=${league}`).expect(200)).body);

  it.each(LEAGUES)(
    'returns matches, table and scorers of a season in play for %s',
    async (league) => {
      const answer = await get(`/api/football?league=${league}`);

      expect(answer.status).toBe(200);
      const data = LeagueData.parse(answer.body);
      expect(answer.body).toEqual(data);
      expect(data).toMatchObject({ league, season: '2026-27', source: 'demo', stale: false });
      expect(data.matches.some(({ status }) => status === 'IN_PLAY')).toBe(true);
      expect(data.standings[0]?.table[0]).toMatchObject({ position: 1 });
      expect(data.scorers[0]?.numberOfGoals).toBeGreaterThan(0);
    },
  );

  it.each([
    ['an unknown league', '/api/football?league=sunday_league', 404],
    ['the name of an object property', '/api/football?league=constructor', 404],
    ['a missing league', '/api/football', 400],
    ['two leagues', '/api/football?league=la_liga&league=serie_a', 400],
  ])('rejects %s', async (_, path, status) => {
    const answer = await get(path);

    expect(answer.status).toBe(status);
  });

  it.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip, br;q=0'],
    [undefined, 'identity'],
  ])(
    'sends a league with encoding %s for Accept-Encoding "%s" under one ETag',
    async (encoding, takes) => {
      const plain = await get('/api/football?league=la_liga').set('Accept-Encoding', 'identity');

      const answer = await get('/api/football?league=la_liga').set('Accept-Encoding', takes);

      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(answer.headers['vary']).toContain('Accept-Encoding');
      expect(answer.headers['etag']).toBe(plain.headers['etag']);
      expect(answer.text).toBe(plain.text);
      const sentBytes = Number(answer.headers['content-length']);
      expect(sentBytes < plain.text.length / 5).toBe(encoding !== undefined);
    },
  );

  it.each(['?league=la_liga', '/leagues', '/latest', '/digest?team=Betis', '/teams'])(
    'answers 304 for /api/football%s when the ETag matches',
    async (path) => {
      const first = await get(`/api/football${path}`);

      const second = await get(`/api/football${path}`).set(
        'If-None-Match',
        first.headers['etag'] ?? '',
      );

      expect(first.headers['cache-control']).toBe('private, no-cache');
      expect(second.status).toBe(304);
      expect(second.text).toBe('');
    },
  );

  it('answers 304 for a match page when the ETag matches', async () => {
    const { matches } = await leagueData('la_liga');
    const path = `/api/football/matches/${matches[0]?.id ?? ''}`;
    const { headers } = await get(path).expect(200);

    const has = { 'If-None-Match': headers['etag'] ?? '' };
    const second = await get(path).set(has);
    const byFetchOfNode = await get(path).set({ ...has, 'Cache-Control': 'no-cache' });

    expect([second.status, byFetchOfNode.status]).toEqual([304, 304]);
  });

  it("lists the leagues in order with the counts of live and today's matches", async () => {
    const answer = await get('/api/football/leagues');

    const leagues = z.array(LeagueSummary).parse(answer.body);
    expect(leagues.map(({ league }) => league)).toEqual([...LEAGUES]);
    for (const { league, live, today } of leagues) {
      const { matches } = await leagueData(league);
      expect(live).toBe(
        matches.filter(({ status }) => status === 'IN_PLAY' || status === 'PAUSED').length,
      );
      expect(today).toBe(matches.filter(({ utcDate }) => utcDate.startsWith('2026-11-21')).length);
    }
  });

  it('returns the 20 latest matches of all leagues, those in play first', async () => {
    const answer = await get('/api/football/latest');

    const latest = z.array(LatestMatch).parse(answer.body);
    const over = latest.findIndex(({ status }) => status === 'FINISHED');
    const inPlay = over === -1 ? latest : latest.slice(0, over);
    expect(latest).toHaveLength(20);
    expect(inPlay.length).toBeGreaterThan(0);
    expect(new Set(inPlay.map(({ league }) => league)).size).toBeGreaterThan(1);
    expect(latest.slice(inPlay.length).every(({ status }) => status === 'FINISHED')).toBe(true);
    for (const part of [inPlay, latest.slice(inPlay.length)]) {
      const dates = part.map(({ utcDate }) => utcDate);
      expect(dates).toEqual([...dates].sort().reverse());
    }
  });

  it.each(['Arsenal', ' arsenal ', 'ARS'])(
    'returns the matches of the club "%s" first in the digest',
    async (team) => {
      const { matches } = await leagueData('premier_league');

      const answer = await get('/api/football/digest').query({ team });

      const digest = MatchDigest.parse(answer.body);
      expect(answer.body).toEqual(digest);
      expect(digest.club).toMatchObject({ id: 'arsenal', shortName: 'Arsenal' });
      expect(digest.league.league).toBe('premier_league');
      expect(digest.recent).toHaveLength(4);
      expect(digest.upcoming).toHaveLength(4);
      for (const [first] of [digest.recent, digest.upcoming]) {
        expect([first?.homeTeam.id, first?.awayTeam.id]).toContain('arsenal');
        expect(matches.map(({ id }) => id)).toContain(first?.id);
      }
    },
  );

  it.each([
    '/api/football/digest',
    '/api/football/digest?team=',
    '/api/football/digest?team=Sunday+FC',
  ])('returns live and upcoming matches of all leagues for %s', async (path) => {
    const latest = z.array(LatestMatch).parse((await get('/api/football/latest')).body);

    const digest = MatchDigest.parse((await get(path).expect(200)).body);

    expect(digest.club).toBeNull();
    expect(digest.recent.map(({ id }) => id)).toEqual(latest.slice(0, 4).map(({ id }) => id));
    expect(digest.upcoming).toHaveLength(4);
  });

  it('returns 400 for a digest of two clubs', async () => {
    await get('/api/football/digest?team=Arsenal&team=Betis').expect(400);
  });

  it('lists every club once with all its leagues', async () => {
    const answer = await get('/api/football/teams');

    const teams = z.array(Team).parse(answer.body);
    expect(teams).toHaveLength(140);
    expect(new Set(teams.map(({ id }) => id)).size).toBe(140);
    expect(teams.find(({ id }) => id === 'arsenal')?.leagues).toEqual([
      'champions_league',
      'premier_league',
    ]);
  });

  it('returns events of a match that add up to its score', async () => {
    const { matches } = await leagueData('bundesliga');
    const match = matches.findLast(({ status }) => status === 'FINISHED');

    const answer = await get(`/api/football/matches/${match?.id ?? ''}`);

    const page = MatchPage.parse(answer.body);
    const goals = (page.events ?? []).filter(({ kind }) =>
      ['goal', 'penalty', 'own_goal'].includes(kind),
    );
    expect(page).toMatchObject({ ...match, league: 'bundesliga' });
    expect(page.form.homeTeam).toMatch(/^[WDL](,[WDL]){4}$/);
    expect({
      homeTeam: goals.filter(({ team }) => team === 'homeTeam').length,
      awayTeam: goals.filter(({ team }) => team === 'awayTeam').length,
    }).toEqual(match?.score.fullTime);
  });

  it.each(['demo:la_liga:2026-27:1:nobody-noone', '42', 'constructor', '%F0%9F%98%80'])(
    'returns 404 for the unknown match %s',
    async (id) => {
      const answer = await get(`/api/football/matches/${id}`);

      expect(answer.status).toBe(404);
    },
  );

  it('returns new data and another ETag after a minute', async () => {
    const before = await get('/api/football?league=serie_a');
    const was = LeagueData.parse(before.body);

    kickoff.clock.advance(60_000);
    const after = await get('/api/football?league=serie_a').set(
      'If-None-Match',
      before.headers['etag'] ?? '',
    );

    expect(after.status).toBe(200);
    expect(LeagueData.parse(after.body).updatedAt > was.updatedAt).toBe(true);
  });
});

describe('demo season', () => {
  it('is the same on every instance at any time', async () => {
    const kickoff = await startOn(SATURDAY);
    const fan = await aFan(kickoff);
    const datesOf = async (instance: KickOff) => {
      const answer = await as(instance, fan).get('/api/football?league=eredivisie').expect(200);
      return LeagueData.parse(answer.body).matches.map(({ id, utcDate }) => `${id} ${utcDate}`);
    };
    const dates = await datesOf(kickoff);

    kickoff.clock.advance(5 * HOUR_MS);
    const other = await kickoff.another();

    expect(await datesOf(other)).toEqual(dates);
    await other.close();
    await kickoff.stop();
  });

  it('schedules matches from Friday to Sunday when FOOTBALL_DEMO_CLOCK is calendar', async () => {
    const kickoff = await startOn(SATURDAY, { FOOTBALL_DEMO_CLOCK: 'calendar' });
    const fan = await aFan(kickoff);

    const answer = await as(kickoff, fan).get('/api/football?league=bundesliga');

    const days = LeagueData.parse(answer.body).matches.map(({ utcDate }) =>
      new Date(utcDate).getUTCDay(),
    );
    expect(new Set(days)).toEqual(new Set([5, 6, 0]));
    await kickoff.stop();
  });

  it('has earlier meetings of both clubs', async () => {
    const kickoff = await startOn(SATURDAY);
    const before = await aFan(kickoff);
    await as(kickoff, before).get('/api/football/leagues').expect(200);
    kickoff.clock.advance(60 * 24 * HOUR_MS);
    const fan = await aFan(kickoff);
    const answer = await as(kickoff, fan).get('/api/football?league=ligue_1').expect(200);
    const { matches } = LeagueData.parse(answer.body);
    const second = matches.findLast(({ status }) => status === 'FINISHED');
    const first = matches.find(
      ({ homeTeam, awayTeam }) =>
        homeTeam.id === second?.awayTeam.id && awayTeam.id === second.homeTeam.id,
    );

    const page = await as(kickoff, fan).get(`/api/football/matches/${second?.id ?? ''}`);

    expect(MatchPage.parse(page.body).headToHead).toContainEqual(first);
    await kickoff.stop();
  });

  it.each(['live', 'calendar'])(
    'has the meetings of the previous season with their events (%s)',
    async (clock) => {
      const kickoff = await startOn(SATURDAY, { FOOTBALL_DEMO_CLOCK: clock });
      const fan = await aFan(kickoff);
      const ask = async (id: string) =>
        MatchPage.parse(
          (await as(kickoff, fan).get(`/api/football/matches/${id}`).expect(200)).body,
        );
      const answer = await as(kickoff, fan).get('/api/football?league=serie_a').expect(200);
      const { matches } = LeagueData.parse(answer.body);

      const { headToHead } = await ask(matches[0]?.id ?? '');
      const former = headToHead.filter(({ id }) => id.startsWith('demo:serie_a:2025-26:'));
      const page = await ask(former[0]?.id ?? '');

      expect(former.map(({ status }) => status)).toEqual(['FINISHED', 'FINISHED']);
      expect(former[0]?.homeTeam.id).toBe(former[1]?.awayTeam.id);
      expect(page).toMatchObject({ ...former[0], league: 'serie_a' });
      const goals = page.events?.filter(({ kind }) => /^(goal|penalty|own_goal)$/.test(kind));
      const { homeTeam, awayTeam } = page.score.fullTime;
      expect(goals).toHaveLength((homeTeam ?? 0) + (awayTeam ?? 0));
      await kickoff.stop();
    },
  );
});
