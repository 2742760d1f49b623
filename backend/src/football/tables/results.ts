import { isInPlay, type Match } from '@kickoff/contracts';

/** A match with goals to count: finished, or in play with its running score. */
export interface Result {
  home: string;
  away: string;
  homeGoals: number;
  awayGoals: number;
  kickoff: string;
  live: boolean;
}

/** Returns the results of matches that have started, without abandoned or postponed ones. */
export function resultsOf(matches: readonly Match[]): Result[] {
  return matches.flatMap((match) => {
    const { status, homeTeam, awayTeam, utcDate, score } = match;
    const { homeTeam: homeGoals, awayTeam: awayGoals } = score.fullTime;
    const live = isInPlay(match);
    if (!(live || status === 'FINISHED') || homeGoals === null || awayGoals === null) return [];
    return [{ home: homeTeam.id, away: awayTeam.id, homeGoals, awayGoals, kickoff: utcDate, live }];
  });
}
