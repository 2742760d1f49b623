import type { Post } from '@kickoff/contracts';
import { tabChannel } from '@kickoff/web';

/**
 * Sends liked and unliked posts to the fan's other tabs: live events contain the number of likes,
 * not who liked.
 */
export const likeChannel = tabChannel<Post>('kickoff-own-likes');
