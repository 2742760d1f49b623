import type { LatestMatch, TimelineEntry, Viewpoint } from '@kickoff/contracts';

/** How far a fan sees a match; `viewpoint` is the value in responses. */
export type Moment =
  | { mode: 'live' }
  /** Up to the entries of this time. */
  | { mode: 'delayed' | 'replay'; untilMs: number; viewpoint: Viewpoint }
  /** Up to the kick-off. */
  | { mode: 'hidden'; viewpoint: Viewpoint };

export const LIVE: Moment = { mode: 'live' };

/** A match as one fan sees it. */
export interface SeenMatch {
  match: LatestMatch;
  /** Oldest first. */
  entries: TimelineEntry[];
  moment: Moment;
}
