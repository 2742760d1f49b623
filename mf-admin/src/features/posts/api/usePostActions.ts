import { callApi, useQueryClient } from '@kickoff/web';

import { POSTS } from './posts-address';

/** Actions on a post. Each refetches every list of posts. */
export function usePostActions() {
  const queries = useQueryClient();
  const renew = () => queries.invalidateQueries({ queryKey: [POSTS] });
  return {
    removePost: async (id: string, reason: string): Promise<void> => {
      const body = reason === '' ? {} : { reason };
      await callApi(`${POSTS}/${id}`, { method: 'DELETE', as: 'admin', body });
      await renew();
    },
    restorePost: async (id: string): Promise<void> => {
      await callApi(`${POSTS}/${id}/restore`, { method: 'POST', as: 'admin' });
      await renew();
    },
  };
}
