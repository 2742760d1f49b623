import type { FanSummary } from '@kickoff/contracts';
import { callApi } from '@kickoff/web';

import { useFanVisibility } from '../../../relations/useFanVisibility';
import type { KeptAway } from './useKeptAway';

/** Ends a block or a mute. That fan may be seen again in any list, in all tabs. */
export function useLetBack(how: KeptAway) {
  const { fanShown } = useFanVisibility();
  return async ({ _id }: FanSummary): Promise<void> => {
    await callApi(`/api/user/${how}/${_id}`, { method: 'DELETE', as: 'fan' });
    await fanShown();
  };
}
