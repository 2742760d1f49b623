import type { RemoteStatus } from '@kickoff/contracts';
import { callApi, useQuery, useQueryClient } from '@kickoff/web';

const REMOTES = '/api/admin/remotes';

/** Fetches the state of the shell and of each micro-frontend. */
export function useRemotes() {
  return useQuery({
    queryKey: [REMOTES],
    queryFn: ({ signal }) => callApi(REMOTES, { as: 'admin', signal }),
    refetchInterval: 30_000,
  });
}

/** Makes the version before live, then refetches the list. Returns what is live. */
export function useRollBack() {
  const queries = useQueryClient();
  return async (name: string): Promise<RemoteStatus> => {
    const row = await callApi(`${REMOTES}/${encodeURIComponent(name)}/rollback`, {
      method: 'POST',
      as: 'admin',
    });
    await queries.invalidateQueries({ queryKey: [REMOTES] });
    return row;
  };
}
