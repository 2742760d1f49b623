import type { PostMatch } from '@kickoff/contracts';

import type { SeenMatch } from '../../football/viewpoints/moment.js';
import { minuteOf } from '../../football/timelines/match-clock.js';
import { estimateClock, replay } from '../../football/timelines/timeline-state.js';

/** The moment of a match that the author sees, and the match clock at it. */
export interface AuthorMoment {
  at: Date;
  minute: NonNullable<PostMatch['minute']> | null;
}

/** Returns the moment of a match that a fan sees. */
export function momentOfAuthor(seen: SeenMatch, now: Date): AuthorMoment {
  const { moment } = seen;
  const at = 'untilMs' in moment ? new Date(moment.untilMs) : now;
  return { at, minute: clockOf(seen, at.getTime()) };
}

/** Formats the match clock; null before kick-off and if unknown. */
function clockOf({ match, entries }: SeenMatch, atMs: number): string | null {
  const state = replay(entries);
  switch (match.status) {
    case 'FINISHED':
      return 'FT';
    case 'PAUSED':
      return 'HT';
    case 'IN_PLAY':
    case 'SUSPENDED':
      if (state.parts.has('penalties')) return 'PEN';
      return minuteOf(match) ?? estimateClock(state, atMs) ?? null;
    default:
      return null;
  }
}
