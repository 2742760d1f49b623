/** Responses in the form of football-data.org v4, with unused fields where they matter. */

const HEADERS = {
  'X-API-Version': 'v4',
  'X-Authenticated-Client': 'The Owner Of The Key',
  'X-Requests-Available-Minute': '9',
  'X-RequestCounter-Reset': '41',
};

/** A response with the headers of every successful one. */
export function answered(body: unknown, headers: Record<string, string> = {}) {
  return { body, headers: { ...HEADERS, ...headers } };
}

export const ARSENAL = { id: 57, name: 'Arsenal FC', shortName: 'Arsenal', tla: 'ARS', crest: '' };
export const CHELSEA = { id: 61, name: 'Chelsea FC', shortName: 'Chelsea', tla: 'CHE', crest: '' };

const NO_GOALS = { home: null, away: null };

/** A match of the Premier League; by default one that has not started. */
export function aProviderMatch(overrides: Record<string, unknown> = {}) {
  return {
    area: { id: 2072, name: 'England', code: 'ENG', flag: '' },
    competition: { id: 2021, name: 'Premier League', code: 'PL', type: 'LEAGUE', emblem: '' },
    season: { id: 2562, startDate: '2026-08-21', endDate: '2027-05-30', currentMatchday: 12 },
    id: 538_001,
    utcDate: '2026-11-21T15:00:00Z',
    status: 'TIMED',
    matchday: 12,
    stage: 'REGULAR_SEASON',
    group: null,
    lastUpdated: '2026-11-20T00:20:21Z',
    homeTeam: ARSENAL,
    awayTeam: CHELSEA,
    score: { winner: null, duration: 'REGULAR', fullTime: NO_GOALS, halfTime: NO_GOALS },
    odds: { msg: 'Activate Odds-Package in User-Panel to retrieve odds.' },
    referees: [],
    ...overrides,
  };
}

/** The score of a match without extra time. */
export function aProviderScore(home: number, away: number) {
  return {
    winner: null,
    duration: 'REGULAR',
    fullTime: { home, away },
    halfTime: { home: 0, away: 0 },
  };
}

export function theMatches(...matches: unknown[]) {
  return { filters: { season: '2026' }, resultSet: { count: matches.length }, matches };
}

/** A row of a table. */
export function aProviderRow(overrides: Record<string, unknown> = {}) {
  return {
    position: 1,
    team: ARSENAL,
    playedGames: 1,
    form: null,
    won: 1,
    draw: 0,
    lost: 0,
    points: 3,
    goalsFor: 2,
    goalsAgainst: 0,
    goalDifference: 2,
    ...overrides,
  };
}

/** The three tables of a league, the overall one last. */
export function theStandings(...table: unknown[]) {
  const part = (type: string, rows: unknown[]) => ({
    stage: 'REGULAR_SEASON',
    type,
    group: null,
    table: rows,
  });
  return { standings: [part('HOME', []), part('AWAY', []), part('TOTAL', table)] };
}

export function theScorers(...scorers: unknown[]) {
  return { count: scorers.length, scorers };
}
