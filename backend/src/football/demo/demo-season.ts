import {
  isGoal,
  type League,
  type LeagueData,
  type MatchEvent,
  type MatchTeam,
  type Scorer,
} from '@kickoff/contracts';

import { rulesOf, teamOf } from '../leagues.js';
import { standingsOf } from '../tables/standings.js';
import { eventsAt, lastChangeMs, matchAt, type PlannedMatch } from './planned-match.js';

const SCORERS_SHOWN = 20;

/** A league's season with all dates and match events, in order of kick-off. */
export interface DemoSeason {
  league: League;
  label: string;
  /** When this season is first shown. */
  announcedMs: number;
  matches: readonly PlannedMatch[];
}

/** Finds the season of a league at a time. */
export interface DemoCalendar {
  /** Plans what `seasonAt` returns for a time, in steps that yield to the event loop. */
  plan(now: number): Promise<void>;
  /** Plans the rest synchronously. */
  seasonAt(league: League, now: number): DemoSeason;
}

/** Returns the data of a league at a time, computed only from the season. */
export function leagueAt(
  { league, label, matches }: DemoSeason,
  now: number,
): Pick<LeagueData, 'season' | 'matches' | 'standings' | 'scorers'> {
  const rules = rulesOf(league);
  const seen = matches.map((match) => matchAt(match, now));
  const table = standingsOf(rules.clubs.map(teamOf), seen, rules);
  return {
    season: label,
    matches: seen,
    standings: [{ type: 'TOTAL', table }],
    scorers: scorersShown(matches, (match) => eventsAt(match, now)),
  };
}

/** When the data of a league's page last changed before a time. */
export function changedAt({ announcedMs, matches }: DemoSeason, now: number): number {
  return matches.reduce(
    (latest, match) => Math.max(latest, lastChangeMs(match, now) ?? latest),
    announcedMs,
  );
}

/** The best scorers, by the events of each match. */
export function scorersShown(
  matches: readonly PlannedMatch[],
  eventsOf: (match: PlannedMatch) => readonly MatchEvent[],
): Scorer[] {
  const scorers = countScorers(
    matches.map((match) => ({
      homeTeam: teamOf(match.fixture.home),
      awayTeam: teamOf(match.fixture.away),
      events: eventsOf(match),
    })),
  );
  return scorers.slice(0, SCORERS_SHOWN);
}

/** Counts the goals of players in the events of matches. */
export function countScorers(
  matches: readonly { homeTeam: MatchTeam; awayTeam: MatchTeam; events: readonly MatchEvent[] }[],
): Scorer[] {
  const counts = new Map<string, Scorer & { assists: number }>();
  const countOf = ({ name }: MatchEvent['player'], team: MatchTeam) => {
    const key = `${team.id}|${name}`;
    const known = counts.get(key);
    if (known) return known;
    const fresh = { player: { name }, team, numberOfGoals: 0, assists: 0 };
    counts.set(key, fresh);
    return fresh;
  };

  for (const { events, ...teams } of matches) {
    for (const event of events) {
      if (!isGoal(event) || event.kind === 'own_goal') continue;
      countOf(event.player, teams[event.team]).numberOfGoals += 1;
      if (event.assist) countOf(event.assist, teams[event.team]).assists += 1;
    }
  }
  return [...counts.values()]
    .filter(({ numberOfGoals }) => numberOfGoals > 0)
    .sort(
      (one, other) =>
        other.numberOfGoals - one.numberOfGoals ||
        other.assists - one.assists ||
        one.player.name.localeCompare(other.player.name, 'en'),
    );
}
