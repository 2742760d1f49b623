import { callApi } from '@kickoff/web';

import { useSuggestionLeaves } from './useSuggestions';

/** Never suggests a fan again. */
export function useDismissSuggestion() {
  const leave = useSuggestionLeaves();
  return async (fanId: string): Promise<void> => {
    await callApi(`/api/user/friend-suggestions/${fanId}`, { method: 'DELETE', as: 'fan' });
    await leave(fanId);
  };
}
