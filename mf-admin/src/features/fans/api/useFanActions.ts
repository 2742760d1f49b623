import type { AdminFanRow, FanNote } from '@kickoff/contracts';
import { callApi, useQueryClient } from '@kickoff/web';

import { FANS } from './fans-address';

/** Actions on a fan. Each refetches every list of fans. */
export function useFanActions() {
  const queries = useQueryClient();
  const act = async <Answer>(path: string, method: 'POST' | 'DELETE', body?: object) => {
    const request = { method, as: 'admin' } as const;
    const answer = await callApi<Answer>(`${FANS}/${path}`, body ? { ...request, body } : request);
    await queries.invalidateQueries({ queryKey: [FANS] });
    return answer;
  };
  return {
    suspendFan: (id: string, said: { reason: string; until?: string }) =>
      act<AdminFanRow>(`${id}/suspend`, 'POST', said),
    restoreFan: (id: string) => act<AdminFanRow>(`${id}/restore`, 'POST'),
    deleteFan: (id: string) => act<{ message: string }>(id, 'DELETE'),
    noteOnFan: (id: string, text: string) => act<FanNote>(`${id}/notes`, 'POST', { text }),
  };
}
