import {
  FEED_COOKIE,
  type FanSettings,
  type FeedScope,
  MESSAGES,
  type OwnProfile,
} from '@kickoff/contracts';
import { callApi, OWN_PROFILE_KEY, raiseToast, useOwnProfile, useQueryClient } from '@kickoff/web';
import { useEffect, useRef, useState } from 'react';

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
  const latest = useRef<FeedScope>(undefined);
  const scope = chosen ?? kept ?? remembered;
  useEffect(() => remember(scope), [scope]);

  const choose = (next: FeedScope) => {
    if (next === scope) return;
    latest.current = next;
    setChosen(next);
    callApi<FanSettings>('/api/user/settings', {
      method: 'PATCH',
      body: { feed: next },
      as: 'fan',
    }).then(
      (settings) =>
        queries.setQueryData<OwnProfile>(OWN_PROFILE_KEY, (me) => me && { ...me, settings }),
      (failure: unknown) => {
        // A later choice stands, whatever became of this one.
        if (latest.current !== next) return;
        setChosen(scope);
        const text = failure instanceof Error ? failure.message : MESSAGES.networkFailure;
        raiseToast({ kind: 'error', text });
      },
    );
  };
  return [scope, choose];
}
