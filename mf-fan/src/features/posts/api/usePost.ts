import { callApi, CallFailure, useQuery, useQueryClient } from '@kickoff/web';

import { postKey, previewOf } from './post-cache';
import { postAddress } from './revealed-posts';

/** Fetches one post; null if there is none, or none that this fan may see. */
export function usePost(id: string) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: postKey(id),
    queryFn: async ({ signal }) => {
      try {
        const address = postAddress(queries, id);
        return previewOf(await callApi(address, { as: 'fan', signal }));
      } catch (failure) {
        if (failure instanceof CallFailure && failure.status === 404) return null;
        throw failure;
      }
    },
  });
}
