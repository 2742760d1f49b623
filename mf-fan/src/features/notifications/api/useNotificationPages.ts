import type { Notification } from '@kickoff/contracts';
import { callApi, fetchPage, useInfiniteQuery, type QueryClient } from '@kickoff/web';

/** Below the key of all lists of notifications: what is new reaches this one, too. */
const KEY = ['notifications'];

/** All notifications, newest first, page by page. */
export function useNotificationPages() {
  return useInfiniteQuery({
    queryKey: [...KEY, 'all'],
    queryFn: ({ pageParam, signal }) => fetchPage<Notification>(pageParam, { as: 'fan', signal }),
    initialPageParam: '/api/notifications?limit=20',
    getNextPageParam: ({ next }) => next,
  });
}

/** Marks notifications as read, these or all. */
export async function markRead(queries: QueryClient, ids?: readonly string[]): Promise<void> {
  const body = ids ? { ids } : {};
  await callApi('/api/notifications/read', { method: 'POST', body, as: 'fan' });
  // What was seen as new stays so on this page until it is come to again; the bell counts anew.
  await queries.invalidateQueries({ queryKey: ids ? [...KEY, 'newest'] : KEY });
}
