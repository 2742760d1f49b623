import type { League } from '@kickoff/contracts';
import { callApi } from '@kickoff/web';

/** Has a league fetched as soon as its provider allows. */
export function refreshLeague(league: League): Promise<void> {
  return callApi('/api/admin/football/refresh', { method: 'POST', as: 'admin', body: { league } });
}
