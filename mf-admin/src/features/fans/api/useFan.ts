import { callApi, useQuery } from '@kickoff/web';

import { FANS } from './fans-address';

/** Fetches the admins' record of a fan. */
export function useFan(id: string) {
  return useQuery({
    queryKey: [FANS, 'one', id],
    queryFn: ({ signal }) => callApi(`${FANS}/${encodeURIComponent(id)}`, { as: 'admin', signal }),
  });
}
