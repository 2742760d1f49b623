import type { LatestMatch, LeagueData, MatchPage } from '@kickoff/contracts';
import { type MatchChange, type QueryClient, useMatchChanges, withChange } from '@kickoff/web';

import { LATEST_MATCHES_KEY } from '../features/leagues/api/useLatestMatches';
import { LEAGUE_DATA_KEY, leagueDataKey } from '../features/leagues/api/useLeagueData';
import { LEAGUES_KEY } from '../features/leagues/api/useLeagues';
import { MATCH_KEY } from '../features/matches/api/useMatch';

function apply(queries: QueryClient, change: MatchChange): void {
  queries.setQueryData<LatestMatch[]>(LATEST_MATCHES_KEY, (list) =>
    list?.map((match) => withChange(match, change)),
  );
  queries.setQueryData<LeagueData>(
    leagueDataKey(change.league, change.match.rehearsal),
    (data) => data && { ...data, matches: data.matches.map((match) => withChange(match, change)) },
  );
  queries.setQueryData<MatchPage>(
    [...MATCH_KEY, change.match.id],
    (match) => match && withChange(match, change),
  );
}

const MATCH_QUERIES = {
  keys: [LATEST_MATCHES_KEY, LEAGUES_KEY, LEAGUE_DATA_KEY, MATCH_KEY],
  apply,
};

/** Applies live scores to what the pages of leagues and matches show. */
export function useLiveMatches(): void {
  useMatchChanges(MATCH_QUERIES);
}
