import { getLocation, useLocation } from '@swan-io/chicane';
import { useMemo } from 'react';

/** What stands behind the `?` of the present address, kept up to date. */
export function useAddressQuery(): URLSearchParams {
  const { search } = useLocation().raw;
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** The present address with some of what stands behind its `?` changed; an empty text takes it out. */
export function addressWith(changes: Readonly<Record<string, string>>): string {
  const { path, search } = getLocation().raw;
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
