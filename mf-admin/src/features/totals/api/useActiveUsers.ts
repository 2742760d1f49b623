import { callApi, useQuery } from '@kickoff/web';

import { refresh } from './refresh';

/** Fetches the number of fans active in the last 24 hours and in the day before. */
export function useActiveUsers() {
  return useQuery({
    queryKey: ['active-users'],
    queryFn: ({ signal }) => callApi('/api/admin/activeUsers', { as: 'admin', signal }),
    select: ({ activeUsers: count, change }) => ({ count, change }),
    ...refresh,
  });
}
