// The scope of the feed on this device, which the server reads for its preload hints.
import { FEED_COOKIE, type FeedScope } from '@kickoff/contracts';

const YEAR_S = 31_536_000;

export function readFeedCookie(): FeedScope {
  return document.cookie.split('; ').includes(`${FEED_COOKIE}=following`)
    ? 'following'
    : 'everyone';
}

export function writeFeedCookie(scope: FeedScope): void {
  document.cookie = `${FEED_COOKIE}=${scope}; path=/; max-age=${YEAR_S}; samesite=lax`;
}

export function clearFeedCookie(): void {
  document.cookie = `${FEED_COOKIE}=; path=/; max-age=0; samesite=lax`;
}
