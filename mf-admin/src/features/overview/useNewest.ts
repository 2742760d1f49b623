import { fetchPage, useQuery } from '@kickoff/web';

const SHOWN = 5;

/** The first few of an admins' list, asked anew as long as somebody can see them. */
export function useNewest<Row>(path: string, call = '') {
  const address = `${path}?limit=${SHOWN}${call}`;
  return useQuery({
    queryKey: [path, 'newest', call],
    queryFn: ({ signal }) => fetchPage<Row>(address, { as: 'admin', signal }),
    refetchInterval: 30_000,
  });
}
