import { feedAddress, type FeedScope } from '@kickoff/contracts';

import { FEED_KEY, type PostSource } from './post-pages';

/** Everyone's posts, or those of the fans I follow and mine. */
export function feedOf(scope: FeedScope): PostSource {
  return { key: [...FEED_KEY, scope], address: feedAddress(scope), by: scope };
}
