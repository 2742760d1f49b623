import type { MatchTeam, Team } from './football.js';
import type { League } from './leagues.js';

/** Whether somebody means a club by its id, name, short name or code, in any letter case. */
export function isCalled({ id, name, shortName, tla }: MatchTeam, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  return [id, name, shortName, tla].some((word) => word.toLowerCase() === wanted);
}

/** Where a club is followed best: its own country's league. */
export function homeLeagueOf({ leagues }: Pick<Team, 'leagues'>): League | undefined {
  return leagues.find((league) => league !== 'champions_league') ?? leagues[0];
}
