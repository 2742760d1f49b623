import { Post } from '@kickoff/contracts';

import { as, type Caller } from './callers.js';
import { anMp4 } from './films.js';
import type { KickOff } from './kickoff.js';
import { aPicture } from './pictures.js';

/** Publishes a post, of words alone or with a file. */
export async function aPostBy(
  kickoff: KickOff,
  fan: Caller,
  text: string,
  file?: 'image' | 'video',
): Promise<Post> {
  const form = as(kickoff, fan).post('/api/pt/posts').field('text', text);
  if (file === 'image') form.attach('image', await aPicture(), 'a.jpg');
  if (file === 'video') form.attach('video', anMp4(), 'a.mp4');
  return Post.parse((await form.expect(201)).body);
}

/** Begins anew: no post, none that was taken away, and nothing on record. */
export async function emptyPosts(kickoff: KickOff): Promise<void> {
  for (const name of ['posts', 'removed_posts', 'post_removals', 'counters', 'audit_log']) {
    await kickoff.connection.collection(name).deleteMany({});
  }
}
