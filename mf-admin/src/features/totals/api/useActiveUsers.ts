import type { ActiveUsers } from '@kickoff/contracts';
import { callApi, useQuery } from '@kickoff/web';

import { refresh } from './refresh';

/** How many fans have been here in the last 24 hours. */
export function useActiveUsers() {
  return useQuery({
    queryKey: ['active-users'],
    queryFn: ({ signal }) =>
      callApi<ActiveUsers>('/api/admin/activeUsers', { as: 'admin', signal }),
    select: ({ activeUsers }) => activeUsers,
    ...refresh,
  });
}
