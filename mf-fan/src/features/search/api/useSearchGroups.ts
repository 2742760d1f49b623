import type { SearchResults } from '@kickoff/contracts';
import { callApi, useQuery, type InfiniteData, type ListPage } from '@kickoff/web';

type Groups = Omit<SearchResults, 'posts'>;
/** The posts in the form of a list, so that their changes are applied like those of all lists. */
export type FoundGroups = Groups & InfiniteData<ListPage<SearchResults['posts'][number]>, string>;

/** Finds the first few fans, teams, leagues and posts. `key` is that of the found posts. */
export function useSearchGroups(text: string, key: readonly string[]) {
  return useQuery<FoundGroups>({
    queryKey: [...key, 'all'],
    queryFn: async ({ signal }) => {
      const path = `/api/search?q=${encodeURIComponent(text)}` as const;
      const { posts, ...groups } = await callApi(path, { as: 'fan', signal });
      return { ...groups, pages: [{ items: posts, next: undefined }], pageParams: [''] };
    },
  });
}
