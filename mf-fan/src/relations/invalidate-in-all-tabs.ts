import { broadcastInvalidation, type QueryClient } from '@kickoff/web';

/** Invalidates the queries affected by a change between two fans, in all tabs. */
export function invalidateInAllTabs(
  queries: QueryClient,
  ...keys: readonly (readonly string[])[]
): Promise<unknown> {
  broadcastInvalidation('fan', keys);
  return Promise.all(
    keys.map((queryKey) =>
      // Data that is null is known to be gone: a request would be rejected.
      queries.invalidateQueries({ queryKey, predicate: ({ state }) => state.data !== null }),
    ),
  );
}
