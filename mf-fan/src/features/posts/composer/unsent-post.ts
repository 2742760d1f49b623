import { hasDraft } from '@kickoff/web/drafts';

/** Returns whether the fan has an unsent post that is not open in another tab. */
export const hasUnsentPost = (fanId: string): Promise<boolean> => hasDraft(fanId, 'post');
