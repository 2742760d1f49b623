import { callApi, useQuery } from '@kickoff/web';

import { refresh } from './refresh';

/** Fetches the number of fans, and of recent registrations. */
export function useTotalUsers() {
  return useQuery({
    queryKey: ['total-users'],
    queryFn: ({ signal }) => callApi('/api/admin/totalUsers', { as: 'admin', signal }),
    select: ({ totalUsers: count, change }) => ({ count, change }),
    ...refresh,
  });
}
