import { UNREAD_HEADER, type Notification } from '@kickoff/contracts';
import {
  callApi,
  emitNotificationsRead,
  fetchAnswer,
  onLiveEvent,
  onNotificationsRead,
  OWN_PROFILE_KEY,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@kickoff/web';
import { useEffect } from 'react';

const KEY = ['newest-notifications'];
const SHOWN = 10;

interface Newest {
  items: Notification[];
  unread: number;
}

async function fetchNewest(signal: AbortSignal): Promise<Newest> {
  const answer = await fetchAnswer(`/api/notifications?limit=${SHOWN}`, { as: 'fan', signal });
  // Not validated: the response comes from our own origin, which is built from the same contract.
  const items = (await answer.json()) as Notification[];
  return { items, unread: Number(answer.headers.get(UNREAD_HEADER) ?? 0) };
}

/** Fetches the newest notifications and the unread count, kept up to date by live events. */
export function useNotifications() {
  const queries = useQueryClient();
  useEffect(() => {
    const refetch = () => void queries.invalidateQueries({ queryKey: KEY });
    const stops = [
      onNotificationsRead(refetch),
      onLiveEvent((event) => {
        if (event.name === 'notification' || event.name === 'missed') refetch();
        if (event.name === 'notification' && event.data.kind === 'follow') {
          void queries.invalidateQueries({ queryKey: OWN_PROFILE_KEY });
        }
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [queries]);
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchNewest(signal),
    refetchInterval: 60_000,
  });
  return {
    ...query,
    markAllRead: async () => {
      await callApi('/api/notifications/read', { method: 'POST', body: {}, as: 'fan' });
      emitNotificationsRead('all');
    },
  };
}

/** Marks shown notifications as read, also in the cache. */
export async function markSeen(queries: QueryClient, ids: readonly string[]): Promise<void> {
  const body = { ids: [...ids] };
  await callApi('/api/notifications/read', { method: 'POST', body, as: 'fan' });
  queries.setQueryData<Newest>(KEY, (newest) => {
    if (!newest) return undefined;
    const isMarked = ({ _id, read }: Notification) => !read && ids.includes(_id);
    // A refetch may have counted some of them already.
    const { length } = newest.items.filter(isMarked);
    return {
      items: newest.items.map((item) => (isMarked(item) ? { ...item, read: true } : item)),
      unread: Math.max(0, newest.unread - length),
    };
  });
}
