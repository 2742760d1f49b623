import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { ApiFootballProvider } from '../src/football/providers/api-football.provider.js';
import { FootballDataProvider } from '../src/football/providers/football-data.provider.js';
import { type Reply, ProviderDouble } from './support/provider-double.js';
import {
  anApiFixture,
  anApiLeague,
  anApiRow,
  anApiScorer,
  enveloped,
  refused,
} from './support/api-football-shapes.js';
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
} from './support/football-data-shapes.js';

const NOW = new Date('2026-11-21T15:30:00Z');
const KEY = 'a-key-nobody-may-see';
/** More than any answer takes on loopback; a provider that hangs is given less. */
const PATIENCE_MS = 20_000;
const LITTLE_PATIENCE_MS = 100;

let double: ProviderDouble;
let url: string;

beforeEach(async () => {
  double = new ProviderDouble(() => ({ status: 404, body: {} }));
  url = await double.start();
});
afterEach(() => double.stop());

const access = (timeoutMs = PATIENCE_MS) => ({ url, key: KEY, timeoutMs });

describe.each([
  [
    'football-data.org',
    (timeoutMs?: number) => new FootballDataProvider(access(timeoutMs)),
    () => answered(theMatches(aProviderMatch())),
  ],
  [
    'api-football',
    (timeoutMs?: number) => new ApiFootballProvider(access(timeoutMs)),
    () => enveloped([anApiFixture()]),
  ],
])('%s', (_, aProvider, season) => {
  const fetchMatches = () => aProvider().fetchMatches('premier_league', NOW);

  const faults: [string, () => Reply, string][] = [
    [
      'a bad key',
      () => ({ status: 400, body: { message: 'Bad token', errorCode: 400 } }),
      'invalid_key',
    ],
    ['a missing key', () => ({ status: 401, body: {} }), 'invalid_key'],
    ['a league the key may not see', () => ({ status: 403, body: {} }), 'forbidden'],
    ['a thing that does not exist', () => ({ status: 404, body: {} }), 'not_found'],
    ['too many calls', () => ({ status: 429, body: {} }), 'rate_limited'],
    ['a fault of its own', () => ({ status: 500, body: 'oops' }), 'unavailable'],
    ['a gateway without a server', () => ({ status: 502, body: '<html>' }), 'unavailable'],
    ['an answer that breaks off', () => 'cut', 'unavailable'],
    ['half a text', () => ({ body: '{"matches":[{"id":' }), 'bad_payload'],
    ['a page for people', () => ({ body: '<!doctype html>' }), 'bad_payload'],
    [
      'another shape',
      () => ({ body: { matches: 'none', errors: [], response: 'none' } }),
      'bad_payload',
    ],
    ['null', () => ({ body: 'null' }), 'bad_payload'],
    ['no match at all', () => ({ body: { matches: [], errors: [], response: [] } }), 'bad_payload'],
    [
      'more than any season has',
      () => ({ body: `"${'x'.repeat(9 * 1024 * 1024)}"` }),
      'bad_payload',
    ],
  ];
  it.each(faults)('calls %s by its name and says nothing of the key', async (_, reply, kind) => {
    double.reply = reply;

    const fault = await fetchMatches().catch((error: unknown) => error);

    expect(fault).toMatchObject({ name: 'ProviderError', kind });
    expect(String(fault)).not.toContain(KEY);
  });

  it('does not wait for a provider that hangs', async () => {
    double.reply = () => 'hang';

    await expect(
      aProvider(LITTLE_PATIENCE_MS).fetchMatches('premier_league', NOW),
    ).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('follows no redirect', async () => {
    double.reply = (path) =>
      path.startsWith('/elsewhere')
        ? season()
        : { status: 302, headers: { Location: `${url}/elsewhere` }, body: '' };

    await expect(fetchMatches()).rejects.toMatchObject({ kind: 'unavailable' });

    expect(double.calls).toHaveLength(1);
  });

  it('calls a provider that is not there unavailable', async () => {
    const provider = new FootballDataProvider({ ...access(), url: 'http://127.0.0.1:9' });

    await expect(provider.fetchMatches('premier_league', NOW)).rejects.toMatchObject({
      kind: 'unavailable',
    });
  });
});

describe('football-data.org', () => {
  const provider = () => new FootballDataProvider(access());
  const fetchOne = async (overrides: Record<string, unknown>) => {
    double.reply = () => answered(theMatches(aProviderMatch(overrides)));
    const { data } = await provider().fetchMatches('premier_league', NOW);
    return data.matches[0];
  };

  it('covers all but the Indian Super League', () => {
    expect(provider().covers('champions_league')).toBe(true);
    expect(provider().covers('indian_super_league')).toBe(false);
  });

  it('fetches a season in our words', async () => {
    double.reply = () => answered(theMatches(aProviderMatch()));

    const { data, rate } = await provider().fetchMatches('premier_league', NOW);

    expect(double.calls).toEqual(['/competitions/PL/matches']);
    expect(double.headers['x-auth-token']).toBe(KEY);
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
  ])('reads status %s as %s', async (status, ours) => {
    expect(await fetchOne({ status })).toMatchObject({ status: ours });
  });

  it.each([
    ['SCHEDULED before kick-off', '2026-11-22T15:00:00Z', 'SCHEDULED'],
    ['SUSPENDED after it', '2026-11-20T15:00:00Z', 'SUSPENDED'],
  ])('takes a status it does not know for %s', async (_, utcDate, status) => {
    expect(await fetchOne({ utcDate, status: 'ABDUCTED' })).toMatchObject({ status });
  });

  it('leaves the goals of a shoot-out out of the score', async () => {
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

  it.each(['TIMED', 'POSTPONED', 'CANCELLED'])(
    'shows no score of a match that is %s',
    async (status) => {
      expect(await fetchOne({ status, score: aProviderScore(0, 0) })).toMatchObject({
        score: { fullTime: { homeTeam: null, awayTeam: null } },
      });
    },
  );

  it('shows clubs that are not decided as TBD', async () => {
    const nobody = { id: null, name: null, shortName: null, tla: null, crest: null };

    expect(await fetchOne({ homeTeam: nobody })).toMatchObject({ homeTeam: { name: 'TBD' } });
  });

  it('shows a club we do not know as the provider names it', async () => {
    const homeTeam = { id: 9_999, name: 'Łódź Wanderers', shortName: null, tla: null };

    expect(await fetchOne({ homeTeam })).toMatchObject({
      homeTeam: { id: 'football-data.org:9999', name: 'Łódź Wanderers', tla: 'ODZ' },
    });
  });

  it('leaves the qualifying rounds of the Champions League out', async () => {
    const stages = ['QUALIFICATION_ROUND_2', 'PLAYOFF_ROUND', 'LEAGUE_STAGE', 'PLAYOFFS', 'FINAL'];
    double.reply = () =>
      answered(theMatches(...stages.map((stage, id) => aProviderMatch({ stage, id }))));

    const { data } = await provider().fetchMatches('champions_league', NOW);

    expect(data.matches.map(({ id }) => id)).toEqual([
      'football-data.org:2',
      'football-data.org:3',
      'football-data.org:4',
    ]);
  });

  it('fetches the whole table among those of home and away', async () => {
    double.reply = () => answered(theStandings(aProviderRow()));

    const { data } = await provider().fetchStandings('premier_league');

    expect(double.calls).toEqual(['/competitions/PL/standings']);
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

  it('refuses tables of groups alone', async () => {
    const group = { stage: 'GROUP_STAGE', type: 'TOTAL', group: 'GROUP_A', table: [] };
    double.reply = () => answered({ standings: [group] });

    await expect(provider().fetchStandings('champions_league')).rejects.toMatchObject({
      kind: 'bad_payload',
    });
  });

  it('fetches scorers, with assists where they are known', async () => {
    double.reply = () =>
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

  it('fetches the day of many leagues by one call', async () => {
    const competition = { code: 'BL1' };
    double.reply = () =>
      answered(theMatches(aProviderMatch(), aProviderMatch({ id: 7, competition })));

    const { data } = await provider().fetchDay(['premier_league', 'bundesliga', 'la_liga'], NOW);

    expect(double.calls).toEqual([
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
  ])('waits after too many calls: told %s seconds it waits %d', async (reset, seconds) => {
    double.reply = () => ({ status: 429, headers: { 'X-RequestCounter-Reset': reset }, body: {} });

    await expect(provider().fetchMatches('la_liga', NOW)).rejects.toMatchObject({
      retryAfterSeconds: seconds,
    });
  });
});

describe('api-football', () => {
  const provider = () => new ApiFootballProvider(access());
  /** Answers which leagues there are, and everything else with `reply`. */
  const withLeagues =
    (reply: Reply, id = 323) =>
    (path: string) =>
      path.startsWith('/leagues') ? enveloped([anApiLeague(id)]) : reply;
  const fetchOne = async (overrides: Parameters<typeof anApiFixture>[0]) => {
    double.reply = withLeagues(enveloped([anApiFixture(overrides)]));
    const { data } = await provider().fetchMatches('indian_super_league', NOW);
    return data.matches[0];
  };

  it('covers all eight leagues, the Indian Super League among them', () => {
    expect(provider().covers('indian_super_league')).toBe(true);
  });

  it('fetches a season in our words', async () => {
    double.reply = withLeagues(enveloped([anApiFixture()]));

    const { data, rate } = await provider().fetchMatches('indian_super_league', NOW);

    expect(double.calls.at(-1)).toBe('/fixtures?league=323&season=2026');
    expect(double.headers['x-apisports-key']).toBe(KEY);
    expect(rate).toEqual({ remaining: 299, resetSeconds: 60 });
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
    double.reply = withLeagues(enveloped([anApiFixture()]), 4711);
    const asked = provider();

    await asked.fetchMatches('indian_super_league', NOW);
    await asked.fetchMatches('indian_super_league', NOW);

    expect(double.calls).toEqual([
      '/leagues?country=India',
      '/fixtures?league=4711&season=2026',
      '/fixtures?league=4711&season=2026',
    ]);
  });

  it('names the fault where the provider lists no Indian Super League', async () => {
    double.reply = () => enveloped([anApiLeague(1, 'I-League')]);

    const fault = await provider()
      .fetchMatches('indian_super_league', NOW)
      .catch((error: unknown) => error);

    expect(fault).toMatchObject({ kind: 'not_found' });
  });

  it('names the season of the spring by the year it began in', async () => {
    double.reply = withLeagues(enveloped([anApiFixture()]));

    const { data } = await provider().fetchMatches('indian_super_league', new Date('2027-03-01'));

    expect(data.season).toBe('2026-27');
    expect(double.calls.at(-1)).toBe('/fixtures?league=323&season=2026');
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
    ['???', 'SUSPENDED'],
  ])('reads status %s as %s', async (short, status) => {
    expect(await fetchOne({ short })).toMatchObject({ status });
  });

  it('tells no minute of a match that does not run', async () => {
    expect(await fetchOne({ short: 'FT' })).not.toHaveProperty('minute');
    expect(await fetchOne({ short: 'HT' })).not.toHaveProperty('minute');
  });

  it('has no matchday in rounds without a number', async () => {
    expect(await fetchOne({ round: 'Semi-finals' })).toMatchObject({ matchday: null });
  });

  it('fetches the table', async () => {
    double.reply = withLeagues(enveloped([{ league: { id: 323, standings: [[anApiRow()]] } }]));

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
    double.reply = withLeagues(enveloped([anApiScorer()]));

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
    double.reply = () => refused({ [name]: `Something about ${KEY}` });

    const fault = await provider()
      .fetchMatches('la_liga', NOW)
      .catch((error: unknown) => error);

    expect(fault).toMatchObject({ kind });
    expect(String(fault)).not.toContain(KEY);
  });

  it('asks no more than once an hour when the day has no calls left', async () => {
    double.reply = () => enveloped([anApiFixture()], { 'x-ratelimit-requests-remaining': '0' });

    const { rate } = await provider().fetchMatches('indian_super_league', NOW);

    expect(rate).toEqual({ remaining: 0, resetSeconds: 3600 });
  });
});
