import type { FriendProfile } from '@kickoff/contracts';
import { callApi, useQuery, useQueryClient } from '@kickoff/web';
import { FAN_PROFILES_KEY } from '../../../relations/people-keys';

const keyOf = (username: string) => [...FAN_PROFILES_KEY, username];

/** Fetches another fan's profile; null once the reader has blocked them. */
export function useFriendProfile(username: string) {
  return useQuery<FriendProfile | null>({
    queryKey: keyOf(username),
    queryFn: ({ signal }) =>
      callApi(`/api/user/friend-profile/${encodeURIComponent(username)}`, {
        as: 'fan',
        signal,
      }),
  });
}

/** Updates a cached profile optimistically. */
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
