import { type FeedScope, NETWORK_FAILURE } from '@kickoff/contracts';
import { errorMessage } from '@kickoff/ui';
import {
  OWN_PROFILE_KEY,
  raiseToast,
  readFeedCookie,
  useOwnProfile,
  useQueryClient,
  writeFeedCookie,
} from '@kickoff/web';
import { useEffect, useRef, useState } from 'react';

const loadChange = () =>
  import(/* webpackChunkName: "change-settings" */ '../../../change-settings').catch(() => {
    throw new Error(NETWORK_FAILURE);
  });

/** Returns the feed's scope, which is stored in the settings, and a setter. */
export function useFeedScope(): [FeedScope, (scope: FeedScope) => void] {
  const queries = useQueryClient();
  const stored = useOwnProfile().data?.settings.feed;
  const [remembered] = useState(readFeedCookie);
  const [chosen, setChosen] = useState<FeedScope>();
  const choices = useRef(0);
  const scope = chosen ?? stored ?? remembered;
  // The first request of the next visit is sent before the settings have loaded.
  useEffect(() => writeFeedCookie(scope), [scope]);

  const choose = async (feed: FeedScope) => {
    if (feed === scope) return;
    const number = (choices.current += 1);
    setChosen(feed);
    try {
      const { changeSettings } = await loadChange();
      await changeSettings(queries, { feed });
      // A profile in flight may have been read before the choice was stored.
      if (choices.current === number && queries.getQueryData(OWN_PROFILE_KEY)) setChosen(undefined);
    } catch (failure) {
      // A later choice wins, whether or not this one succeeded.
      if (choices.current !== number) return;
      raiseToast({ kind: 'error', text: errorMessage(failure) });
      setChosen(undefined);
    }
  };
  return [scope, (feed) => void choose(feed)];
}
