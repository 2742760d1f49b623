import { UNREAD_HEADER, type Notification } from '@kickoff/contracts';
import {
  callApi,
  fetchAnswer,
  onLive,
  OWN_PROFILE_KEY,
  PEOPLE_KEY,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@kickoff/web';
import { useEffect } from 'react';

/** Every list of notifications is kept below this key. */
const KEY = ['notifications'];
const NEWEST_KEY = [...KEY, 'newest'];
const SHOWN = 10;

interface Newest {
  items: Notification[];
  unread: number;
}

async function fetchNewest(signal: AbortSignal): Promise<Newest> {
  const answer = await fetchAnswer(`/api/notifications?limit=${SHOWN}`, { as: 'fan', signal });
  // From our own origin, which builds it from the same contract.
  const items = (await answer.json()) as Notification[];
  return { items, unread: Number(answer.headers.get(UNREAD_HEADER) ?? 0) };
}

/** The newest notifications and how many are unread, kept up to date. */
export function useNotifications() {
  const queries = useQueryClient();
  useEffect(
    () =>
      onLive((happening) => {
        const { name } = happening;
        if (name === 'notification' || name === 'missed') {
          void queries.invalidateQueries({ queryKey: KEY });
        }
        if (name === 'notification' && happening.data.kind === 'follow') {
          void queries.invalidateQueries({ queryKey: OWN_PROFILE_KEY });
          void queries.invalidateQueries({ queryKey: PEOPLE_KEY });
        }
      }),
    [queries],
  );
  const query = useQuery({
    queryKey: NEWEST_KEY,
    queryFn: ({ signal }) => fetchNewest(signal),
    refetchInterval: 60_000,
  });
  return {
    ...query,
    markAllRead: async () => {
      await callApi('/api/notifications/read', { method: 'POST', body: {}, as: 'fan' });
      await queries.invalidateQueries({ queryKey: KEY });
    },
  };
}

/** Marks what is seen as read. It looks new for as long as it is seen. */
export async function markSeen(queries: QueryClient, ids: readonly string[]): Promise<void> {
  await callApi('/api/notifications/read', { method: 'POST', body: { ids }, as: 'fan' });
  queries.setQueryData<Newest>(
    NEWEST_KEY,
    (newest) => newest && { ...newest, unread: Math.max(0, newest.unread - ids.length) },
  );
}
