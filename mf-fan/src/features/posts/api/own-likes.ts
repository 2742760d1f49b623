import type { Post } from '@kickoff/contracts';
import { tabChannel } from '@kickoff/web';

/**
 * Posts as they are since the fan has liked them, or no longer does, for the
 * fan's other tabs: the event stream tells how many like a post, not who.
 */
export const ownLikes = tabChannel<Post>('kickoff-own-likes');
