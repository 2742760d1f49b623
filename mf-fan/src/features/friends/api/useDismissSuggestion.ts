import { callApi } from '@kickoff/web';

import { useRemoveSuggestion } from './useSuggestions';

/** For how long 'Not now' puts a suggestion away. */
const NOT_NOW_DAYS = 30;

/** Dismisses a suggestion: for a time, or for good. */
export function useDismissSuggestion() {
  const leave = useRemoveSuggestion();
  return async (fanId: string, isForGood: boolean): Promise<void> => {
    const days = isForGood ? '' : `?days=${NOT_NOW_DAYS}`;
    await callApi(`/api/user/friend-suggestions/${fanId}${days}`, { method: 'DELETE', as: 'fan' });
    await leave(fanId);
  };
}
