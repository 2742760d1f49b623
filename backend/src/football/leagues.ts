import { readFileSync } from 'node:fs';

import { type League, LEAGUES, type MatchTeam, Zone } from '@kickoff/contracts';
import { z } from 'zod';

/** Ranking criteria, most important first. Those without results (cards, lots) are skipped. */
const TieBreak = z.enum([
  'points',
  'goalDifference',
  'goalsFor',
  'awayGoalsFor',
  'wins',
  'awayWins',
  'opponentsPoints',
  'opponentsGoalDifference',
  'opponentsGoalsFor',
  'headToHeadPoints',
  'headToHeadGoalDifference',
  'headToHeadGoalsFor',
  'headToHeadAwayGoals',
  'disciplinary',
  'fairPlay',
  'redCards',
  'yellowCards',
  'coefficient',
  'playOffMatch',
  'drawingOfLots',
]);
export type TieBreak = z.infer<typeof TieBreak>;

const clubId = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
const day = z.iso.date();
const color = z.string().regex(/^#[0-9A-F]{6}$/);

const LeagueRules = z.object({
  key: z.enum(LEAGUES),
  name: z.string(),
  country: z.string().length(3),
  timezone: z.string(),
  season: z.object({ label: z.string().regex(/^\d{4}-\d{2}$/), start: day, end: day }),
  format: z.object({
    kind: z.enum(['double-round-robin', 'league-phase']),
    teams: z.int(),
    rounds: z.int(),
    matchesPerRound: z.int(),
    pots: z.array(z.array(clubId)).optional(),
  }),
  clubs: z.array(clubId),
  tieBreak: z.array(TieBreak),
  zones: z.array(Zone.extend({ from: z.int(), to: z.int() })),
  /** Usual slots of a round; `day` is counted from `baseWeekday`, `time` is local. */
  kickoffs: z.array(
    z.object({ day: z.int(), time: z.string().regex(/^\d\d:\d\d$/), matches: z.int() }),
  ),
  baseWeekday: z.enum(['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']),
  /** First day of each round, where rounds are not weekly. */
  roundDates: z.array(day).optional(),
  demo: z.object({
    homeGoals: z.number(),
    awayGoals: z.number(),
    rounds: z.array(z.array(z.tuple([clubId, clubId]))).optional(),
  }),
  providers: z.object({
    footballData: z.string().nullable(),
    apiFootball: z.int().nullable(),
  }),
});
export type LeagueRules = z.infer<typeof LeagueRules>;

const Club = z.object({
  id: clubId,
  name: z.string(),
  shortName: z.string(),
  code: z.string().regex(/^[A-Z]{3}$/),
  country: z.string().length(3),
  stadium: z.string().nullable(),
  colors: z.tuple([color, color]),
  strength: z.int().min(40).max(99),
});
export type Club = z.infer<typeof Club>;

const ClubsFile = z.object({
  leagues: z.array(LeagueRules),
  clubs: z.array(Club),
  demoNames: z.record(
    z.string(),
    z.object({ given: z.array(z.string()), family: z.array(z.string()) }),
  ),
});

// Relative to this module, so that both sources and build find it.
const file = ClubsFile.parse(
  JSON.parse(readFileSync(new URL('./data/clubs.json', import.meta.url), 'utf8')),
);

/** All known clubs, each once, including those of two leagues. */
export const CLUBS: readonly Club[] = file.clubs;

/** Fictional names per country for players of the demo season; `EUR` is the default. */
export const DEMO_NAMES = file.demoNames;

const rules = new Map(file.leagues.map((league) => [league.key, league]));
const clubs = new Map(file.clubs.map((club) => [club.id, club]));

/** The rules, clubs and usual kick-off times of a league. */
export function rulesOf(league: League): LeagueRules {
  const found = rules.get(league);
  if (!found) throw new Error(`clubs.json has no league ${league}`);
  return found;
}

/** Returns the club with this id; every id in a league is known. */
export function clubOf(id: string): Club {
  const found = clubs.get(id);
  if (!found) throw new Error(`clubs.json has no club ${id}`);
  return found;
}

/** Returns a club as matches and tables show it. */
export function teamOf(id: string): MatchTeam {
  const { name, shortName, code, colors } = clubOf(id);
  return { id, name, shortName, tla: code, colors };
}

/** Whether `clubs.json` has a club with this id. */
export function isClub(id: string): boolean {
  return clubs.has(id);
}

/** Returns a club's home stadium; undefined if unconfirmed, or for an unknown club. */
export function stadiumOf(id: string): string | undefined {
  return clubs.get(id)?.stadium ?? undefined;
}

/** Placeholder for a club that a draw has not decided yet. */
export const UNDECIDED: MatchTeam = {
  id: 'undecided',
  name: 'TBD',
  shortName: 'TBD',
  tla: 'TBD',
  colors: ['#5B6770', '#FFFFFF'],
};

/** Formats a season, such as `2026-27` for the one that starts in 2026. */
export function seasonLabel(year: number): string {
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
}
