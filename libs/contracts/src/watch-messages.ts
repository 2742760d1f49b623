/** The channel between the tabs of a browser for `WatchMessage`. */
export const WATCH_CHANNEL = 'kickoff-watch';

/**
 * A page states the matches that it watches after each change, and when the tab with the event stream
 * asks.
 */
export type WatchMessage =
  | { kind: 'ask' }
  | { kind: 'watch'; page: string; ids: readonly string[] };
