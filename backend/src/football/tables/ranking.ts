import type { TieBreak } from '../leagues.js';
import type { Result } from './results.js';
import { type Tally, tallyOf } from './tally.js';

/** Ranks clubs by a league's criteria. */
export class Ranking {
  private readonly tallies: Map<string, Tally>;

  /** @param tallies of clubs whose points differ from their results, such as deducted points */
  constructor(
    private readonly results: readonly Result[],
    private readonly criteria: readonly TieBreak[],
    tallies: ReadonlyMap<string, Tally> = new Map(),
  ) {
    this.tallies = new Map(tallies);
  }

  /**
   * The first criterion that separates the clubs forms groups. Each group is ranked from the first
   * criterion again, because direct matches may now separate its clubs. The order of inseparable
   * clubs is unchanged.
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

  /**
   * Direct matches of these clubs; none until all have been played, because a part of them is
   * unfair.
   */
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
        // Cards, coefficients, lots and play-offs are not in the results, so they separate no clubs
        // here.
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

/** Groups clubs of equal value, highest first. The order within a group stays. */
function grouped(clubs: readonly string[], value: (club: string) => number): string[][] {
  const groups = new Map<number, string[]>();
  for (const club of clubs) {
    const key = value(club);
    groups.set(key, [...(groups.get(key) ?? []), club]);
  }
  return [...groups].sort(([one], [other]) => other - one).map(([, level]) => level);
}
