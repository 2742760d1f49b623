import type { SuspendFan } from '@kickoff/contracts';
import { callApi, useQueryClient } from '@kickoff/web';

import { FANS } from './fans-address';

/** Actions on a fan. Each refetches every list of fans. */
export function useFanActions() {
  const queries = useQueryClient();
  const refetchAfter = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
    const answer = await call;
    await queries.invalidateQueries({ queryKey: [FANS] });
    return answer;
  };
  return {
    suspendFan: (id: string, body: SuspendFan) =>
      refetchAfter(callApi(`${FANS}/${id}/suspend`, { method: 'POST', as: 'admin', body })),
    restoreFan: (id: string) =>
      refetchAfter(callApi(`${FANS}/${id}/restore`, { method: 'POST', as: 'admin' })),
    deleteFan: (id: string) =>
      refetchAfter(callApi(`${FANS}/${id}`, { method: 'DELETE', as: 'admin' })),
    noteOnFan: (id: string, text: string) =>
      refetchAfter(callApi(`${FANS}/${id}/notes`, { method: 'POST', as: 'admin', body: { text } })),
  };
}
