import { callApi, useQuery } from '@kickoff/web';

/** Fetches failed background work that will be retried. */
export function useStuckWork() {
  return useQuery({
    queryKey: ['stuck-work'],
    queryFn: ({ signal }) => callApi('/api/admin/jobs', { as: 'admin', signal }),
    refetchInterval: 30_000,
  });
}
