import type { League } from '@kickoff/contracts';

/** The club a fan stands by, and the league in which it is shown. */
export interface Favorite {
  clubId: string;
  league: League;
}
