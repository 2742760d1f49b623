import type { FriendProfile } from '@kickoff/contracts';
import { callApi, FAN_PROFILES_KEY, useQuery, useQueryClient } from '@kickoff/web';

const keyOf = (username: string) => [...FAN_PROFILES_KEY, username];

/** Another fan as the reader may see them; null once the reader has blocked them. */
export function useFriendProfile(username: string) {
  return useQuery<FriendProfile | null>({
    queryKey: keyOf(username),
    queryFn: ({ signal }) =>
      callApi<FriendProfile>(`/api/user/friend-profile/${encodeURIComponent(username)}`, {
        as: 'fan',
        signal,
      }),
  });
}

/** Shows another state of a fan's profile before the server has answered. */
export function useShowFriendProfile(username: string) {
  const queries = useQueryClient();
  return async (change: (profile: FriendProfile) => FriendProfile): Promise<void> => {
    await queries.cancelQueries({ queryKey: keyOf(username) });
    queries.setQueryData<FriendProfile | null>(
      keyOf(username),
      (profile) => profile && change(profile),
    );
  };
}
