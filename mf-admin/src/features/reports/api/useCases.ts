import type { ReportCase } from '@kickoff/contracts';

import { useListPage } from '../../../lists/useListPage';

export const REPORTS = '/api/admin/reports';

/** Fetches one page of the queue. */
export function useCases(call: string) {
  return useListPage<ReportCase>(REPORTS, call);
}
