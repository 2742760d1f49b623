import type { CaseDecision } from '@kickoff/contracts';
import { callApi, useQueryClient } from '@kickoff/web';

import { REPORTS } from './useCases';

/** Actions on a case. Each refetches the queue. */
export function useCaseActions() {
  const queries = useQueryClient();
  const refetch = () => queries.invalidateQueries({ queryKey: [REPORTS] });
  return {
    takeCase: async (id: string): Promise<void> => {
      await callApi(`${REPORTS}/${id}/assign`, { method: 'POST', as: 'admin' });
      await refetch();
    },
    giveCaseBack: async (id: string): Promise<void> => {
      await callApi(`${REPORTS}/${id}/assign`, { method: 'DELETE', as: 'admin' });
      await refetch();
    },
    resolveCase: async (id: string, body: CaseDecision): Promise<void> => {
      await callApi(`${REPORTS}/${id}/resolve`, { method: 'POST', as: 'admin', body });
      await refetch();
    },
  };
}
