import type { FriendSuggestion } from '@kickoff/contracts';
import { callApi, PEOPLE_KEY, useQuery, useQueryClient } from '@kickoff/web';

const SUGGESTIONS_KEY = [...PEOPLE_KEY, 'suggestions'];
/** As many as a column has room for. */
const SHOWN = 5;

/** Fans to follow. */
export function useSuggestions() {
  return useQuery({
    queryKey: SUGGESTIONS_KEY,
    queryFn: ({ signal }) =>
      callApi<FriendSuggestion[]>(`/api/user/friend-suggestions?limit=${SHOWN}`, {
        as: 'fan',
        signal,
      }),
  });
}

/** Takes a fan off the suggestions on screen and lets others move up. */
export function useSuggestionLeaves() {
  const queries = useQueryClient();
  return async (fanId: string): Promise<void> => {
    // An answer on its way still holds the one that leaves.
    await queries.cancelQueries({ queryKey: SUGGESTIONS_KEY });
    queries.setQueryData<FriendSuggestion[]>(SUGGESTIONS_KEY, (fans) =>
      fans?.filter(({ _id }) => _id !== fanId),
    );
    void queries.invalidateQueries({ queryKey: SUGGESTIONS_KEY });
  };
}
