import { codePointLength, SEARCH_LENGTH, type SearchResults } from '@kickoff/contracts';
import { callApi, useQuery } from '@kickoff/web';
import { useEffect, useState } from 'react';

/** Debounce while typing. */
const QUIET_MS = 200;

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), QUIET_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Shorter texts find nothing. */
export function isSearchable(text: string): boolean {
  return codePointLength(text) >= SEARCH_LENGTH.min;
}

/**
 * Searches fans, teams, leagues and posts. Each text has its own cache entry, so an older response
 * never shows for a newer text. Until the newest arrives, the last list stays and `isStale` is true.
 */
export function useSearch(text: string) {
  const asked = useSettled(text);
  const { data, isError, isPlaceholderData, refetch } = useQuery<SearchResults>({
    queryKey: ['search', asked],
    queryFn: ({ signal }) =>
      callApi(`/api/search?q=${encodeURIComponent(asked)}`, { as: 'fan', signal }),
    enabled: isSearchable(asked) && isSearchable(text),
    // What is shown may have changed with a follow or a block.
    staleTime: 0,
    placeholderData: (last) => last,
  });
  return { results: data, isError, isStale: isPlaceholderData || asked !== text, refetch };
}
