import type { TotalUsers } from '@kickoff/contracts';
import { callApi, useQuery } from '@kickoff/web';

import { refresh } from './refresh';

/** How many fans there are, and how many came of late. */
export function useTotalUsers() {
  return useQuery({
    queryKey: ['total-users'],
    queryFn: ({ signal }) => callApi<TotalUsers>('/api/admin/totalUsers', { as: 'admin', signal }),
    select: ({ totalUsers: count, change }) => ({ count, change }),
    ...refresh,
  });
}
