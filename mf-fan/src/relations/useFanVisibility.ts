import type { FriendProfile, Post } from '@kickoff/contracts';
import { FAN_PROFILES_KEY, OWN_PROFILE_KEY, PEOPLE_KEY, useQueryClient } from '@kickoff/web';

import { POST_LISTS_KEY, type PostPages } from '../features/posts/api/post-pages';
import { askAnew } from './ask-anew';

/** What is left of a post for somebody who does not see a certain fan. */
function withoutFan(post: Post, fanId: string): Post {
  return {
    ...post,
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

/** What follows on screen when a fan mutes or blocks another, or ends it; over all features. */
export function useFanVisibility() {
  const queries = useQueryClient();
  return {
    /** A fan is no longer to be seen: they leave all lists at once, but their own page when muted. */
    fanHidden: async (fanId: string, how: 'block' | 'mute') => {
      await queries.cancelQueries({ queryKey: POST_LISTS_KEY });
      queries.setQueriesData<PostPages>(
        { queryKey: POST_LISTS_KEY, predicate: ({ queryKey }) => queryKey[1] !== 'author' },
        (pages) => pagesWithoutFan(pages, fanId),
      );
      void askAnew(queries, ['post'], ['stories'], ['kept-away']);
      if (how === 'block') {
        queries.setQueriesData<FriendProfile | null>({ queryKey: FAN_PROFILES_KEY }, (profile) =>
          profile?._id === fanId ? null : profile,
        );
      }
      await askAnew(queries, PEOPLE_KEY, OWN_PROFILE_KEY);
    },

    /** A fan may be seen again. */
    fanShown: async () => {
      void queries.resetQueries({
        queryKey: FAN_PROFILES_KEY,
        predicate: ({ state }) => state.data === null,
      });
      await askAnew(
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
