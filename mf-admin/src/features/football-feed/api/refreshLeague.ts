import type { League } from '@kickoff/contracts';
import { callApi } from '@kickoff/web';

/** Requests a refresh of a league, as soon as the provider's rate limit allows. */
export async function refreshLeague(league: League): Promise<void> {
  await callApi('/api/admin/football/refresh', { method: 'POST', as: 'admin', body: { league } });
}
