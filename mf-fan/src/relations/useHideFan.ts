import { callApi } from '@kickoff/web';

import { useFanVisibility } from './useFanVisibility';

/** Blocks or mutes a fan, or ends it. A blocked fan is removed from all cached lists at once. */
export function useHideFan(how: 'block' | 'mute') {
  const { fanHidden, fanShown } = useFanVisibility();
  return async (fanId: string, isHidden: boolean): Promise<void> => {
    const method = isHidden ? 'POST' : 'DELETE';
    await callApi(`/api/user/${how}/${fanId}`, { method, as: 'fan' });
    if (isHidden) await fanHidden(fanId, how);
    else await fanShown();
  };
}
