import type { Post } from '@kickoff/contracts';
import { tabChannel } from '@kickoff/web';

/**
 * Sends posts that the fan liked, unliked, saved or voted in to the fan's other tabs: live events
 * contain numbers, not whose they are.
 */
export const likeChannel = tabChannel<Post>('kickoff-own-likes');
