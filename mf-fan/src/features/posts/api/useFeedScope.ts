import { type FeedScope, NETWORK_FAILURE } from '@kickoff/contracts';
import {
  OWN_PROFILE_KEY,
  readFeedCookie,
  useMutation,
  useOwnProfile,
  useQueryClient,
  writeFeedCookie,
} from '@kickoff/web';
import { useEffect, useState } from 'react';

const MUTATION_KEY = ['feed-scope'];

const loadChange = () =>
  import(/* webpackChunkName: "change-settings" */ '../../../change-settings').catch(() => {
    throw new Error(NETWORK_FAILURE);
  });

/** Returns the feed's scope, which is stored in the settings, and its choice. */
export function useFeedScope() {
  const queries = useQueryClient();
  const stored = useOwnProfile().data?.settings.feed;
  const [remembered] = useState(readFeedCookie);
  const [chosen, setChosen] = useState<FeedScope>();
  const scope = chosen ?? stored ?? remembered;
  // The first request of the next visit is sent before the settings have loaded.
  useEffect(() => writeFeedCookie(scope), [scope]);

  // A later choice wins, whether or not an earlier one succeeds.
  const isLast = () => queries.isMutating({ mutationKey: MUTATION_KEY }) === 1;
  const { mutate, error } = useMutation({
    mutationKey: MUTATION_KEY,
    scope: { id: 'feed-scope' },
    mutationFn: async (feed: FeedScope) => {
      const { changeSettings } = await loadChange();
      await changeSettings(queries, { feed });
    },
    onMutate: setChosen,
    onSuccess: () => {
      // A profile in flight may have been read before the choice was stored.
      if (isLast() && queries.getQueryData(OWN_PROFILE_KEY)) setChosen(undefined);
    },
    onError: () => {
      if (isLast()) setChosen(undefined);
    },
  });
  const choose = (feed: FeedScope) => {
    if (feed !== scope) mutate(feed);
  };
  return {
    scope,
    choose,
    /** Why the last choice was not stored. */
    fault: error?.message,
  };
}
