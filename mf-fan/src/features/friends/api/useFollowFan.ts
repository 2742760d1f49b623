import { callApi } from '@kickoff/web';

import { useInvalidateFollows } from '../../../relations/useInvalidateFollows';
import { useRemoveSuggestion } from './useSuggestions';

/** Follows or unfollows a fan. Cached lists and counts change after the response. */
export function useFollowFan() {
  const followChanged = useInvalidateFollows();
  const leaveSuggestions = useRemoveSuggestion();
  return async (fanId: string, follows: boolean): Promise<void> => {
    const path = `/api/user/follow/${fanId}` as const;
    if (follows) await callApi(path, { method: 'POST', as: 'fan' });
    else await callApi(path, { method: 'DELETE', as: 'fan' });
    if (follows) await leaveSuggestions(fanId);
    void followChanged();
  };
}
