import type { FriendSuggestion } from '@kickoff/contracts';
import { callApi, useQuery, useQueryClient } from '@kickoff/web';
import { PEOPLE_KEY } from '../../../relations/people-keys';

const SUGGESTIONS_KEY = [...PEOPLE_KEY, 'suggestions'];
/** As many as fit in the column. */
const SHOWN = 4;

/** Fetches suggestions of fans to follow. */
export function useSuggestions() {
  return useQuery({
    queryKey: SUGGESTIONS_KEY,
    queryFn: ({ signal }) =>
      callApi(`/api/user/friend-suggestions?limit=${SHOWN}`, {
        as: 'fan',
        signal,
      }),
  });
}

/** Removes a fan from the cached suggestions and fetches replacements. */
export function useRemoveSuggestion() {
  const queries = useQueryClient();
  return async (fanId: string): Promise<void> => {
    // A response in flight still contains the removed fan.
    await queries.cancelQueries({ queryKey: SUGGESTIONS_KEY });
    queries.setQueryData<FriendSuggestion[]>(SUGGESTIONS_KEY, (fans) =>
      fans?.filter(({ _id }) => _id !== fanId),
    );
    void queries.invalidateQueries({ queryKey: SUGGESTIONS_KEY });
  };
}
