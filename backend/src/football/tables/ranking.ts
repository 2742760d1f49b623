import type { TieBreak } from '../leagues.js';
import type { Result } from './results.js';
import { type Tally, tallyOf } from './tally.js';

/** Puts clubs in order by a league's criteria. */
export class Ranking {
  private readonly tallies: Map<string, Tally>;

  /** @param tallies of clubs of which more is known than the results say, such as points taken away */
  constructor(
    private readonly results: readonly Result[],
    private readonly criteria: readonly TieBreak[],
    tallies: ReadonlyMap<string, Tally> = new Map(),
  ) {
    this.tallies = new Map(tallies);
  }

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
