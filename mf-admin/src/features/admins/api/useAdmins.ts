import { callApi, useQuery } from '@kickoff/web';

import { useRefetchAfter } from '../../../useRefetchAfter';

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
  const act = useRefetchAfter(ADMINS);
  return {
    approveAdmin: (id: string) =>
      act(callApi(`${ADMINS}/${id}/approve`, { method: 'POST', as: 'admin' })),
    removeAdmin: (id: string) => act(callApi(`${ADMINS}/${id}`, { method: 'DELETE', as: 'admin' })),
  };
}
