import type { SearchResults, SearchType } from '@kickoff/contracts';
import { fetchPage, useInfiniteQuery } from '@kickoff/web';

export type ListedType = Exclude<SearchType, 'posts'>;

/** Finds all fans, teams or leagues, page by page. */
export function useFound<Type extends ListedType>(text: string, type: Type) {
  return useInfiniteQuery({
    queryKey: ['found', type, text],
    queryFn: ({ pageParam, signal }) =>
      fetchPage<SearchResults[Type][number]>(pageParam, { as: 'fan', signal }),
    initialPageParam: `/api/search?q=${encodeURIComponent(text)}&type=${type}&limit=20`,
    getNextPageParam: ({ next }) => next,
  });
}
