import { getLocation, useLocation } from '@swan-io/chicane';
import { useMemo } from 'react';

/** Returns the current query string and re-renders when it changes. */
export function useAddressQuery(): URLSearchParams {
  const { search } = useLocation().raw;
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** Returns the current address with changed query parameters. An empty text removes one. */
export function addressWith(changes: Readonly<Record<string, string>>): string {
  const { path, search } = getLocation().raw;
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
