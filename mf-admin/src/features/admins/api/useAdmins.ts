import { callApi, useQuery, useQueryClient } from '@kickoff/web';

import { refetchAfter } from '../../../refetch-after';

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
  const act = (call: Promise<unknown>) =>
    refetchAfter(call, () => queries.invalidateQueries({ queryKey: [ADMINS] }));
  return {
    approveAdmin: (id: string) =>
      act(callApi(`${ADMINS}/${id}/approve`, { method: 'POST', as: 'admin' })),
    removeAdmin: (id: string) => act(callApi(`${ADMINS}/${id}`, { method: 'DELETE', as: 'admin' })),
  };
}
