import type { Post } from '@kickoff/contracts';
import {
  FAN_PROFILES_KEY,
  OWN_PROFILE_KEY,
  useQueryClient,
  type Page,
  type QueryClient,
} from '@kickoff/web';

import { POST_LISTS_KEY, type PostPages } from './post-pages';

/** What lists and cards show of a post's likes and comments; asked for by our own pages (API.md §5). */
const PREVIEW = { likes: 3, comments: 2 } as const;

/** Where one post is kept for the page that shows it alone; null when it is gone. */
export function postKey(id: string): string[] {
  return ['post', id];
}

/** A post with no more of its likes and comments than a card shows. */
export function previewOf(post: Post): Post {
  return {
    ...post,
    likes: post.likes.slice(0, PREVIEW.likes),
    comments: post.comments.slice(0, PREVIEW.comments),
  };
}

/** A post as the server answered it after a change. */
function afterChange(before: Post, answer: Post): Post {
  const after = previewOf(answer);
  // The answer to a comment holds the newest; only a complete list begins with the first.
  const isComplete = answer.comments.length === answer.commentsCount;
  return isComplete ? after : { ...after, comments: before.comments };
}

function changeItem(
  page: Page<Post>,
  id: string,
  change: (post: Post) => Post | undefined,
): Page<Post> {
  if (!page.items.some(({ _id }) => _id === id)) return page;
  const items = page.items.flatMap((post) => (post._id === id ? (change(post) ?? []) : post));
  return { ...page, items };
}

/** Changes a post wherever it is shown: in every list and on its own page. */
export function postCache(queries: QueryClient) {
  const changeLists = (id: string, change: (post: Post) => Post | undefined) =>
    queries.setQueriesData<PostPages>(
      { queryKey: POST_LISTS_KEY },
      (pages) =>
        pages && { ...pages, pages: pages.pages.map((page) => changeItem(page, id, change)) },
    );
  const change = (id: string, changed: (post: Post) => Post) => {
    changeLists(id, changed);
    queries.setQueryData<Post | null>(postKey(id), (post) => post && changed(post));
  };
  return {
    change,
    /** As the server answered it after a change. */
    put: (answer: Post) => change(answer._id, (post) => afterChange(post, answer)),
    /** As the server answered it to a question, with its first comments. */
    refresh: (answer: Post) => change(answer._id, () => previewOf(answer)),
    remove: async (id: string) => {
      // A page on its way was asked for while the post was there and would bring it back.
      await queries.cancelQueries({ queryKey: POST_LISTS_KEY });
      changeLists(id, () => undefined);
      queries.setQueryData<Post | null>(postKey(id), null);
      void queries.invalidateQueries({ queryKey: OWN_PROFILE_KEY });
      void queries.invalidateQueries({ queryKey: FAN_PROFILES_KEY });
    },
  };
}

/** The same for what is drawn. */
export type PostCache = ReturnType<typeof postCache>;

export function usePostCache(): PostCache {
  return postCache(useQueryClient());
}
