const LIVE_MS = 30_000;
/** Pages without live matches poll too, or they would miss the next kick-off. */
const QUIET_MS = 60_000;

/**
 * Returns the polling interval in ms. The query cache polls only while the page is visible, and the
 * browser sends the ETag.
 */
export function pollMs(isLive: boolean): number {
  return isLive ? LIVE_MS : QUIET_MS;
}
