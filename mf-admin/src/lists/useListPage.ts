import { fetchPage, useQuery } from '@kickoff/web';

/** Fetches one page of an admins' list; the previous page is shown while the next one loads. */
export function useListPage<Row>(path: string, call: string) {
  return useQuery({
    queryKey: [path, call],
    queryFn: ({ signal }) => fetchPage<Row>(`${path}?${call}`, { as: 'admin', signal }),
    placeholderData: (shown) => shown,
    // Other admins change the same lists, so a list is always refetched.
    staleTime: 0,
  });
}

/** Returns the cursor in the address of the next page. */
export function cursorOf(next: string | undefined): string | undefined {
  if (next === undefined) return undefined;
  return new URLSearchParams(next.slice(next.indexOf('?'))).get('cursor') ?? undefined;
}
