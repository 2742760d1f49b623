import { fetchPage, useQuery } from '@kickoff/web';

/** As many as an overview shows. */
export const NEWEST_SHOWN = 5;

/** Fetches the first items of an admins' list, polled while the page is visible. */
export function useNewest<Row>(path: string, call = '') {
  const address = `${path}?limit=${NEWEST_SHOWN}${call}`;
  return useQuery({
    queryKey: [path, 'newest', call],
    queryFn: ({ signal }) => fetchPage<Row>(address, { as: 'admin', signal }),
    refetchInterval: 30_000,
  });
}
