import type { TimelineEntry } from '@kickoff/contracts';

import type { SeenMatch } from '../../football/viewpoints/moment.js';

/** The part of a thread that its reader sees; own posts are always included. */
export interface ThreadSight {
  /** The last visible moment of posts of others; undefined without a limit. */
  until?: Date;
  /** Only posts of others from before kick-off are visible. */
  isHidden: boolean;
}

/** Returns which posts of a thread the reader of a match sees. */
export function sightOfThread({ match, moment }: Pick<SeenMatch, 'match' | 'moment'>): ThreadSight {
  switch (moment.mode) {
    case 'live':
      return { isHidden: false };
    case 'hidden':
      return { until: new Date(Date.parse(match.utcDate) - 1), isHidden: true };
    default:
      return { until: new Date(moment.untilMs), isHidden: false };
  }
}

/** Marks the goals that one of these entries cancels. */
export function withCancelledGoals(
  entries: readonly TimelineEntry[],
): (TimelineEntry & { cancelled?: true })[] {
  const cancelled = new Set(entries.flatMap(({ cancels }) => cancels ?? []));
  return entries.map((entry) =>
    cancelled.has(entry.seq) ? { ...entry, cancelled: true as const } : entry,
  );
}
