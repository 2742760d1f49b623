import { tellStale, type QueryClient } from '@kickoff/web';

/** Asks for answers anew that a change between two fans has touched, in all tabs. */
export function askAnew(
  queries: QueryClient,
  ...keys: readonly (readonly string[])[]
): Promise<unknown> {
  tellStale('fan', keys);
  return Promise.all(
    keys.map((queryKey) =>
      // What is known to be gone would only be refused.
      queries.invalidateQueries({ queryKey, predicate: ({ state }) => state.data !== null }),
    ),
  );
}
