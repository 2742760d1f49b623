import { type NewPoll, type NewPost, POLL_DURATION_MS } from '@kickoff/contracts';

import { InvalidInput } from '../../common/errors/coded-errors.js';
import { plainLetters } from '../../common/text/search-keys.js';
import type { PostPoll } from './post-poll.js';

/** Tolerance for the time between choosing the end and submitting, and for clock differences. */
const GRACE_MS = 30_000;

/** Validates the poll of a new post, if any. */
export function toPostPoll(
  { poll, quote }: Pick<NewPost, 'poll' | 'quote'>,
  now: Date,
): PostPoll | undefined {
  if (!poll) return undefined;
  if (quote !== '') throw InvalidInput.in('poll', 'A post has a poll or a quote, not both');
  requireDistinct(poll);
  const { options } = poll;
  return { options, counts: options.map(() => 0), total: 0, endsAt: toEnd(poll, now) };
}

function requireDistinct({ options }: NewPoll): void {
  if (new Set(options.map(plainLetters)).size < options.length) {
    throw InvalidInput.in('poll', 'Two options are the same');
  }
}

function toEnd({ endsAt }: NewPoll, now: Date): Date {
  const end = new Date(endsAt);
  const durationMs = end.getTime() - now.getTime();
  const { min, max } = POLL_DURATION_MS;
  if (durationMs >= min - GRACE_MS && durationMs <= max + GRACE_MS) return end;
  throw InvalidInput.in('poll', 'A poll ends 5 minutes to 7 days from now');
}
