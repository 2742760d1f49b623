import type { FanSummary } from '@kickoff/contracts';
import { callApi } from '@kickoff/web';

import { useFanVisibility } from '../../../relations/useFanVisibility';
import type { Restriction } from './useRestrictedFans';

/** Ends a block or a mute, and invalidates the affected lists in all tabs. */
export function useUnrestrict(how: Restriction) {
  const { fanShown } = useFanVisibility();
  return async ({ _id }: FanSummary): Promise<void> => {
    await callApi(`/api/user/${how}/${_id}`, { method: 'DELETE', as: 'fan' });
    await fanShown();
  };
}
