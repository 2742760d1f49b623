import { OWN_PROFILE_KEY, useQueryClient } from '@kickoff/web';

import { FEED_KEY } from '../features/posts/api/post-pages';
import { invalidateInAllTabs } from './invalidate-in-all-tabs';
import { PEOPLE_KEY } from './people-keys';

/**
 * Returns a function that invalidates what depends on follows: people, counts, the feed of followed
 * fans and stories.
 */
export function useInvalidateFollows(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    invalidateInAllTabs(
      queries,
      PEOPLE_KEY,
      OWN_PROFILE_KEY,
      [...FEED_KEY, 'following'],
      ['stories'],
    );
}
