import { Post } from '@kickoff/contracts';

import { as, type Caller } from './callers.js';
import type { KickOff } from './kickoff.js';

const HOUR_MS = 60 * 60_000;

/** The poll field of a form: by default yes or no for an hour. */
export function aPollField(
  { clock }: Pick<KickOff, 'clock'>,
  overrides: { options?: unknown; endsAt?: unknown; forMs?: number } = {},
): string {
  const { forMs = HOUR_MS, ...given } = overrides;
  const endsAt = new Date(clock.now().getTime() + forMs).toISOString();
  return JSON.stringify({ options: ['Yes', 'No'], endsAt, ...given });
}

/** Publishes a post with a poll. */
export async function aPollBy(
  kickoff: Pick<KickOff, 'url' | 'clock'>,
  by: Pick<Caller, 'token'>,
  overrides: Parameters<typeof aPollField>[1] = {},
): Promise<Post> {
  const answer = await as(kickoff, by)
    .post('/api/pt/posts')
    .field('text', 'Will we win?')
    .field('poll', aPollField(kickoff, overrides))
    .expect(201);
  return Post.parse(answer.body);
}

/** Sends a vote. */
export function vote(
  kickoff: Pick<KickOff, 'url'>,
  by: Pick<Caller, 'token'>,
  { _id }: Pick<Post, '_id'>,
  option: unknown,
) {
  return as(kickoff, by).post(`/api/pt/posts/${_id}/vote`).send({ option });
}
