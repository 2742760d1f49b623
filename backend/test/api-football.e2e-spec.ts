import { describe, expect, it } from '@jest/globals';
import type { Reply } from '@kickoff/testing/provider-double';

import { ApiFootballProvider } from '../src/football/providers/api-football.provider.js';
import { KEY, NOW, withProvider } from './support/asked-provider.js';
import {
  anApiFixture,
  anApiLeague,
  anApiRow,
  anApiScorer,
  enveloped,
  refused,
} from './support/api-football-shapes.js';

describe('ApiFootballProvider', () => {
  const asked = withProvider();
  const provider = () => new ApiFootballProvider(asked.access());
  /** Returns the list of leagues for its path, and `reply` for every other. */
  const withLeagues =
    (reply: Reply, id = 323) =>
    (path: string) =>
      path.startsWith('/leagues') ? enveloped([anApiLeague(id)]) : reply;
  const fetchOne = async (overrides: Parameters<typeof anApiFixture>[0]) => {
    asked.double.reply = withLeagues(enveloped([anApiFixture(overrides)]));
    const { data } = await provider().fetchMatches('indian_super_league', NOW);
    return data.matches[0];
  };

  it('covers the Indian Super League', () => {
    expect(provider().covers('indian_super_league')).toBe(true);
  });

  it('returns matches in the shape of the contract', async () => {
    asked.double.reply = withLeagues(enveloped([anApiFixture()]));

    const { data, rate } = await provider().fetchMatches('indian_super_league', NOW);

    expect(asked.double.calls.at(-1)).toBe('/fixtures?league=323&season=2026');
    expect(asked.double.headers['x-apisports-key']).toBe(KEY);
    expect(rate).toEqual({ remaining: 299, resetSeconds: 1256 });
    expect(data).toEqual({
      season: '2026-27',
      matches: [
        {
          id: 'api-football:1390001',
          homeTeam: expect.objectContaining({ id: 'mumbai-city' }),
          awayTeam: expect.objectContaining({ id: 'bengaluru' }),
          utcDate: '2026-11-21T14:00:00.000Z',
          status: 'IN_PLAY',
          matchday: 6,
          minute: 45,
          injuryTime: 2,
          score: {
            fullTime: { homeTeam: 1, awayTeam: 0 },
            halfTime: { homeTeam: null, awayTeam: null },
          },
        },
      ],
    });
  });

  it('looks up the id of the Indian Super League once and uses it', async () => {
    asked.double.reply = withLeagues(enveloped([anApiFixture()]), 4711);
    const same = provider();

    await same.fetchMatches('indian_super_league', NOW);
    await same.fetchMatches('indian_super_league', NOW);

    expect(asked.double.calls).toEqual([
      '/leagues?country=India',
      '/fixtures?league=4711&season=2026',
      '/fixtures?league=4711&season=2026',
    ]);
  });

  it('throws not_found when the provider does not list the Indian Super League', async () => {
    asked.double.reply = () => enveloped([anApiLeague(1, 'I-League')]);

    const fault = await provider()
      .fetchMatches('indian_super_league', NOW)
      .catch((error: unknown) => error);

    expect(fault).toMatchObject({ kind: 'not_found' });
  });

  it('requests the season by the year it began in', async () => {
    asked.double.reply = withLeagues(enveloped([anApiFixture()]));

    const { data } = await provider().fetchMatches('indian_super_league', new Date('2027-03-01'));

    expect(data.season).toBe('2026-27');
    expect(asked.double.calls.at(-1)).toBe('/fixtures?league=323&season=2026');
  });

  it.each([
    ['TBD', 'SCHEDULED'],
    ['NS', 'SCHEDULED'],
    ['1H', 'IN_PLAY'],
    ['2H', 'IN_PLAY'],
    ['ET', 'IN_PLAY'],
    ['BT', 'IN_PLAY'],
    ['P', 'IN_PLAY'],
    ['LIVE', 'IN_PLAY'],
    ['HT', 'PAUSED'],
    ['FT', 'FINISHED'],
    ['AET', 'FINISHED'],
    ['PEN', 'FINISHED'],
    ['AWD', 'FINISHED'],
    ['WO', 'FINISHED'],
    ['PST', 'POSTPONED'],
    ['CANC', 'CANCELED'],
    ['SUSP', 'SUSPENDED'],
    ['INT', 'SUSPENDED'],
    ['ABD', 'SUSPENDED'],
  ])('maps status %s to %s', async (short, status) => {
    expect(await fetchOne({ short })).toMatchObject({ status });
  });

  it('states midnight for a match of which only the day is known', async () => {
    const facts = { date: '2026-12-05T14:00:00+00:00', short: 'TBD' };

    expect(await fetchOne(facts)).toMatchObject({ utcDate: '2026-12-05T00:00:00.000Z' });
  });

  it('marks only an awarded match as awarded', async () => {
    expect(await fetchOne({ short: 'AWD' })).toMatchObject({ awarded: true });
    expect(await fetchOne({ short: 'WO' })).toMatchObject({ awarded: true });
    expect(await fetchOne({ short: 'FT' })).not.toHaveProperty('awarded');
  });

  it.each([
    ['SCHEDULED before kick-off', '2026-11-22T15:00:00Z', 'SCHEDULED'],
    ['SUSPENDED after kick-off', '2026-11-20T15:00:00Z', 'SUSPENDED'],
  ])('maps an unknown status to %s', async (_, date, status) => {
    expect(await fetchOne({ date, short: '???' })).toMatchObject({ status });
  });

  it('excludes the goals of a shoot-out from the score', async () => {
    const goals = { home: 2, away: 1 };

    expect(await fetchOne({ short: 'PEN', goals, penalty: { home: 4, away: 5 } })).toMatchObject({
      score: { fullTime: { homeTeam: 2, awayTeam: 1 } },
    });
  });

  it.each(['NS', 'PST', 'CANC'])('returns no score for status %s', async (short) => {
    expect(await fetchOne({ short, goals: { home: 0, away: 0 } })).toMatchObject({
      score: { fullTime: { homeTeam: null, awayTeam: null } },
    });
  });

  it('returns an undecided club as TBD', async () => {
    expect(await fetchOne({ home: { id: null, name: null } })).toMatchObject({
      homeTeam: { name: 'TBD' },
    });
  });

  it('returns no minute for a match that is finished or at half-time', async () => {
    expect(await fetchOne({ short: 'FT' })).not.toHaveProperty('minute');
    expect(await fetchOne({ short: 'HT' })).not.toHaveProperty('minute');
  });

  it('returns matchday null for a round without a number', async () => {
    expect(await fetchOne({ round: 'Semi-finals' })).toMatchObject({ matchday: null });
  });

  it.each([
    ['Regular Season - 6', undefined],
    ['League Stage - 8', undefined],
    ['Round of 16', true],
    ['Relegation Round', true],
    ['Conference League Play-offs - Semi-finals', true],
  ])('derives from round "%s" whether a match is knock-out', async (round, knockOut) => {
    expect((await fetchOne({ round }))?.knockOut).toBe(knockOut);
  });

  it('returns the standings', async () => {
    asked.double.reply = withLeagues(
      enveloped([{ league: { id: 323, standings: [[anApiRow()]] } }]),
    );

    const { data } = await provider().fetchStandings('indian_super_league', NOW);

    expect(data).toEqual([
      {
        position: 1,
        team: expect.objectContaining({ id: 'mumbai-city' }),
        playedGames: 2,
        won: 1,
        draw: 1,
        lost: 0,
        points: 4,
        goalsFor: 3,
        goalsAgainst: 1,
        goalDifference: 2,
      },
    ]);
  });

  it('returns the scorers', async () => {
    asked.double.reply = withLeagues(enveloped([anApiScorer()]));

    const { data } = await provider().fetchScorers('indian_super_league', NOW);

    expect(data).toEqual([
      {
        player: { name: 'N. Nobody' },
        team: expect.objectContaining({ id: 'mumbai-city' }),
        numberOfGoals: 4,
      },
    ]);
  });

  it.each([
    ['token', 'invalid_key'],
    ['plan', 'forbidden'],
    ['rateLimit', 'rate_limited'],
    ['requests', 'rate_limited'],
    ['bug', 'unavailable'],
  ])('maps error "%s" in a response with status 200 to %s', async (name, kind) => {
    asked.double.reply = () => refused({ [name]: `Something about ${KEY}` });

    const fault = await provider()
      .fetchMatches('la_liga', NOW)
      .catch((error: unknown) => error);

    expect(fault).toMatchObject({ kind });
    expect(String(fault)).not.toContain(KEY);
  });

  it('does not reveal the key from errors sent as a list of texts', async () => {
    const { headers, body } = enveloped([]);
    asked.double.reply = () => ({ headers, body: { ...body, errors: [`Bad key ${KEY}`] } });

    const fault = await provider()
      .fetchMatches('la_liga', NOW)
      .catch((error: unknown) => error);

    expect(fault).toMatchObject({ kind: 'unavailable' });
    expect(String(fault)).not.toContain(KEY);
  });

  it('does not reveal the key from the name of an error', async () => {
    asked.double.reply = () => refused({ [KEY]: 'is no good' });

    const fault = await provider()
      .fetchMatches('la_liga', NOW)
      .catch((error: unknown) => error);

    expect(String(fault)).not.toContain(KEY);
  });

  it('sends only the allowed headers', async () => {
    asked.double.reply = () => enveloped([anApiFixture()]);

    await provider().fetchMatches('la_liga', NOW);

    expect(Object.keys(asked.double.headers).sort()).toEqual([
      'connection',
      'host',
      'x-apisports-key',
    ]);
  });

  it('requests all pages of a response', async () => {
    asked.double.reply = (path) => {
      const page = Number(/page=(\d)/.exec(path)?.[1] ?? 1);
      const { headers, body } = enveloped([anApiFixture({ id: page })]);
      return { headers, body: { ...body, paging: { current: page, total: 3 } } };
    };

    const { data } = await provider().fetchMatches('la_liga', NOW);

    expect(data.matches.map(({ id }) => id)).toEqual([1, 2, 3].map((id) => `api-football:${id}`));
    expect(asked.double.calls).toEqual([
      '/fixtures?league=140&season=2026',
      '/fixtures?league=140&season=2026&page=2',
      '/fixtures?league=140&season=2026&page=3',
    ]);
  });

  it('throws instead of requesting a page that is not allowed', async () => {
    const { headers, body } = enveloped([anApiFixture()], { 'x-ratelimit-remaining': '0' });
    const paging = { current: 1, total: 3 };
    asked.double.reply = () => ({ headers, body: { ...body, paging } });

    await expect(provider().fetchMatches('la_liga', NOW)).rejects.toMatchObject({
      kind: 'rate_limited',
      retryAfterSeconds: 60,
    });
    expect(asked.double.calls).toHaveLength(1);
  });

  it('excludes the qualifying rounds of the Champions League', async () => {
    const rounds = [
      ['1st Qualifying Round', '2026-07-07T19:00:00Z'],
      ['Play-offs', '2026-08-18T19:00:00Z'],
      ['League Stage - 1', '2026-09-15T19:00:00Z'],
      ['League Stage - 2', '2026-09-29T19:00:00Z'],
      ['Knockout Round Play-offs', '2027-02-16T20:00:00Z'],
    ] as const;
    asked.double.reply = () =>
      enveloped(rounds.map(([round, date], id) => anApiFixture({ id, round, date, short: 'NS' })));

    const { data } = await provider().fetchMatches('champions_league', NOW);

    expect(data.matches.map(({ id }) => id)).toEqual([2, 3, 4].map((id) => `api-football:${id}`));
  });

  const rateOf = async (headers: Record<string, string>) => {
    asked.double.reply = () => enveloped([anApiFixture()], headers);
    return (await provider().fetchMatches('la_liga', NOW)).rate;
  };
  /** Until midnight, plus a minute for clock skew. */
  const REST_OF_DAY = 8.5 * 3600 + 60;

  it('spreads the remaining requests of the day until its end', async () => {
    const rate = await rateOf({ 'x-ratelimit-requests-remaining': '100' });

    expect(rate).toEqual({ remaining: 100, resetSeconds: REST_OF_DAY });
  });

  it('waits until the end of the day when no request is left', async () => {
    const rate = await rateOf({ 'x-ratelimit-requests-remaining': '0' });
    asked.double.reply = () => refused({ requests: 'You have reached the limit for the day' });
    const fault = await provider()
      .fetchMatches('la_liga', NOW)
      .catch((error: unknown) => error);

    expect(rate).toEqual({ remaining: 0, resetSeconds: REST_OF_DAY });
    expect(fault).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: REST_OF_DAY });
  });

  it.each([
    ['10', '9', 9, 60],
    ['10', '3', 3, 20],
    ['10', '0', 0, 60],
  ])(
    'paces requests so that %s per minute with %s left are never exceeded',
    async (limit, left, remaining, resetSeconds) => {
      const rate = await rateOf({ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': left });

      expect(rate?.remaining).toBe(remaining);
      expect(rate?.resetSeconds).toBe(resetSeconds);
    },
  );
});
