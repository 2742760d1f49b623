const LIVE_MS = 30_000;
/** With nothing in play a page is still asked for anew, or it would miss the next kick-off. */
const QUIET_MS = 60_000;

/**
 * When to ask again for what is on screen. The query cache does so only while
 * the page can be seen, and the browser sends the ETag of what it has.
 */
export function pollMs(isLive: boolean): number {
  return isLive ? LIVE_MS : QUIET_MS;
}
