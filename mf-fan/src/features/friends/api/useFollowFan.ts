import { callApi } from '@kickoff/web';

import { useInvalidateFollows } from '../../../relations/useInvalidateFollows';
import { useRemoveSuggestion } from './useSuggestions';

/** Follows or unfollows a fan. Cached lists and counts change after the response. */
export function useFollowFan() {
  const followChanged = useInvalidateFollows();
  const leaveSuggestions = useRemoveSuggestion();
  return async (fanId: string, follows: boolean): Promise<void> => {
    const method = follows ? 'POST' : 'DELETE';
    await callApi(`/api/user/follow/${fanId}`, { method, as: 'fan' });
    if (follows) await leaveSuggestions(fanId);
    void followChanged();
  };
}
