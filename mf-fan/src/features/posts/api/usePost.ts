import { callApi, CallFailure, useQuery } from '@kickoff/web';

import { postKey, previewOf } from './post-cache';

/** Fetches one post; null if there is none, or none that this fan may see. */
export function usePost(id: string) {
  return useQuery({
    queryKey: postKey(id),
    queryFn: async ({ signal }) => {
      try {
        const path = `/api/pt/posts/${encodeURIComponent(id)}` as const;
        return previewOf(await callApi(path, { as: 'fan', signal }));
      } catch (failure) {
        if (failure instanceof CallFailure && failure.status === 404) return null;
        throw failure;
      }
    },
  });
}
