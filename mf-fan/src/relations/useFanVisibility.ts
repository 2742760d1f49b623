import type { FriendProfile, Post } from '@kickoff/contracts';
import { broadcastInvalidation, OWN_PROFILE_KEY, useQueryClient } from '@kickoff/web';

import { POST_LISTS_KEY, type PostPages, restartRequests } from '../features/posts/api/post-pages';
import { FOUND_KEY, type FoundFanPages } from '../features/search/api/useFound';
import type { FoundGroups } from '../features/search/api/useSearchGroups';
import { withoutItem } from '../without-item';
import { invalidateInAllTabs } from './invalidate-in-all-tabs';
import { FAN_PROFILES_KEY, PEOPLE_KEY } from './people-keys';

/** Removes a fan's likes, comments and quoted post from a post. */
function withoutFan({ quote, ...post }: Post, fanId: string): Post {
  const isQuoted = quote && '_id' in quote && quote.user._id === fanId;
  return {
    ...post,
    ...(isQuoted ? { quote: { gone: true } } : quote && { quote }),
    likes: post.likes.filter(({ _id }) => _id !== fanId),
    comments: post.comments.filter(({ user }) => user._id !== fanId),
  };
}

/** A list of posts; that of a search has the found fans beside it. */
type PostsWithFans = PostPages & Partial<Pick<FoundGroups, 'fans'>>;

function pagesWithoutFan(pages: PostsWithFans | undefined, fanId: string) {
  return (
    pages && {
      ...pages,
      ...(pages.fans ? { fans: pages.fans.filter(({ _id }) => _id !== fanId) } : {}),
      pages: pages.pages.map((page) => ({
        ...page,
        items: page.items
          .filter(({ user }) => user._id !== fanId)
          .map((post) => withoutFan(post, fanId)),
      })),
    }
  );
}

/** Updates the cache of all features after a mute or block, or after its end. */
export function useFanVisibility() {
  const queries = useQueryClient();
  return {
    /** A fan was hidden: removes them from all lists at once. A muted fan's own page and saved posts stay. */
    fanHidden: async (fanId: string, how: 'block' | 'mute') => {
      await restartRequests(queries);
      const stale = queries.getQueryCache().findAll({ queryKey: POST_LISTS_KEY, stale: true });
      queries.setQueriesData<PostsWithFans>(
        {
          queryKey: POST_LISTS_KEY,
          predicate: ({ queryKey: [, list] }) =>
            list !== 'author' && !(how === 'mute' && list === 'saved'),
        },
        (pages) => pagesWithoutFan(pages, fanId),
      );
      // The change has marked them as fresh: they are still to be fetched on their next visit.
      for (const list of stale) list.invalidate();
      queries.setQueriesData<FoundFanPages>({ queryKey: [...FOUND_KEY, 'fans'] }, (pages) =>
        withoutItem(pages, fanId),
      );
      // Not in this tab: a refetch of a list would move what its reader sees.
      broadcastInvalidation('fan', [POST_LISTS_KEY]);
      void invalidateInAllTabs(queries, FOUND_KEY, ['post'], ['stories'], ['kept-away']);
      if (how === 'block') {
        queries.setQueriesData<FriendProfile | null>({ queryKey: FAN_PROFILES_KEY }, (profile) =>
          profile?._id === fanId ? null : profile,
        );
      }
      await invalidateInAllTabs(queries, PEOPLE_KEY, OWN_PROFILE_KEY);
    },

    /** A fan is visible again. */
    fanShown: async () => {
      void queries.resetQueries({
        queryKey: FAN_PROFILES_KEY,
        predicate: ({ state }) => state.data === null,
      });
      await invalidateInAllTabs(
        queries,
        PEOPLE_KEY,
        OWN_PROFILE_KEY,
        POST_LISTS_KEY,
        FOUND_KEY,
        ['post'],
        ['stories'],
        ['kept-away'],
      );
    },
  };
}
