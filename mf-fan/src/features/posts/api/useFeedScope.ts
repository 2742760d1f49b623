import { FEED_COOKIE, type FeedScope, NETWORK_FAILURE } from '@kickoff/contracts';
import { OWN_PROFILE_KEY, raiseToast, useOwnProfile, useQueryClient } from '@kickoff/web';
import { useEffect, useRef, useState } from 'react';

const loadChange = () =>
  import(/* webpackChunkName: "change-settings" */ '../../../change-settings').catch(() => {
    throw new Error(NETWORK_FAILURE);
  });

function rememberedScope(): FeedScope {
  return document.cookie.split('; ').includes(`${FEED_COOKIE}=following`)
    ? 'following'
    : 'everyone';
}

/** For the first request of the next visit, which is made before the settings are here. */
function remember(scope: FeedScope): void {
  document.cookie = `${FEED_COOKIE}=${scope}; path=/; max-age=31536000; samesite=lax`;
}

/** Whose posts this fan wants to see, and how to choose. The choice is kept in the settings. */
export function useFeedScope(): [FeedScope, (scope: FeedScope) => void] {
  const queries = useQueryClient();
  const kept = useOwnProfile().data?.settings.feed;
  const [remembered] = useState(rememberedScope);
  const [chosen, setChosen] = useState<FeedScope>();
  const choices = useRef(0);
  const scope = chosen ?? kept ?? remembered;
  useEffect(() => remember(scope), [scope]);

  const choose = async (feed: FeedScope) => {
    if (feed === scope) return;
    const number = (choices.current += 1);
    setChosen(feed);
    try {
      const { changeSettings } = await loadChange();
      await changeSettings(queries, { feed });
      // A profile that is still on its way may have been read before the choice was stored.
      if (choices.current === number && queries.getQueryData(OWN_PROFILE_KEY)) setChosen(undefined);
    } catch (failure) {
      // A later choice stands, whatever became of this one.
      if (choices.current !== number) return;
      const text = failure instanceof Error ? failure.message : NETWORK_FAILURE;
      raiseToast({ kind: 'error', text });
      setChosen(undefined);
    }
  };
  return [scope, (feed) => void choose(feed)];
}
