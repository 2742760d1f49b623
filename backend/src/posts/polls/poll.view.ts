import type { Poll } from '@kickoff/contracts';

import type { PostPoll } from './post-poll.js';

export function hasEnded({ endsAt }: PostPoll, now: Date): boolean {
  return endsAt <= now;
}

/**
 * Converts a poll for its reader. Before the end only those who voted see the counts.
 *
 * @param mine index of the reader's option
 */
export function toPoll(poll: PostPoll, mine: number | undefined, now: Date): Poll {
  const { options, counts, total, endsAt } = poll;
  const ended = hasEnded(poll, now);
  const showsCounts = ended || mine !== undefined;
  return {
    options: options.map((text, at) => ({
      text,
      ...(showsCounts ? { count: counts[at] ?? 0 } : {}),
    })),
    total,
    endsAt: endsAt.toISOString(),
    ...(mine === undefined ? {} : { mine }),
    ended,
  };
}
