import type { FoundFan, SearchResults, SearchType } from '@kickoff/contracts';
import { fetchPage, useInfiniteQuery, type InfiniteData, type ListPage } from '@kickoff/web';

export type ListedType = Exclude<SearchType, 'posts'>;

/** Key prefix of all found fans, teams and leagues. */
export const FOUND_KEY = ['found'];

export type FoundFanPages = InfiniteData<ListPage<FoundFan>, string>;

/** Finds all fans, teams or leagues, page by page. */
export function useFound<Type extends ListedType>(text: string, type: Type) {
  return useInfiniteQuery({
    queryKey: [...FOUND_KEY, type, text],
    queryFn: ({ pageParam, signal }) =>
      fetchPage<SearchResults[Type][number]>(pageParam, { as: 'fan', signal }),
    initialPageParam: `/api/search?q=${encodeURIComponent(text)}&type=${type}&limit=20`,
    getNextPageParam: ({ next }) => next,
  });
}
