import { callApi, loadDeviceData, useQuery, useQueryClient } from '@kickoff/web';

const PATH = '/api/user/viewpoints';
const KEY = ['viewpoints'];

/** Fetches the viewpoints that the fan set and that are not live, the latest first. */
export function useViewpoints() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi(PATH, { as: 'fan', signal }),
  });
}

/** Fetches the match of a viewpoint, for its name. */
export function useViewpointMatch(matchId: string) {
  return useQuery({
    queryKey: ['viewpoint-match', matchId],
    queryFn: ({ signal }) =>
      callApi(`/api/football/matches/${encodeURIComponent(matchId)}`, {
        as: 'fan',
        signal,
      }),
  });
}

/** Returns a function that shows a match live again. */
export function useBackToLive() {
  const queries = useQueryClient();
  return async (matchId: string): Promise<void> => {
    const { applyViewpoint } = await loadDeviceData();
    await callApi(`${PATH}/${encodeURIComponent(matchId)}`, {
      method: 'PUT',
      body: { mode: 'live' },
      as: 'fan',
    });
    await applyViewpoint(queries, 'live');
  };
}
