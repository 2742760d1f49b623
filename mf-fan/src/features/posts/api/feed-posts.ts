import { feedAddress, type FeedScope } from '@kickoff/contracts';

import { FEED_KEY, type PostSource } from './post-pages';

/** The feed: everyone's posts, or the reader's own and those of followed fans. */
export function feedOf(scope: FeedScope): PostSource {
  return { key: [...FEED_KEY, scope], address: feedAddress(scope), by: scope };
}
