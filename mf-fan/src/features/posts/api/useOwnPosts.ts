import { OWN_POSTS_KEY, usePostPages } from './post-pages';

/** The signed-in fan's own posts, newest first. */
export function useOwnPosts() {
  return usePostPages(OWN_POSTS_KEY, '/api/user/fposts?limit=20&likes=3&comments=2');
}
