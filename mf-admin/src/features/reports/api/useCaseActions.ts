import type { CaseDecision } from '@kickoff/contracts';
import { callApi } from '@kickoff/web';

import { useRefetchAfter } from '../../../useRefetchAfter';
import { REPORTS } from './useCases';

/** Actions on a case. Each refetches the queue. */
export function useCaseActions() {
  const act = useRefetchAfter(REPORTS);
  return {
    takeCase: (id: string) =>
      act(callApi(`${REPORTS}/${id}/assign`, { method: 'POST', as: 'admin' })),
    giveCaseBack: (id: string) =>
      act(callApi(`${REPORTS}/${id}/assign`, { method: 'DELETE', as: 'admin' })),
    resolveCase: (id: string, body: CaseDecision) =>
      act(callApi(`${REPORTS}/${id}/resolve`, { method: 'POST', as: 'admin', body })),
  };
}
