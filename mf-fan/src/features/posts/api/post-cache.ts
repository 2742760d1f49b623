import type { Post } from '@kickoff/contracts';
import { OWN_PROFILE_KEY, useQueryClient, type ListPage, type QueryClient } from '@kickoff/web';

import { POST_LISTS_KEY, type PostPages, restartRequests } from './post-pages';
import { FAN_PROFILES_KEY } from '../../../relations/people-keys';

/** The number of likes and comments that cards show, requested by our own pages (API.md §5). */
const PREVIEW = { likes: 3, comments: 2 } as const;

/** Query key of a single post, for its own page; its data is null once the post is gone. */
export function postKey(id: string): string[] {
  return ['post', id];
}

/**
 * Mutation key of a reader's choice about a post: a like, a vote or a saved post. The post's id is their
 * scope: they are sent one at a time, so that the last one is stored last. A vote and a saved post are
 * shown at once, and again when they are sent: the response to a like before them is without them.
 */
export function choiceKey(id: string, kind: 'like' | 'vote' | 'save'): string[] {
  return [...postKey(id), kind];
}

/** Trims a post's likes and comments to what a card shows. */
export function previewOf(post: Post): Post {
  return {
    ...post,
    likes: post.likes.slice(0, PREVIEW.likes),
    comments: post.comments.slice(0, PREVIEW.comments),
  };
}

/** Merges the response of a write into a cached post. */
function afterChange(before: Post, answer: Post): Post {
  const after = previewOf(answer);
  // The response to a comment has the newest ones; only a complete list starts with the first.
  const isComplete = answer.comments.length === answer.commentsCount;
  return isComplete ? after : { ...after, comments: before.comments };
}

function changeItem(
  page: ListPage<Post>,
  id: string,
  change: (post: Post) => Post | undefined,
): ListPage<Post> {
  if (!page.items.some(({ _id }) => _id === id)) return page;
  const items = page.items.flatMap((post) => (post._id === id ? (change(post) ?? []) : post));
  return { ...page, items };
}

/** Updates a post in every cached list and on its own page. */
export function postCache(queries: QueryClient) {
  const changeLists = (id: string, change: (post: Post) => Post | undefined) => {
    const lists = { queryKey: POST_LISTS_KEY };
    const stale = queries.getQueryCache().findAll({ ...lists, stale: true });
    queries.setQueriesData<PostPages>(
      lists,
      (pages) =>
        pages && { ...pages, pages: pages.pages.map((page) => changeItem(page, id, change)) },
    );
    // The change has marked them as fresh: they are still to be fetched on their next visit.
    for (const list of stale) list.invalidate();
  };
  const change = (id: string, changed: (post: Post) => Post) => {
    changeLists(id, changed);
    queries.setQueryData<Post | null>(postKey(id), (post) => post && changed(post));
  };
  return {
    change,
    /** Stores the response of a write. */
    put: (answer: Post) => change(answer._id, (post) => afterChange(post, answer)),
    /** Stores the response of a read, which has the first comments. */
    refresh: (answer: Post) => change(answer._id, () => previewOf(answer)),
    remove: async (id: string) => {
      await restartRequests(queries);
      changeLists(id, () => undefined);
      queries.setQueryData<Post | null>(postKey(id), null);
      void queries.invalidateQueries({ queryKey: OWN_PROFILE_KEY });
      void queries.invalidateQueries({ queryKey: FAN_PROFILES_KEY });
    },
  };
}

/** The post cache of the current query client. */
export type PostCache = ReturnType<typeof postCache>;

export function usePostCache(): PostCache {
  return postCache(useQueryClient());
}
