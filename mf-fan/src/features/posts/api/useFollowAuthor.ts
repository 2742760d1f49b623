import { callApi } from '@kickoff/web';

import { useInvalidateFollows } from '../../../relations/useInvalidateFollows';

/** Follows or unfollows the author of a post. */
export function useFollowAuthor() {
  const followChanged = useInvalidateFollows();
  return async (fanId: string, follows: boolean): Promise<void> => {
    const method = follows ? 'POST' : 'DELETE';
    await callApi(`/api/user/follow/${fanId}`, { method, as: 'fan' });
    void followChanged();
  };
}
