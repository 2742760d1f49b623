/** Answers as API-Football v3 gives them: always status 200, in one envelope. */

const HEADERS = {
  'x-ratelimit-requests-limit': '7500',
  'x-ratelimit-requests-remaining': '7301',
  'x-ratelimit-limit': '300',
  'x-ratelimit-remaining': '299',
};

const MUMBAI = { id: 3_472, name: 'Mumbai City', logo: '' };
const BENGALURU = { id: 3_466, name: 'Bengaluru', logo: '' };

/** A good answer. */
export function enveloped(response: unknown[], headers: Record<string, string> = {}) {
  return {
    headers: { ...HEADERS, ...headers },
    body: {
      get: 'fixtures',
      parameters: { league: '323', season: '2026' },
      errors: [],
      results: response.length,
      paging: { current: 1, total: 1 },
      response,
    },
  };
}

/** A refusal, which has status 200 too; `errors` is an object then. */
export function refused(errors: Record<string, string>) {
  return { headers: HEADERS, body: { get: 'fixtures', errors, results: 0, response: [] } };
}

/** A league as the list of a country's leagues has it. */
export function anApiLeague(id: number, name = 'Indian Super League') {
  return {
    league: { id, name, type: 'League', logo: '' },
    country: { name: 'India', code: 'IN', flag: '' },
    seasons: [{ year: 2026, current: true }],
  };
}

/** A match of the Indian Super League in the stoppage time of its first half. */
export function anApiFixture({ short = '1H', round = 'Regular Season - 6' } = {}) {
  return {
    fixture: {
      id: 1_390_001,
      referee: null,
      timezone: 'UTC',
      date: '2026-11-21T19:30:00+05:30',
      timestamp: 1_795_269_600,
      status: { long: 'First Half', short, elapsed: 45, extra: 2 },
    },
    league: { id: 323, name: 'Indian Super League', season: 2026, round },
    teams: { home: { ...MUMBAI, winner: true }, away: { ...BENGALURU, winner: false } },
    goals: { home: 1, away: 0 },
    score: { halftime: { home: null, away: null }, fulltime: { home: null, away: null } },
  };
}

/** A row of the table. */
export function anApiRow() {
  const sum = { played: 2, win: 1, draw: 1, lose: 0, goals: { for: 3, against: 1 } };
  return {
    rank: 1,
    team: MUMBAI,
    points: 4,
    goalsDiff: 2,
    group: 'Indian Super League',
    form: 'WD',
    description: 'Championship Round',
    all: sum,
    home: sum,
    away: sum,
  };
}

export function anApiScorer() {
  return {
    player: { id: 1, name: 'N. Nobody', nationality: 'India' },
    statistics: [{ team: MUMBAI, goals: { total: 4, assists: null } }],
  };
}
