import type { Post, PostChange } from '@kickoff/contracts';
import { callApi } from '@kickoff/web';

import { usePostCache } from './post-cache';

/** Changes the text of an own post, in every cached list. */
export function useEditPost() {
  const cache = usePostCache();
  return async ({ _id }: Post, text: string): Promise<void> => {
    const body: PostChange = { text };
    cache.put(await callApi(`/api/pt/posts/${_id}`, { method: 'PATCH', body, as: 'fan' }));
  };
}
