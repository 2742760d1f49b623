import type { League, Team } from '@kickoff/contracts';
import { callApi, useQuery } from '@kickoff/web';

/** The clubs to choose from; asked for only where one is needed. */
export function useTeams({ enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: ['teams'],
    queryFn: ({ signal }) => callApi<Team[]>('/api/football/teams', { as: 'fan', signal }),
    // Clubs change once a season.
    staleTime: Infinity,
    enabled,
  });
}

/** The club that a fan's words mean; null where they mean none of the list, undefined while nobody knows. */
export function useClub(words: string | undefined): Team | null | undefined {
  const wanted = words?.trim().toLowerCase();
  const { data: teams, isError } = useTeams({ enabled: wanted !== undefined && wanted !== '' });
  if (wanted === '' || (isError && !teams)) return null;
  if (wanted === undefined || !teams) return undefined;
  const isWanted = (known: string) => known.toLowerCase() === wanted;
  return teams.find(({ name, shortName }) => isWanted(name) || isWanted(shortName)) ?? null;
}

/** Where a club is followed best: its own country's league. */
export function homeLeagueOf({ leagues }: Team): League | undefined {
  return leagues.find((league) => league !== 'champions_league') ?? leagues[0];
}
