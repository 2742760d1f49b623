import type { Notification } from '@kickoff/contracts';
import {
  callApi,
  emitNotificationsRead,
  fetchPage,
  onLiveEvent,
  onNotificationsRead,
  useInfiniteQuery,
  useQueryClient,
} from '@kickoff/web';
import { useEffect } from 'react';

const KEY = ['notifications'];

/** Fetches all notifications, newest first, page by page; new ones arrive with live events. */
export function useNotificationPages() {
  const queries = useQueryClient();
  useEffect(() => {
    const refetch = () => void queries.invalidateQueries({ queryKey: KEY });
    const stops = [
      // Some are read while they are shown: they keep their unread look.
      onNotificationsRead((which) => which === 'all' && refetch()),
      onLiveEvent(({ name }) => (name === 'notification' || name === 'missed') && refetch()),
    ];
    return () => stops.forEach((stop) => stop());
  }, [queries]);
  return useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam, signal }) => fetchPage<Notification>(pageParam, { as: 'fan', signal }),
    initialPageParam: '/api/notifications?limit=20',
    getNextPageParam: ({ next }) => next,
  });
}

/** Marks notifications as read: the given ones, or all. */
export async function markRead(ids?: readonly string[]): Promise<void> {
  const body = ids ? { ids: [...ids] } : {};
  await callApi('/api/notifications/read', { method: 'POST', body, as: 'fan' });
  emitNotificationsRead(ids ? 'some' : 'all');
}
