import type { QueryClient } from '@kickoff/web';

import { isRevealed } from './revealed-posts';

/** The address of the first likes or comments of a post, of all where the fan has revealed it. */
export function postPageAddress(queries: QueryClient, id: string, of: 'likes' | 'comments') {
  const path = `/api/pt/posts/${id}/${of}?limit=50`;
  return isRevealed(queries, id) ? `${path}&reveal=true` : path;
}
