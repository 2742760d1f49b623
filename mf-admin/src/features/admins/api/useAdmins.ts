import { callApi, useQuery, useQueryClient } from '@kickoff/web';

const ADMINS = '/api/admin/admins';

/** Fetches all admins and those waiting for approval. */
export function useAdmins() {
  return useQuery({
    queryKey: [ADMINS],
    queryFn: ({ signal }) => callApi(ADMINS, { as: 'admin', signal }),
  });
}

/** Approves or removes admins, then refetches the list. */
export function useAdminActions() {
  const queries = useQueryClient();
  const refetch = () => queries.invalidateQueries({ queryKey: [ADMINS] });
  return {
    approveAdmin: async (id: string): Promise<void> => {
      await callApi(`${ADMINS}/${id}/approve`, { method: 'POST', as: 'admin' });
      await refetch();
    },
    removeAdmin: async (id: string): Promise<void> => {
      await callApi(`${ADMINS}/${id}`, { method: 'DELETE', as: 'admin' });
      await refetch();
    },
  };
}
