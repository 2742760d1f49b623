import type { CaseDecision, ReportCase } from '@kickoff/contracts';
import { callApi, useQueryClient } from '@kickoff/web';

import { REPORTS } from './useCases';

/** Actions on a case. Each refetches the queue. */
export function useCaseActions() {
  const queries = useQueryClient();
  const act = async (path: string, method: 'POST' | 'DELETE', body?: object): Promise<void> => {
    const request = { method, as: 'admin' } as const;
    await callApi<ReportCase>(`${REPORTS}/${path}`, body ? { ...request, body } : request);
    await queries.invalidateQueries({ queryKey: [REPORTS] });
  };
  return {
    takeCase: (id: string) => act(`${id}/assign`, 'POST'),
    giveCaseBack: (id: string) => act(`${id}/assign`, 'DELETE'),
    resolveCase: (id: string, decision: CaseDecision) => act(`${id}/resolve`, 'POST', decision),
  };
}
