import { describe, expect, it } from '@jest/globals';
import {
  answered,
  aProviderMatch,
  aProviderRow,
  aProviderScore,
  ARSENAL,
  CHELSEA,
  theMatches,
  theScorers,
  theStandings,
} from '@kickoff/testing/football-data-shapes';

import { FootballDataProvider } from '../src/football/providers/football-data.provider.js';
import { KEY, NOW, withProvider } from './support/asked-provider.js';

describe('FootballDataProvider', () => {
  const asked = withProvider();
  const provider = () => new FootballDataProvider(asked.access());
  const fetchOne = async (overrides: Record<string, unknown>) => {
    asked.double.reply = () => answered(theMatches(aProviderMatch(overrides)));
    const { data } = await provider().fetchMatches('premier_league', NOW);
    return data.matches[0];
  };

  it('covers all leagues but the Indian Super League', () => {
    expect(provider().covers('champions_league')).toBe(true);
    expect(provider().covers('indian_super_league')).toBe(false);
  });

  it('returns matches in the shape of the contract', async () => {
    asked.double.reply = () => answered(theMatches(aProviderMatch()));

    const { data, rate } = await provider().fetchMatches('premier_league', NOW);

    expect(asked.double.calls).toEqual(['/competitions/PL/matches']);
    expect(asked.double.headers['x-auth-token']).toBe(KEY);
    expect(rate).toEqual({ remaining: 9, resetSeconds: 41 });
    expect(data).toEqual({
      season: '2026-27',
      matches: [
        {
          id: 'football-data.org:538001',
          homeTeam: expect.objectContaining({ id: 'arsenal', tla: 'ARS' }),
          awayTeam: expect.objectContaining({ id: 'chelsea' }),
          utcDate: '2026-11-21T15:00:00.000Z',
          status: 'SCHEDULED',
          matchday: 12,
          score: {
            fullTime: { homeTeam: null, awayTeam: null },
            halfTime: { homeTeam: null, awayTeam: null },
          },
          updatedAt: '2026-11-20T00:20:21.000Z',
        },
      ],
    });
  });

  it.each([
    ['SCHEDULED', 'SCHEDULED'],
    ['TIMED', 'SCHEDULED'],
    ['IN_PLAY', 'IN_PLAY'],
    ['LIVE', 'IN_PLAY'],
    ['EXTRA_TIME', 'IN_PLAY'],
    ['PENALTY_SHOOTOUT', 'IN_PLAY'],
    ['PAUSED', 'PAUSED'],
    ['FINISHED', 'FINISHED'],
    ['AWARDED', 'FINISHED'],
    ['SUSPENDED', 'SUSPENDED'],
    ['POSTPONED', 'POSTPONED'],
    ['CANCELLED', 'CANCELED'],
    ['CANCELED', 'CANCELED'],
  ])('maps status %s to %s', async (status, ours) => {
    expect(await fetchOne({ status })).toMatchObject({ status: ours });
  });

  it('marks only an awarded match as awarded', async () => {
    expect(await fetchOne({ status: 'AWARDED' })).toMatchObject({ awarded: true });
    expect(await fetchOne({ status: 'FINISHED' })).not.toHaveProperty('awarded');
  });

  it.each([
    ['SCHEDULED before kick-off', '2026-11-22T15:00:00Z', 'SCHEDULED'],
    ['SUSPENDED after kick-off', '2026-11-20T15:00:00Z', 'SUSPENDED'],
  ])('maps an unknown status to %s', async (_, utcDate, status) => {
    expect(await fetchOne({ utcDate, status: 'ABDUCTED' })).toMatchObject({ status });
  });

  it('excludes shoot-out goals from the score', async () => {
    const score = {
      winner: 'AWAY_TEAM',
      duration: 'PENALTY_SHOOTOUT',
      fullTime: { home: 6, away: 6 },
      halfTime: { home: 1, away: 0 },
      regularTime: null,
      penalties: { home: 4, away: 5 },
    };

    expect(await fetchOne({ status: 'FINISHED', score })).toMatchObject({
      score: { fullTime: { homeTeam: 2, awayTeam: 1 }, halfTime: { homeTeam: 1, awayTeam: 0 } },
    });
  });

  it.each(['TIMED', 'POSTPONED', 'CANCELLED'])('returns no score for status %s', async (status) => {
    expect(await fetchOne({ status, score: aProviderScore(0, 0) })).toMatchObject({
      score: { fullTime: { homeTeam: null, awayTeam: null } },
    });
  });

  it('returns an undecided club as TBD', async () => {
    const nobody = { id: null, name: null, shortName: null, tla: null, crest: null };

    expect(await fetchOne({ homeTeam: nobody })).toMatchObject({ homeTeam: { name: 'TBD' } });
  });

  it("returns an unknown club with the provider's name", async () => {
    const homeTeam = { id: 9_999, name: 'Łódź Wanderers', shortName: null, tla: null };

    expect(await fetchOne({ homeTeam })).toMatchObject({
      homeTeam: { id: 'football-data.org:9999', name: 'Łódź Wanderers', tla: 'ODZ' },
    });
  });

  it('excludes the qualifying rounds of the Champions League', async () => {
    const stages = ['QUALIFICATION_ROUND_2', 'PLAYOFF_ROUND', 'LEAGUE_STAGE', 'PLAYOFFS', 'FINAL'];
    asked.double.reply = () =>
      answered(theMatches(...stages.map((stage, id) => aProviderMatch({ stage, id }))));

    const { data } = await provider().fetchMatches('champions_league', NOW);

    expect(data.matches.map(({ id }) => id)).toEqual([
      'football-data.org:2',
      'football-data.org:3',
      'football-data.org:4',
    ]);
  });

  it.each([
    ['LEAGUE_STAGE', undefined],
    ['REGULAR_SEASON', undefined],
    ['PLAYOFFS', true],
    ['LAST_16', true],
    ['FINAL', true],
  ])('derives from stage %s whether a match is knock-out', async (stage, knockOut) => {
    expect((await fetchOne({ stage }))?.knockOut).toBe(knockOut);
  });

  it('returns the total table, not the home or away table', async () => {
    asked.double.reply = () => answered(theStandings(aProviderRow()));

    const { data } = await provider().fetchStandings('premier_league');

    expect(asked.double.calls).toEqual(['/competitions/PL/standings']);
    expect(data).toEqual([
      {
        position: 1,
        team: expect.objectContaining({ id: 'arsenal' }),
        playedGames: 1,
        won: 1,
        draw: 0,
        lost: 0,
        points: 3,
        goalsFor: 2,
        goalsAgainst: 0,
        goalDifference: 2,
      },
    ]);
  });

  it('rejects group tables without a total table', async () => {
    const group = { stage: 'GROUP_STAGE', type: 'TOTAL', group: 'GROUP_A', table: [] };
    asked.double.reply = () => answered({ standings: [group] });

    await expect(provider().fetchStandings('champions_league')).rejects.toMatchObject({
      kind: 'bad_payload',
    });
  });

  it('returns scorers, with assists if known', async () => {
    asked.double.reply = () =>
      answered(
        theScorers(
          { player: { name: 'One' }, team: ARSENAL, goals: 9, assists: 3, penalties: null },
          { player: { name: 'Two' }, team: CHELSEA, goals: 8, assists: null, penalties: null },
        ),
      );

    const { data } = await provider().fetchScorers('premier_league');

    expect(data).toEqual([
      {
        player: { name: 'One' },
        team: expect.objectContaining({ id: 'arsenal' }),
        numberOfGoals: 9,
        assists: 3,
      },
      {
        player: { name: 'Two' },
        team: expect.objectContaining({ id: 'chelsea' }),
        numberOfGoals: 8,
      },
    ]);
  });

  it('fetches one day of several leagues in one request', async () => {
    const competition = { code: 'BL1' };
    asked.double.reply = () =>
      answered(theMatches(aProviderMatch(), aProviderMatch({ id: 7, competition })));

    const { data } = await provider().fetchDay(['premier_league', 'bundesliga', 'la_liga'], NOW);

    expect(asked.double.calls).toEqual([
      '/matches?competitions=PL%2CBL1%2CPD&dateFrom=2026-11-20&dateTo=2026-11-22',
    ]);
    expect([...data].map(([league, matches]) => [league, matches.map(({ id }) => id)])).toEqual([
      ['premier_league', ['football-data.org:538001']],
      ['bundesliga', ['football-data.org:7']],
      ['la_liga', []],
    ]);
  });

  it.each([
    ['17', 17],
    ['9999', 120],
    ['soon', 60],
  ])('waits after a rate limit with reset %s for %d seconds', async (reset, seconds) => {
    asked.double.reply = () => ({
      status: 429,
      headers: { 'X-RequestCounter-Reset': reset },
      body: {},
    });

    await expect(provider().fetchMatches('la_liga', NOW)).rejects.toMatchObject({
      retryAfterSeconds: seconds,
    });
  });
});
