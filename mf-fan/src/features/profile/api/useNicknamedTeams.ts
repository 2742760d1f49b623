import { callApi, useQuery } from '@kickoff/web';

/** Finds clubs by nicknames such as 'Spurs', which only the server has. */
export function useNicknamedTeams(text: string, { enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: ['nicknamed-teams', text],
    queryFn: async ({ signal }) => {
      const path = `/api/search?q=${encodeURIComponent(text)}` as const;
      return (await callApi(path, { as: 'fan', signal })).teams;
    },
    enabled,
  });
}
