import type { ConnectedFriend } from '@kickoff/contracts';
import {
  callApi,
  fetchPage,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type ListPage,
} from '@kickoff/web';
import { PEOPLE_KEY } from '../../../relations/people-keys';

const ADDRESS = '/api/user/connected-friends';
const CONNECTED_KEY = [...PEOPLE_KEY, 'connected'];
const ALL_KEY = [...CONNECTED_KEY, 'all'];

/** Fetches the most recently followed fans, as many as fit in a row of avatars. */
export function useNewestFriends() {
  return useQuery({
    queryKey: [...CONNECTED_KEY, 'newest'],
    queryFn: ({ signal }) => callApi(`${ADDRESS}?limit=6`, { as: 'fan', signal }),
  });
}

/** Fetches all followed fans, page by page. */
export function useConnectedFriends() {
  return useInfiniteQuery({
    queryKey: ALL_KEY,
    queryFn: ({ pageParam, signal }) =>
      fetchPage<ConnectedFriend>(pageParam, { as: 'fan', signal }),
    initialPageParam: `${ADDRESS}?limit=12`,
    getNextPageParam: ({ next }) => next,
  });
}

/** Removes a fan from the cached list. */
export function useRemoveFriend() {
  const queries = useQueryClient();
  return async (fanId: string): Promise<void> => {
    await queries.cancelQueries({ queryKey: ALL_KEY });
    queries.setQueryData<InfiniteData<ListPage<ConnectedFriend>, string>>(
      ALL_KEY,
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            items: page.items.filter(({ _id }) => _id !== fanId),
          })),
        },
    );
  };
}
