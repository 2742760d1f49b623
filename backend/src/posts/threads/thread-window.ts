import type { TimelineEntry } from '@kickoff/contracts';

import { isOverOrPostponed } from '../../football/match-state.js';
import { applyEntry, UNSEEN } from '../../football/timelines/timeline-state.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Before the kick-off. */
const OPENS_BEFORE_MS = 60 * MINUTE_MS;
/** Time after the end or postponement of the match. */
const CLOSES_AFTER_MS = 24 * HOUR_MS;
/** Assumed length of a match for fans who do not see its end. */
const ASSUMED_LENGTH_MS = 4 * HOUR_MS;

/** When a thread is open to posts; `closesAt` is set once the closing entry is visible. */
export interface ThreadWindow {
  state: 'before' | 'open' | 'closed';
  opensAt: Date;
  closesAt?: Date;
}

/** A match and the visible part of its timeline. */
interface Seen {
  match: { utcDate: string };
  entries: readonly TimelineEntry[];
}

/**
 * Returns when the thread of a match is open to posts, and its state at a time.
 *
 * @param isLive whether all entries so far are visible; else the clock closes the thread
 */
export function threadWindow(
  { match, entries }: Seen,
  now: Date,
  { isLive }: { isLive: boolean },
): ThreadWindow {
  const kickOffMs = Date.parse(match.utcDate);
  const opensAt = new Date(kickOffMs - OPENS_BEFORE_MS);
  const closing = closingEntry(entries);
  const closesAt = closing && new Date(Date.parse(closing.at) + CLOSES_AFTER_MS);
  const assumedEnd = new Date(kickOffMs + ASSUMED_LENGTH_MS + CLOSES_AFTER_MS);
  const end = closesAt ?? (isLive ? undefined : assumedEnd);
  return {
    state: end && now >= end ? 'closed' : now < opensAt ? 'before' : 'open',
    opensAt,
    ...(closesAt ? { closesAt } : {}),
  };
}

/** The entry that ended or postponed the match, unless a later one resumes it. */
function closingEntry(entries: readonly TimelineEntry[]): TimelineEntry | undefined {
  let state = UNSEEN;
  let closing: TimelineEntry | undefined;
  for (const entry of entries) {
    const { status: before } = state;
    state = applyEntry(state, entry);
    const isMoved = entry.kind === 'rescheduled' && state.status !== 'FINISHED';
    if (isMoved || !isOverOrPostponed(state)) closing = undefined;
    else if (before !== state.status) closing = entry;
  }
  return closing;
}
