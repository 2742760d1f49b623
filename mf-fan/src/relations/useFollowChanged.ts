import { OWN_PROFILE_KEY, PEOPLE_KEY, useQueryClient } from '@kickoff/web';

import { FEED_KEY } from '../features/posts/api/post-pages';
import { askAnew } from './ask-anew';

/** What follows on screen when a follow came or went: lists of people, counts, and what is shown of those I follow. */
export function useFollowChanged(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    askAnew(queries, PEOPLE_KEY, OWN_PROFILE_KEY, [...FEED_KEY, 'following'], ['stories']);
}
