import type { FanSummary } from '@kickoff/contracts';
import { callApi, useQueryClient } from '@kickoff/web';

import type { KeptAway } from './useKeptAway';

/** Ends a block or a mute. */
export function useLetBack(how: KeptAway) {
  const queries = useQueryClient();
  return async ({ _id }: FanSummary): Promise<void> => {
    await callApi(`/api/user/${how}/${_id}`, { method: 'DELETE', as: 'fan' });
    // That fan may be seen again in any list.
    await queries.invalidateQueries();
  };
}
