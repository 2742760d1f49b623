import type { Post } from '@kickoff/contracts';
import { OWN_PROFILE_KEY, useQueryClient, type ListPage, type QueryClient } from '@kickoff/web';

import { changeCached } from '../../../change-cached';
import { POST_LISTS_KEY, type PostPages } from './post-pages';
import { FAN_PROFILES_KEY } from '../../../relations/people-keys';

/** The number of likes and comments that cards show, requested by our own pages (API.md §5). */
const PREVIEW = { likes: 3, comments: 2 } as const;

/** Query key of a single post, for its own page; its data is null once the post is gone. */
export function postKey(id: string): string[] {
  return ['post', id];
}

/** Mutation key of a reader's choice about a post: a like, a vote or a saved post. */
export function choiceKey(id: string, kind: 'like' | 'vote' | 'save'): string[] {
  return [...postKey(id), kind];
}

/**
 * Scope of a reader's choices about a post. They are sent one at a time, so that the last one is
 * stored last. Each is shown at once, and again when it is sent: the response to the one before it
 * is without it.
 */
export function choiceScope(id: string) {
  return { id: postKey(id).join(' ') };
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

const has = ({ items }: ListPage<Post>, id: string) => items.some(({ _id }) => _id === id);

function changeItem(
  list: PostPages,
  id: string,
  change: (post: Post) => Post | undefined,
): PostPages {
  if (!list.pages.some((page) => has(page, id))) return list;
  const pages = list.pages.map((page) => {
    if (!has(page, id)) return page;
    const items = page.items.flatMap((post) => (post._id === id ? (change(post) ?? []) : post));
    return { ...page, items };
  });
  return { ...list, pages };
}

/** Updates a post in every cached list and on its own page. */
export function postCache(queries: QueryClient) {
  const changeLists = (id: string, change: (post: Post) => Post | undefined) =>
    changeCached<PostPages>(queries, POST_LISTS_KEY, (list) => changeItem(list, id, change));
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
      // A page in flight was requested before the deletion and would restore the post.
      await queries.cancelQueries({ queryKey: POST_LISTS_KEY });
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
