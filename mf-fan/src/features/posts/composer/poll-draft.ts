import { isBlank } from '@kickoff/contracts';
import type { Draft, DraftPoll } from '@kickoff/web/drafts';

import { formatDays, formatHours } from '../../../format-duration';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const LONGEST_MS = 7 * DAY_MS;

export const POLL_DURATIONS = [
  { ms: HOUR_MS, text: formatHours(1) },
  { ms: 6 * HOUR_MS, text: formatHours(6) },
  { ms: DAY_MS, text: formatDays(1) },
  { ms: 3 * DAY_MS, text: formatDays(3) },
  { ms: LONGEST_MS, text: formatDays(7) },
] as const;

/** A retry sends the end of the attempt before it, which may be this much earlier. */
const RETRY_MS = 10 * 60_000;

export const newPollDraft = (): DraftPoll => ({ options: ['', ''], durationMs: DAY_MS });

/** The longest poll ends this much earlier: the clock of a device may be ahead of the server's. */
const CLOCK_MS = 10 * 60_000;

/** Returns the poll of a draft with its end. */
function withEnd(poll: DraftPoll, now: number): DraftPoll {
  const { endsAt = '' } = poll;
  const durationMs = Math.min(poll.durationMs, LONGEST_MS - CLOCK_MS);
  const isRecent = Date.parse(endsAt) > now + durationMs - RETRY_MS;
  return isRecent ? poll : { ...poll, endsAt: new Date(now + durationMs).toISOString() };
}

/** Returns the draft as it is sent now: a repeated request with the same key must be the same. */
export function toSentDraft(draft: Draft, now: number): Draft {
  return draft.poll ? { ...draft, poll: withEnd(draft.poll, now) } : draft;
}

/** Formats a poll as the field of the post form. */
export function toPollField({ options, endsAt }: DraftPoll): string {
  const filled = options.map((text) => text.trim()).filter((text) => !isBlank(text));
  return JSON.stringify({ options: filled, endsAt });
}
