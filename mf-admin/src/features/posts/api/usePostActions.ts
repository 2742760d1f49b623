import { callApi } from '@kickoff/web';

import { useRefetchAfter } from '../../../useRefetchAfter';
import { POSTS } from './posts-address';

/** Actions on a post. Each refetches every list of posts. */
export function usePostActions() {
  const act = useRefetchAfter(POSTS);
  return {
    removePost: (id: string, reason: string) => {
      const body = reason === '' ? {} : { reason };
      return act(callApi(`${POSTS}/${id}`, { method: 'DELETE', as: 'admin', body }));
    },
    restorePost: (id: string) =>
      act(callApi(`${POSTS}/${id}/restore`, { method: 'POST', as: 'admin' })),
  };
}
