import type { ConnectedFriend } from '@kickoff/contracts';
import {
  fetchPage,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type ListPage,
} from '@kickoff/web';
import { PEOPLE_KEY } from '../../../relations/people-keys';
import { withoutItem } from '../../../without-item';

const CONNECTED_KEY = [...PEOPLE_KEY, 'connected'];

/** Fetches all followed fans, page by page. */
export function useConnectedFriends() {
  return useInfiniteQuery({
    queryKey: CONNECTED_KEY,
    queryFn: ({ pageParam, signal }) =>
      fetchPage<ConnectedFriend>(pageParam, { as: 'fan', signal }),
    initialPageParam: '/api/user/connected-friends?limit=12',
    getNextPageParam: ({ next }) => next,
  });
}

/** Removes a fan from the cached list. */
export function useRemoveFriend() {
  const queries = useQueryClient();
  return async (fanId: string): Promise<void> => {
    await queries.cancelQueries({ queryKey: CONNECTED_KEY });
    queries.setQueryData<InfiniteData<ListPage<ConnectedFriend>, string>>(CONNECTED_KEY, (list) =>
      withoutItem(list, fanId),
    );
  };
}
