import { Post } from '@kickoff/contracts';
import { z } from 'zod';

import { as, type Caller } from './callers.js';
import { everyPage } from './every-page.js';
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

/** The posts of a list that this caller is shown at once. */
export async function listedPosts(
  kickoff: Pick<KickOff, 'url'>,
  by: Pick<Caller, 'token'>,
  address: string,
): Promise<Post[]> {
  return z.array(Post).parse((await as(kickoff, by).get(address).expect(200)).body);
}

/** The ids of all posts of a list, walked page by page. */
export async function walkedPosts(
  kickoff: Pick<KickOff, 'url'>,
  by: Caller,
  address: string,
): Promise<string[]> {
  const pages = z.array(z.array(Post)).parse(await everyPage(kickoff, by, address));
  return pages.flat().map(({ _id }) => _id);
}
