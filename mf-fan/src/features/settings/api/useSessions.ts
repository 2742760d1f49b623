import { callApi, useQuery } from '@kickoff/web';

export const SESSIONS_KEY = ['sessions'];

/** Fetches the fan's sessions, newest first. */
export function useSessions() {
  return useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => callApi('/api/user/sessions', { as: 'fan', signal }),
  });
}
