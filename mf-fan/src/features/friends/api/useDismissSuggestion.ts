import { callApi } from '@kickoff/web';

import { useRemoveSuggestion } from './useSuggestions';

/** Dismisses a suggestion for good. */
export function useDismissSuggestion() {
  const leave = useRemoveSuggestion();
  return async (fanId: string): Promise<void> => {
    await callApi(`/api/user/friend-suggestions/${fanId}`, { method: 'DELETE', as: 'fan' });
    await leave(fanId);
  };
}
