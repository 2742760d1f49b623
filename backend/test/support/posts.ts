import { Post } from '@kickoff/contracts';

import { as, type Caller } from './callers.js';
import type { KickOff } from './kickoff.js';

/** Writes a post of words. */
export async function aPostBy(
  kickoff: Pick<KickOff, 'url'>,
  by: Pick<Caller, 'token'>,
  text: string,
): Promise<Post> {
  const answer = await as(kickoff, by).post('/api/pt/posts').field('text', text).expect(201);
  return Post.parse(answer.body);
}
