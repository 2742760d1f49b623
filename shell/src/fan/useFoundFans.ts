import type { FoundFan } from '@kickoff/contracts';
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

/**
 * Searches fans. Each text has its own cache entry, so an older response never shows for a newer
 * text. Until the newest arrives, the last list stays and `isStale` is true.
 */
export function useFoundFans(text: string) {
  const asked = useSettled(text);
  const { data, isError, isPlaceholderData, refetch } = useQuery<FoundFan[]>({
    queryKey: ['fan-search', asked],
    queryFn: ({ signal }) =>
      callApi(`/api/user/search/users?q=${encodeURIComponent(asked)}`, {
        as: 'fan',
        signal,
      }),
    // What is shown may have changed with a follow or a block.
    staleTime: 0,
    placeholderData: (last) => last,
  });
  return { fans: data, isError, isStale: isPlaceholderData || asked !== text, refetch };
}
