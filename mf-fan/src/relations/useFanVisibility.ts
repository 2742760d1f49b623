import type { FriendProfile, Post } from '@kickoff/contracts';
import { OWN_PROFILE_KEY, useQueryClient } from '@kickoff/web';

import { POST_LISTS_KEY, type PostPages } from '../features/posts/api/post-pages';
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

function pagesWithoutFan(pages: PostPages | undefined, fanId: string): PostPages | undefined {
  return (
    pages && {
      ...pages,
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
      await queries.cancelQueries({ queryKey: POST_LISTS_KEY });
      queries.setQueriesData<PostPages>(
        {
          queryKey: POST_LISTS_KEY,
          predicate: ({ queryKey: [, list] }) =>
            list !== 'author' && !(how === 'mute' && list === 'saved'),
        },
        (pages) => pagesWithoutFan(pages, fanId),
      );
      void invalidateInAllTabs(queries, ['post'], ['stories'], ['kept-away']);
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
        ['post'],
        ['stories'],
        ['kept-away'],
      );
    },
  };
}
