import { callApi, useQueryClient } from '@kickoff/web';

import { refetchAfter } from '../../../refetch-after';
import { POSTS } from './posts-address';

/** Actions on a post. Each refetches every list of posts. */
export function usePostActions() {
  const queries = useQueryClient();
  const act = (call: Promise<unknown>) =>
    refetchAfter(call, () => queries.invalidateQueries({ queryKey: [POSTS] }));
  return {
    removePost: (id: string, reason: string) => {
      const body = reason === '' ? {} : { reason };
      return act(callApi(`${POSTS}/${id}`, { method: 'DELETE', as: 'admin', body }));
    },
    restorePost: (id: string) =>
      act(callApi(`${POSTS}/${id}/restore`, { method: 'POST', as: 'admin' })),
  };
}
