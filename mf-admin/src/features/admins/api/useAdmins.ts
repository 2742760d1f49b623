import type { AdminRow } from '@kickoff/contracts';
import { callApi, useQuery, useQueryClient } from '@kickoff/web';

const ADMINS = '/api/admin/admins';

/** Fetches all admins and those waiting for approval. */
export function useAdmins() {
  return useQuery({
    queryKey: [ADMINS],
    queryFn: ({ signal }) => callApi<AdminRow[]>(ADMINS, { as: 'admin', signal }),
  });
}

/** Approves or removes admins, then refetches the list. */
export function useAdminActions() {
  const queries = useQueryClient();
  const act = async (path: string, method: 'POST' | 'DELETE'): Promise<void> => {
    await callApi(`${ADMINS}/${path}`, { method, as: 'admin' });
    await queries.invalidateQueries({ queryKey: [ADMINS] });
  };
  return {
    approveAdmin: (id: string) => act(`${id}/approve`, 'POST'),
    removeAdmin: (id: string) => act(id, 'DELETE'),
  };
}
