import type {
  LatestMatch,
  LeagueData,
  LeagueSummary,
  Match,
  MatchDigest,
  MatchTeam,
  Scorer,
  StandingRow,
} from '@kickoff/contracts';

/** Saturday 21 November 2026, early afternoon in the test's time zone. */
export const NOW = new Date(2026, 10, 21, 14, 35);

/** A time of day, this many days after `NOW`. */
export function at(daysFromNow: number, hours: number, minutes = 0): string {
  return new Date(2026, 10, 21 + daysFromNow, hours, minutes).toISOString();
}

/** A club; its id and short forms follow from its name. */
export function aTeam(name: string): MatchTeam {
  return {
    id: name.toLowerCase().replaceAll(' ', '-'),
    name,
    shortName: name,
    tla: name.slice(0, 3).toUpperCase(),
    colors: ['#EF0107', '#FFFFFF'],
  };
}

interface MatchFacts extends Omit<Partial<Match>, 'homeTeam' | 'awayTeam' | 'score'> {
  home?: string;
  away?: string;
  /** Goals of both sides; absent before kick-off. */
  goals?: [number, number];
}

/** A match, by default one that has not started. */
export function aMatch(matchFacts: MatchFacts = {}): Match {
  const { home = 'Liverpool', away = 'Chelsea', goals, ...facts } = matchFacts;
  const [homeGoals, awayGoals] = goals ?? [null, null];
  return {
    id: `${home}-${away}`,
    homeTeam: aTeam(home),
    awayTeam: aTeam(away),
    utcDate: at(0, 20),
    status: 'SCHEDULED',
    matchday: 12,
    score: {
      fullTime: { homeTeam: homeGoals, awayTeam: awayGoals },
      halfTime: { homeTeam: null, awayTeam: null },
    },
    ...facts,
  };
}

/** A match in its 72nd minute. */
export function aLiveMatch(facts: MatchFacts = {}): Match {
  return aMatch({ utcDate: at(0, 13, 20), status: 'IN_PLAY', minute: 72, goals: [1, 1], ...facts });
}

/** A match that is over. */
export function aResult(facts: MatchFacts = {}): Match {
  return aMatch({ utcDate: at(-7, 15), status: 'FINISHED', goals: [3, 1], ...facts });
}

/** A match in the list of latest ones. */
export function aLatestMatch(match: Match, league: LatestMatch['league']): LatestMatch {
  return { ...match, league };
}

/** A row of a table. */
export function aRow(team: string, facts: Partial<StandingRow> = {}): StandingRow {
  return {
    position: 1,
    team: aTeam(team),
    playedGames: 12,
    won: 9,
    draw: 2,
    lost: 1,
    points: 29,
    goalsFor: 24,
    goalsAgainst: 9,
    goalDifference: 15,
    form: 'W,D,L',
    ...facts,
  };
}

/** A scorer of Arsenal. */
export function aScorer(name: string, numberOfGoals: number): Scorer {
  return { player: { name }, team: aTeam('Arsenal'), numberOfGoals };
}

/** A league in the demo season, updated three minutes ago. */
export function aLeague(facts: Partial<LeagueData> = {}): LeagueData {
  return {
    league: 'premier_league',
    season: '2026-27',
    source: 'demo',
    updatedAt: at(0, 14, 32),
    stale: false,
    matches: [aResult()],
    standings: [{ type: 'TOTAL', table: [aRow('Arsenal')] }],
    scorers: [aScorer('Emil Norrgård', 13)],
    ...facts,
  };
}

/** A league in the list, updated three minutes ago. */
export function aSummary(facts: Partial<LeagueSummary> = {}): LeagueSummary {
  return {
    league: 'premier_league',
    name: 'Premier League',
    country: 'ENG',
    season: '2026-27',
    source: 'demo',
    updatedAt: at(0, 14, 32),
    stale: false,
    live: 0,
    today: 0,
    ...facts,
  };
}

interface DigestFacts extends Omit<Partial<MatchDigest>, 'recent'> {
  /** Of the Premier League. */
  recent?: Match[];
}

/** The digest of a fan without a club: no match, updated three minutes ago. */
export function aDigest({ recent = [], ...facts }: DigestFacts = {}): MatchDigest {
  return {
    club: null,
    recent: recent.map((match) => aLatestMatch(match, 'premier_league')),
    sources: ['demo'],
    updatedAt: at(0, 14, 32),
    upcoming: [],
    league: aSummary(),
    ...facts,
  };
}
