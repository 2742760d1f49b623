import { feedAddress, type FeedScope } from '@kickoff/contracts';

import { FEED_KEY, usePostPages } from './post-pages';

/** The newest posts first: everyone's, or those of the fans I follow and mine. */
export function useFeed(scope: FeedScope) {
  return usePostPages([...FEED_KEY, scope], feedAddress(scope));
}
