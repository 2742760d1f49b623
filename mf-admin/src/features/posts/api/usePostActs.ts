import { callApi, useQueryClient } from '@kickoff/web';

import { POSTS } from './posts-address';

/** What can be done about a post. Every list of posts is asked anew once it is done. */
export function usePostActs() {
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
