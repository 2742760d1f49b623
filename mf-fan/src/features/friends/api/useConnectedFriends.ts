import type { ConnectedFriend } from '@kickoff/contracts';
import {
  callApi,
  fetchPage,
  PEOPLE_KEY,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type Page,
} from '@kickoff/web';

const ADDRESS = '/api/user/connected-friends';
const CONNECTED_KEY = [...PEOPLE_KEY, 'connected'];
const ALL_KEY = [...CONNECTED_KEY, 'all'];

/** The fans followed last, as many as stand in a row of pictures. */
export function useNewestFriends() {
  return useQuery({
    queryKey: [...CONNECTED_KEY, 'newest'],
    queryFn: ({ signal }) =>
      callApi<ConnectedFriend[]>(`${ADDRESS}?limit=6`, { as: 'fan', signal }),
  });
}

/** All whom the fan follows, page by page. */
export function useConnectedFriends() {
  return useInfiniteQuery({
    queryKey: ALL_KEY,
    queryFn: ({ pageParam, signal }) =>
      fetchPage<ConnectedFriend>(pageParam, { as: 'fan', signal }),
    initialPageParam: `${ADDRESS}?limit=12`,
    getNextPageParam: ({ next }) => next,
  });
}

/** Takes a fan off the list on screen. */
export function useFriendLeaves() {
  const queries = useQueryClient();
  return async (fanId: string): Promise<void> => {
    await queries.cancelQueries({ queryKey: ALL_KEY });
    queries.setQueryData<InfiniteData<Page<ConnectedFriend>, string>>(
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
