import { Post } from '@kickoff/contracts';
import { z } from 'zod';

import { as, type Caller } from './callers.js';
import { everyPage } from './every-page.js';
import { anMp4 } from './films.js';
import type { KickOff } from './kickoff.js';
import { aPicture } from './pictures.js';

/** Publishes a post of text, optionally with a file. */
export async function aPostBy(
  kickoff: Pick<KickOff, 'url'>,
  by: Pick<Caller, 'token'>,
  text: string,
  file?: 'image' | 'video',
): Promise<Post> {
  const form = as(kickoff, by).post('/api/pt/posts').field('text', text);
  if (file === 'image') form.attach('image', await aPicture(), 'a.jpg');
  if (file === 'video') form.attach('video', anMp4(), 'a.mp4');
  return Post.parse((await form.expect(201)).body);
}

/** Returns the posts that this caller sees on one page. */
export async function listedPosts(
  kickoff: Pick<KickOff, 'url'>,
  by: Pick<Caller, 'token'>,
  address: string,
): Promise<Post[]> {
  return z.array(Post).parse((await as(kickoff, by).get(address).expect(200)).body);
}

/** Returns the ids of all posts of a list, page by page. */
export async function walkedPosts(
  kickoff: Pick<KickOff, 'url'>,
  by: Caller,
  address: string,
): Promise<string[]> {
  const pages = z.array(z.array(Post)).parse(await everyPage(kickoff, by, address));
  return pages.flat().map(({ _id }) => _id);
}
