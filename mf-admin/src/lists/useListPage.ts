import { fetchPage, useQuery } from '@kickoff/web';

/** One page of an admins' list; the page before stays on screen while the next one comes. */
export function useListPage<Row>(path: string, call: string) {
  return useQuery({
    queryKey: [path, call],
    queryFn: ({ signal }) => fetchPage<Row>(`${path}?${call}`, { as: 'admin', signal }),
    placeholderData: (shown) => shown,
    // Other admins work on the same lists: who comes back to one sees it as it is.
    staleTime: 0,
  });
}

/** The cursor in the address of the next page. */
export function cursorOf(next: string | undefined): string | undefined {
  if (next === undefined) return undefined;
  return new URLSearchParams(next.slice(next.indexOf('?'))).get('cursor') ?? undefined;
}
