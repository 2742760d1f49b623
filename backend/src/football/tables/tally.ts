import type { Result } from './results.js';

/** The sums of a club's results. */
export interface Tally {
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

/** Sums a club's results, with three points for a win. */
export function tallyOf(team: string, results: readonly Result[]): Tally {
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
