/** Responses in the form of API-Football v3: always status 200, in one envelope. */

const HEADERS = {
  'x-ratelimit-requests-limit': '7500',
  'x-ratelimit-requests-remaining': '7301',
  'x-ratelimit-limit': '300',
  'x-ratelimit-remaining': '299',
};

const MUMBAI = { id: 3_472, name: 'Mumbai City', logo: '' };
export const BENGALURU = { id: 3_466, name: 'Bengaluru', logo: '' };

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

/** An error, which has status 200 too; `errors` is then an object. */
export function refused(errors: Record<string, string>) {
  return { headers: HEADERS, body: { get: 'fixtures', errors, results: 0, response: [] } };
}

/** A league as in the list of a country's leagues. */
export function anApiLeague(id: number, name = 'Indian Super League') {
  return {
    league: { id, name, type: 'League', logo: '' },
    country: { name: 'India', code: 'IN', flag: '' },
    seasons: [{ year: 2026, current: true }],
  };
}

/** A match of the Indian Super League, by default in the stoppage time of its first half. */
export function anApiFixture({
  id = 1_390_001,
  date = '2026-11-21T19:30:00+05:30',
  short = '1H',
  round = 'Regular Season - 6',
  home = MUMBAI,
  away = BENGALURU,
  goals = { home: 1, away: 0 },
  penalty = { home: null, away: null },
}: ApiFixtureFacts = {}) {
  const none = { home: null, away: null };
  return {
    fixture: {
      id,
      referee: null,
      timezone: 'UTC',
      date,
      timestamp: Date.parse(date) / 1000,
      status: { long: 'First Half', short, elapsed: 45, extra: 2 },
    },
    league: { id: 323, name: 'Indian Super League', season: 2026, round },
    teams: { home: { ...home, winner: true }, away: { ...away, winner: false } },
    goals,
    score: { halftime: none, fulltime: none, extratime: none, penalty },
  };
}

interface ApiFixtureFacts {
  id?: number;
  date?: string;
  short?: string;
  round?: string;
  home?: ApiClub;
  away?: ApiClub;
  goals?: ApiGoals;
  penalty?: ApiGoals;
}
interface ApiClub {
  id: number | null;
  name: string | null;
}
interface ApiGoals {
  home: number | null;
  away: number | null;
}

/** An event of a match, by default a goal of Mumbai. */
export function anApiEvent({
  elapsed = 23,
  extra = null,
  team = MUMBAI,
  player = 'N. Nobody',
  assist = null,
  type = 'Goal',
  detail = 'Normal Goal',
  comments = null,
}: ApiEventFacts = {}) {
  return {
    time: { elapsed, extra },
    team,
    player: { id: player === null ? null : player.length, name: player },
    assist: { id: assist === null ? null : 1, name: assist },
    type,
    detail,
    comments,
  };
}

interface ApiEventFacts {
  elapsed?: number;
  extra?: number | null;
  team?: ApiClub;
  player?: string | null;
  assist?: string | null;
  type?: string;
  detail?: string;
  comments?: string | null;
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
