import { isCalled, type Team } from '@kickoff/contracts';
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

/** The club that a fan's words mean; none while nobody knows. */
export function useClub(words: string): Team | undefined {
  const { data: teams } = useTeams({ enabled: words.trim() !== '' });
  return teams?.find((club) => isCalled(club, words));
}
