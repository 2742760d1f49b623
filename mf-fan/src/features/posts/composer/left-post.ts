import { hasDraft } from '@kickoff/web/drafts';

/** Whether a post waits that a fan has begun, and not in a tab that is still open. */
export const hasLeftPost = (fanId: string): Promise<boolean> => hasDraft(fanId, 'post');
