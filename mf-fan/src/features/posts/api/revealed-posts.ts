import type { QueryClient } from '@kickoff/web';

const REVEALED_KEY = ['revealed-posts'];

const revealedKey = (id: string) => [...REVEALED_KEY, id];

/** Marks a spoiler that the fan chose to see: until a reload, or until more matches are hidden. */
export function markRevealed(queries: QueryClient, id: string): void {
  // Nothing observes the mark.
  queries.setQueryDefaults(REVEALED_KEY, { gcTime: Infinity });
  queries.setQueryData<true>(revealedKey(id), true);
}

/** Whether the fan has revealed a post. */
export const isRevealed = (queries: QueryClient, id: string) =>
  queries.getQueryData<true>(revealedKey(id)) === true;

/** The address of a post, whole where the fan has revealed it. */
export function postAddress(queries: QueryClient, id: string) {
  const path = `/api/pt/posts/${encodeURIComponent(id)}` as const;
  return isRevealed(queries, id) ? (`${path}?reveal=true` as const) : path;
}
