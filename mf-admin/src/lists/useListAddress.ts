import { addressWith, goTo, useAddressQuery } from '@kickoff/web';
import { readPreference, writePreference } from '@kickoff/web/preferences';
import { useState } from 'react';

import { toApiValue } from './day-span';

export const PAGE_SIZES = ['20', '50', '100'] as const;
const SIZE_PREFERENCE = 'admin-page-size';

function pageSize(inAddress: string | null): string {
  const wanted = inAddress ?? readPreference(SIZE_PREFERENCE);
  return PAGE_SIZES.find((size) => size === wanted) ?? PAGE_SIZES[0];
}

/**
 * Stores a list's search, filters, order, page and page size in the address, so that it can be
 * shared. `filters` are the names of the API's parameters.
 */
export function useListAddress(filters: readonly string[]) {
  const address = useAddressQuery();
  // Cursors lead forward only, so earlier ones are remembered.
  const [cursors] = useState(() => new Map<string, string>());

  const value = (name: string) => address.get(name) ?? '';
  const set = (name: string) => value(name) !== '';
  const chosen = new URLSearchParams();
  for (const name of [...filters, 'sort']) if (set(name)) chosen.set(name, value(name));
  const query = new URLSearchParams(
    [...chosen].map(([name, text]) => [name, toApiValue(name, text)]),
  );
  const size = pageSize(address.get('limit'));
  const call = new URLSearchParams(query);
  call.set('limit', size);
  if (set('cursor')) call.set('cursor', value('cursor'));
  const page = set('cursor') ? Math.max(2, Number(value('page')) || 2) : 1;

  const cursorKey = (at: number) => `${chosen.toString()} ${size} ${at}`;
  const turnTo = (at: number, cursor: string) =>
    goTo(addressWith({ cursor, page: cursor === '' ? '' : String(at) }));

  return {
    value,
    /** Number of set filters, without the search. */
    filterCount: filters.filter((name) => name !== 'q' && set(name)).length,
    /** Filters and order, as in the address. */
    chosen: chosen.toString(),
    /** The API's parameters of filters and order. */
    query: query.toString(),
    /** The same with the page. */
    call: call.toString(),
    page,
    size,
    sort: value('sort'),
    /** Goes back to the first page. */
    change: (changes: Readonly<Record<string, string>>) =>
      goTo(addressWith({ ...changes, cursor: '', page: '' })),
    resize: (limit: string) => {
      writePreference(SIZE_PREFERENCE, limit);
      goTo(addressWith({ limit, cursor: '', page: '' }));
    },
    next: (cursor: string) => {
      cursors.set(cursorKey(page), value('cursor'));
      turnTo(page + 1, cursor);
    },
    /** Goes to the previous page, or to the first if its cursor is unknown. */
    previous: () => turnTo(page - 1, cursors.get(cursorKey(page - 1)) ?? ''),
  };
}

export type ListAddress = ReturnType<typeof useListAddress>;
