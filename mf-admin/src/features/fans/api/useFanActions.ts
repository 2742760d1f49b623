import type { SuspendFan } from '@kickoff/contracts';
import { callApi, useQueryClient } from '@kickoff/web';

import { refetchAfter } from '../../../refetch-after';
import { FANS } from './fans-address';

/** Actions on a fan. Each refetches every list of fans. */
export function useFanActions() {
  const queries = useQueryClient();
  const act = <Answer>(call: Promise<Answer>) =>
    refetchAfter(call, () => queries.invalidateQueries({ queryKey: [FANS] }));
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
