import type { FoundFan } from '@kickoff/contracts';
import { callApi, PEOPLE_KEY, useQuery } from '@kickoff/web';
import { useEffect, useState } from 'react';

/** So long nothing is asked while a person types. */
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
 * The fans that a text finds. An older answer never stands for a newer text:
 * each text has its own place in the cache. Until the newest is there, the
 * last list stays and `isStale` says so.
 */
export function useFoundFans(text: string) {
  const asked = useSettled(text);
  const { data, isError, isPlaceholderData, refetch } = useQuery<FoundFan[]>({
    queryKey: [...PEOPLE_KEY, 'search', asked],
    queryFn: ({ signal }) =>
      callApi(`/api/user/search/users?q=${encodeURIComponent(asked)}`, {
        as: 'fan',
        signal,
      }),
    placeholderData: (last) => last,
  });
  return { fans: data, isError, isStale: isPlaceholderData || asked !== text, refetch };
}
