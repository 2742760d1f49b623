import type { Match, MatchTeam, StandingRow } from '@kickoff/contracts';

import type { LeagueRules, TieBreak } from '../leagues.js';
import { formOf } from './form.js';
import { type Result, resultsOf } from './results.js';

/** What a club's results add up to. */
interface Tally {
  played: number;
  won: number;
  draw: number;
  lost: number;
  points: number;
  goalsFor: number;
  goalsAgainst: number;
  awayGoalsFor: number;
  awayWins: number;
  opponents: string[];
}

/**
 * The table that follows from the matches, in the order of the league's own
 * tie-breaks. Matches in play count with their running score, so this is the
 * table as it would be if all of them ended now.
 */
export function standingsOf(
  teams: readonly MatchTeam[],
  matches: readonly Match[],
  { tieBreak, zones }: Pick<LeagueRules, 'tieBreak' | 'zones'>,
): StandingRow[] {
  const results = resultsOf(matches);
  const names = new Map(teams.map(({ id, name }) => [id, name]));
  const ranked = new Ranking(results, tieBreak).rank(
    // Clubs that nothing separates stand by name, as in every table before the first match.
    [...names.keys()].sort((one, other) =>
      (names.get(one) ?? '').localeCompare(names.get(other) ?? '', 'en'),
    ),
  );
  const places = new Map(ranked.map((id, index) => [id, index + 1]));
  const playing = new Set(
    results.filter(({ live }) => live).flatMap(({ home, away }) => [home, away]),
  );

  return teams
    .map((team): StandingRow => {
      const position = places.get(team.id) ?? 0;
      const tally = tallyOf(team.id, results);
      return {
        position,
        team,
        playedGames: tally.played,
        won: tally.won,
        draw: tally.draw,
        lost: tally.lost,
        points: tally.points,
        goalsFor: tally.goalsFor,
        goalsAgainst: tally.goalsAgainst,
        goalDifference: tally.goalsFor - tally.goalsAgainst,
        form: formOf(team.id, results),
        ...zoneAt(position, zones),
        ...(playing.has(team.id) ? { live: true } : {}),
      };
    })
    .sort((one, other) => one.position - other.position);
}

/** What a place leads to, where it leads anywhere. */
export function zoneAt(position: number, zones: LeagueRules['zones']): Pick<StandingRow, 'zone'> {
  const zone = zones.find(({ from, to }) => from <= position && position <= to);
  return zone ? { zone: { kind: zone.kind, name: zone.name } } : {};
}

function tallyOf(team: string, results: readonly Result[]): Tally {
  const tally: Tally = {
    played: 0,
    won: 0,
    draw: 0,
    lost: 0,
    points: 0,
    goalsFor: 0,
    goalsAgainst: 0,
    awayGoalsFor: 0,
    awayWins: 0,
    opponents: [],
  };
  for (const { home, away, homeGoals, awayGoals } of results) {
    if (home !== team && away !== team) continue;
    const atHome = home === team;
    const scored = atHome ? homeGoals : awayGoals;
    const conceded = atHome ? awayGoals : homeGoals;

    tally.played += 1;
    tally.goalsFor += scored;
    tally.goalsAgainst += conceded;
    tally.opponents.push(atHome ? away : home);
    if (!atHome) tally.awayGoalsFor += scored;
    if (scored > conceded) {
      tally.won += 1;
      tally.points += 3;
      if (!atHome) tally.awayWins += 1;
    } else if (scored === conceded) {
      tally.draw += 1;
      tally.points += 1;
    } else {
      tally.lost += 1;
    }
  }
  return tally;
}

/** Puts clubs in order by a league's criteria. */
class Ranking {
  private readonly tallies = new Map<string, Tally>();

  constructor(
    private readonly results: readonly Result[],
    private readonly criteria: readonly TieBreak[],
  ) {}

  /**
   * The first criterion that parts the clubs decides between the groups; those
   * still level begin again with the first one, as direct matches may now say
   * something else. Clubs that nothing parts keep their order.
   */
  rank(clubs: readonly string[]): string[] {
    if (clubs.length < 2) return [...clubs];
    const among = this.directResults(clubs);
    for (const criterion of this.criteria) {
      const groups = grouped(clubs, (club) =>
        isDirect(criterion)
          ? directValue(criterion, tallyOf(club, among))
          : this.valueOf(criterion, club),
      );
      if (groups.length > 1) return groups.flatMap((level) => this.rank(level));
    }
    return [...clubs];
  }

  /** Matches of the clubs among themselves; none until all have been played, for a part of them is not fair. */
  private directResults(clubs: readonly string[]): Result[] {
    const among = this.results.filter(
      ({ home, away }) => clubs.includes(home) && clubs.includes(away),
    );
    return among.length === clubs.length * (clubs.length - 1) ? among : [];
  }

  private valueOf(criterion: TieBreak, club: string): number {
    const tally = this.tally(club);
    const ofOpponents = (value: (opponent: Tally) => number) =>
      tally.opponents.reduce((sum, opponent) => sum + value(this.tally(opponent)), 0);
    switch (criterion) {
      case 'points':
        return tally.points;
      case 'goalDifference':
        return tally.goalsFor - tally.goalsAgainst;
      case 'goalsFor':
        return tally.goalsFor;
      case 'awayGoalsFor':
        return tally.awayGoalsFor;
      case 'wins':
        return tally.won;
      case 'awayWins':
        return tally.awayWins;
      case 'opponentsPoints':
        return ofOpponents(({ points }) => points);
      case 'opponentsGoalDifference':
        return ofOpponents(({ goalsFor, goalsAgainst }) => goalsFor - goalsAgainst);
      case 'opponentsGoalsFor':
        return ofOpponents(({ goalsFor }) => goalsFor);
      default:
        // Cards, coefficients, lots and extra matches: no result tells them, they part nobody here.
        return 0;
    }
  }

  private tally(club: string): Tally {
    const known = this.tallies.get(club);
    if (known) return known;
    const tally = tallyOf(club, this.results);
    this.tallies.set(club, tally);
    return tally;
  }
}

function isDirect(criterion: TieBreak): boolean {
  return criterion.startsWith('headToHead');
}

function directValue(criterion: TieBreak, tally: Tally): number {
  switch (criterion) {
    case 'headToHeadPoints':
      return tally.points;
    case 'headToHeadGoalDifference':
      return tally.goalsFor - tally.goalsAgainst;
    case 'headToHeadGoalsFor':
      return tally.goalsFor;
    case 'headToHeadAwayGoals':
      return tally.awayGoalsFor;
    default:
      return 0;
  }
}

/** The clubs in groups of the same value, the highest first, the order within a group kept. */
function grouped(clubs: readonly string[], value: (club: string) => number): string[][] {
  const groups = new Map<number, string[]>();
  for (const club of clubs) {
    const key = value(club);
    groups.set(key, [...(groups.get(key) ?? []), club]);
  }
  return [...groups].sort(([one], [other]) => other - one).map(([, level]) => level);
}
