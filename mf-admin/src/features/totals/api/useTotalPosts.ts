import { callApi, useQuery } from '@kickoff/web';

import { refresh } from './refresh';

/** Fetches the number of posts, and of recent ones. */
export function useTotalPosts() {
  return useQuery({
    queryKey: ['total-posts'],
    queryFn: ({ signal }) => callApi('/api/admin/totalPosts', { as: 'admin', signal }),
    select: ({ totalPosts: count, change }) => ({ count, change }),
    ...refresh,
  });
}
