import { useQueryClient } from '@kickoff/web';

import { POST_LISTS_KEY } from '../features/posts/api/post-pages';
import { invalidateInAllTabs } from './invalidate-in-all-tabs';

/** Returns a function that invalidates what muted words are left out of. */
export function useInvalidateMutedWords(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => invalidateInAllTabs(queries, POST_LISTS_KEY, ['post'], ['stories']);
}
