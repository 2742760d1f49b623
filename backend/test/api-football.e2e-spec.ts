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

describe('api-football', () => {
  const asked = withProvider();
  const provider = () => new ApiFootballProvider(asked.access());
  /** Answers which leagues there are, and everything else with `reply`. */
  const withLeagues =
    (reply: Reply, id = 323) =>
    (path: string) =>
      path.startsWith('/leagues') ? enveloped([anApiLeague(id)]) : reply;
  const fetchOne = async (overrides: Parameters<typeof anApiFixture>[0]) => {
    asked.double.reply = withLeagues(enveloped([anApiFixture(overrides)]));
    const { data } = await provider().fetchMatches('indian_super_league', NOW);
    return data.matches[0];
  };

  it('covers all eight leagues, the Indian Super League among them', () => {
    expect(provider().covers('indian_super_league')).toBe(true);
  });

  it('fetches a season in our words', async () => {
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

  it('asks once which number the Indian Super League has, and goes by the answer', async () => {
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

  it('names the fault where the provider lists no Indian Super League', async () => {
    asked.double.reply = () => enveloped([anApiLeague(1, 'I-League')]);

    const fault = await provider()
      .fetchMatches('indian_super_league', NOW)
      .catch((error: unknown) => error);

    expect(fault).toMatchObject({ kind: 'not_found' });
  });

  it('names the season of the spring by the year it began in', async () => {
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
  ])('reads status %s as %s', async (short, status) => {
    expect(await fetchOne({ short })).toMatchObject({ status });
  });

  it.each([
    ['SCHEDULED before kick-off', '2026-11-22T15:00:00Z', 'SCHEDULED'],
    ['SUSPENDED after it', '2026-11-20T15:00:00Z', 'SUSPENDED'],
  ])('takes a status it does not know for %s', async (_, date, status) => {
    expect(await fetchOne({ date, short: '???' })).toMatchObject({ status });
  });

  it('leaves the goals of a shoot-out out of the score', async () => {
    const goals = { home: 2, away: 1 };

    expect(await fetchOne({ short: 'PEN', goals, penalty: { home: 4, away: 5 } })).toMatchObject({
      score: { fullTime: { homeTeam: 2, awayTeam: 1 } },
    });
  });

  it.each(['NS', 'PST', 'CANC'])('shows no score of a match that is %s', async (short) => {
    expect(await fetchOne({ short, goals: { home: 0, away: 0 } })).toMatchObject({
      score: { fullTime: { homeTeam: null, awayTeam: null } },
    });
  });

  it('shows clubs that are not decided as TBD', async () => {
    expect(await fetchOne({ home: { id: null, name: null } })).toMatchObject({
      homeTeam: { name: 'TBD' },
    });
  });

  it('tells no minute of a match that does not run', async () => {
    expect(await fetchOne({ short: 'FT' })).not.toHaveProperty('minute');
    expect(await fetchOne({ short: 'HT' })).not.toHaveProperty('minute');
  });

  it('has no matchday in rounds without a number', async () => {
    expect(await fetchOne({ round: 'Semi-finals' })).toMatchObject({ matchday: null });
  });

  it.each([
    ['Regular Season - 6', undefined],
    ['League Stage - 8', undefined],
    ['Round of 16', true],
    ['Relegation Round', true],
    ['Conference League Play-offs - Semi-finals', true],
  ])('knows whether a match of round %s counts in a table', async (round, knockOut) => {
    expect((await fetchOne({ round }))?.knockOut).toBe(knockOut);
  });

  it('fetches the table', async () => {
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

  it('fetches scorers', async () => {
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
  ])('finds the fault %s in an answer with status 200', async (name, kind) => {
    asked.double.reply = () => refused({ [name]: `Something about ${KEY}` });

    const fault = await provider()
      .fetchMatches('la_liga', NOW)
      .catch((error: unknown) => error);

    expect(fault).toMatchObject({ kind });
    expect(String(fault)).not.toContain(KEY);
  });

  it('says nothing of a fault that comes as a list of texts', async () => {
    const { headers, body } = enveloped([]);
    asked.double.reply = () => ({ headers, body: { ...body, errors: [`Bad key ${KEY}`] } });

    const fault = await provider()
      .fetchMatches('la_liga', NOW)
      .catch((error: unknown) => error);

    expect(fault).toMatchObject({ kind: 'unavailable' });
    expect(String(fault)).not.toContain(KEY);
  });

  it('says nothing of a fault whose name is the key', async () => {
    asked.double.reply = () => refused({ [KEY]: 'is no good' });

    const fault = await provider()
      .fetchMatches('la_liga', NOW)
      .catch((error: unknown) => error);

    expect(String(fault)).not.toContain(KEY);
  });

  it('sends the headers that are allowed, and no other', async () => {
    asked.double.reply = () => enveloped([anApiFixture()]);

    await provider().fetchMatches('la_liga', NOW);

    expect(Object.keys(asked.double.headers).sort()).toEqual([
      'connection',
      'host',
      'x-apisports-key',
    ]);
  });

  it('follows the pages of an answer', async () => {
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

  it('makes no call for a page that is not allowed', async () => {
    const { headers, body } = enveloped([anApiFixture()], { 'x-ratelimit-remaining': '0' });
    const paging = { current: 1, total: 3 };
    asked.double.reply = () => ({ headers, body: { ...body, paging } });

    await expect(provider().fetchMatches('la_liga', NOW)).rejects.toMatchObject({
      kind: 'rate_limited',
      retryAfterSeconds: 60,
    });
    expect(asked.double.calls).toHaveLength(1);
  });

  it('leaves the qualifying rounds of the Champions League out', async () => {
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
  /** Until midnight, and a minute for clocks that differ. */
  const REST_OF_DAY = 8.5 * 3600 + 60;

  it('spreads what is left of the day to its end', async () => {
    const rate = await rateOf({ 'x-ratelimit-requests-remaining': '100' });

    expect(rate).toEqual({ remaining: 100, resetSeconds: REST_OF_DAY });
  });

  it('asks no more until the day is over when it has no calls left', async () => {
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
    'keeps a pace at which a minute of %s calls with %s left never runs out',
    async (limit, left, remaining, resetSeconds) => {
      const rate = await rateOf({ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': left });

      expect(rate?.remaining).toBe(remaining);
      expect(rate?.resetSeconds).toBe(resetSeconds);
    },
  );
});
