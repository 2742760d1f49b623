import type { AdminRow } from '@kickoff/contracts';
import { callApi, useQuery, useQueryClient } from '@kickoff/web';

const ADMINS = '/api/admin/admins';

/** Everybody who is an admin or wants to be one. */
export function useAdmins() {
  return useQuery({
    queryKey: [ADMINS],
    queryFn: ({ signal }) => callApi<AdminRow[]>(ADMINS, { as: 'admin', signal }),
  });
}

/** Lets somebody in or takes the right away; the list is asked anew once it is done. */
export function useAdminActs() {
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
