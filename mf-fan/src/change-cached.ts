import type { QueryClient } from '@kickoff/web';

/**
 * Changes cached data of all queries below a key; `change` returns the same object where nothing changes.
 * The age of the data and its mark as stale stay: a stale list is still fetched on its next visit.
 */
export function changeCached<Data>(
  queries: QueryClient,
  queryKey: string[],
  change: (data: Data) => Data,
): void {
  for (const query of queries.getQueryCache().findAll({ queryKey })) {
    const { data, dataUpdatedAt, isInvalidated } = query.state;
    if (data === undefined) continue;
    const changed = change(data as Data);
    if (changed === data) continue;
    query.setData(changed, { updatedAt: dataUpdatedAt, manual: true });
    if (isInvalidated) query.invalidate();
  }
}
