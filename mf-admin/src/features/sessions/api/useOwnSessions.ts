import { callApi, useQuery, useQueryClient } from '@kickoff/web';

const SESSIONS = '/api/admin/sessions';

/** Fetches the admin's sessions, newest first. */
export function useOwnSessions() {
  return useQuery({
    queryKey: [SESSIONS],
    queryFn: ({ signal }) => callApi(SESSIONS, { as: 'admin', signal }),
  });
}

/** Ends one of the admin's own sessions, then refetches the list. */
export function useEndOwnSession() {
  const queries = useQueryClient();
  return async (id: string): Promise<void> => {
    await callApi(`${SESSIONS}/${id}`, { method: 'DELETE', as: 'admin' });
    await queries.invalidateQueries({ queryKey: [SESSIONS] });
  };
}
