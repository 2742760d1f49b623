import { isCalled, type Team } from '@kickoff/contracts';
import { callApi, useQuery } from '@kickoff/web';

/** Fetches the clubs to choose from, only where they are needed. */
export function useTeams({ enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: ['teams'],
    queryFn: ({ signal }) => callApi('/api/football/teams', { as: 'fan', signal }),
    // Clubs change once a season.
    staleTime: Infinity,
    enabled,
  });
}

/** Returns the club that a fan's text stands for; undefined while unknown. */
export function useClub(words: string): Team | undefined {
  const { data: teams } = useTeams({ enabled: words.trim() !== '' });
  return teams?.find((club) => isCalled(club, words));
}
