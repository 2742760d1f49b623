/** Whose posts the feed shows. */
export type FeedScope = 'everyone' | 'following';

/**
 * The cookie that stores the fan's choice beside the settings, so that the server can
 * hint the right first page before it knows who asks.
 */
export const FEED_COOKIE = 'kickoff_feed';

/** Where the feed begins, as our own pages ask for it: each post with 3 likers and 2 comments. */
export function feedAddress(scope: FeedScope): string {
  const everyone = '/api/pt/posts?limit=20&likes=3&comments=2';
  return scope === 'everyone' ? everyone : `${everyone}&scope=following`;
}

/** The signed-in fan's own data, which every fan page asks for first. */
export const PROFILE_ADDRESS = '/api/user/profile';
