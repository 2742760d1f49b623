import type { SuspendFan } from '@kickoff/contracts';
import { callApi } from '@kickoff/web';

import { useRefetchAfter } from '../../../useRefetchAfter';
import { FANS } from './fans-address';

/** Actions on a fan. Each refetches every list of fans. */
export function useFanActions() {
  const act = useRefetchAfter(FANS);
  return {
    suspendFan: (id: string, body: SuspendFan) =>
      act(callApi(`${FANS}/${id}/suspend`, { method: 'POST', as: 'admin', body })),
    restoreFan: (id: string) =>
      act(callApi(`${FANS}/${id}/restore`, { method: 'POST', as: 'admin' })),
    deleteFan: (id: string) => act(callApi(`${FANS}/${id}`, { method: 'DELETE', as: 'admin' })),
    /** Idempotent per key. */
    noteOnFan: (id: string, { text, key }: { text: string; key: string }) =>
      act(
        callApi(`${FANS}/${id}/notes`, {
          method: 'POST',
          as: 'admin',
          body: { text },
          idempotencyKey: key,
        }),
      ),
  };
}
