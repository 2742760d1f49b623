import { FEED_KEY, usePostPages } from './post-pages';

/** The posts of everyone, newest first. */
export function useFeed() {
  return usePostPages(FEED_KEY, '/api/pt/posts?limit=20&likes=3&comments=2');
}
