import type { Followed } from '@kickoff/contracts';
import { callApi } from '@kickoff/web';

import { useFollowChanged } from '../../../relations/useFollowChanged';
import { useSuggestionLeaves } from './useSuggestions';

/** Follows a fan, or ends it. Lists and counts change in place when the server has said so. */
export function useFollowFan() {
  const followChanged = useFollowChanged();
  const leaveSuggestions = useSuggestionLeaves();
  return async (fanId: string, follows: boolean): Promise<void> => {
    const path = `/api/user/follow/${fanId}`;
    if (follows) await callApi<Followed>(path, { method: 'POST', as: 'fan' });
    else await callApi(path, { method: 'DELETE', as: 'fan' });
    if (follows) await leaveSuggestions(fanId);
    void followChanged();
  };
}
