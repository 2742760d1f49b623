import { isInPlay, type League } from '@kickoff/contracts';
import { callApi, pollMs, useQuery } from '@kickoff/web';

export const LEAGUE_DATA_KEY = ['league-data'];

/** The key of a league's data, or of those that a rehearsal plays in it. */
export const leagueDataKey = (league: League | undefined, rehearsal?: string) =>
  rehearsal === undefined ? [...LEAGUE_DATA_KEY, league] : [...LEAGUE_DATA_KEY, league, rehearsal];

/**
 * Fetches a league's matches, table and scorers; disabled without a league.
 *
 * @param rehearsal the id of the rehearsal whose round is fetched in place of the league
 */
export function useLeagueData(league: League | undefined, rehearsal?: string) {
  const ofRehearsal = rehearsal === undefined ? '' : `&rehearsal=${rehearsal}`;
  return useQuery({
    queryKey: leagueDataKey(league, rehearsal),
    queryFn: ({ signal }) =>
      callApi(`/api/football?league=${league ?? ''}${ofRehearsal}`, { as: 'fan', signal }),
    enabled: league !== undefined,
    // Before the first success there is no polling: each failure shows a message, so the person
    // decides when to retry.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && pollMs(data.matches.some(isInPlay)),
  });
}
