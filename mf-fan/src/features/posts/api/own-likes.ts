import type { Post } from '@kickoff/contracts';

// The event stream tells how many like a post, not who.
const NAME = 'kickoff-own-likes';

/** Tells the fan's other tabs of a post as it is since the fan has liked it, or no longer does. */
export function tellOtherTabs(post: Post): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(post);
  channel.close();
}

/** Hears of posts that the fan has liked in another tab, or no longer does; returns how to stop. */
export function onOtherTabs(hear: (post: Post) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<Post>) => hear(data));
  return () => channel.close();
}
