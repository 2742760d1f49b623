import { POST_LISTS_KEY, usePostPages } from './post-pages';

/** One fan's posts, newest first. */
export function useAuthorPosts(username: string) {
  const author = encodeURIComponent(username);
  return usePostPages(
    [...POST_LISTS_KEY, 'author', username],
    `/api/pt/posts?author=${author}&limit=20&likes=3&comments=2`,
  );
}
