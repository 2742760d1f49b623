import { isBlank } from '@kickoff/contracts';
import type { Draft, DraftPoll } from '@kickoff/web/drafts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

export const POLL_DURATIONS = [
  { ms: HOUR_MS, text: '1 hour' },
  { ms: 6 * HOUR_MS, text: '6 hours' },
  { ms: DAY_MS, text: '1 day' },
  { ms: 3 * DAY_MS, text: '3 days' },
  { ms: 7 * DAY_MS, text: '7 days' },
] as const;

/** A retry sends the end of the attempt before it, which may be this much earlier. */
const RETRY_MS = 10 * 60_000;

export const newPollDraft = (): DraftPoll => ({ options: ['', ''], durationMs: DAY_MS });

/** Returns the poll of a draft with its end. */
function withEnd(poll: DraftPoll, now: number): DraftPoll {
  const { durationMs, endsAt = '' } = poll;
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
