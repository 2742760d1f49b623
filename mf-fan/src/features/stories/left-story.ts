import { hasDraft } from '@kickoff/web/drafts';

/** Whether a story waits that a fan has begun, and not in a tab that is still open. */
export const hasLeftStory = (fanId: string): Promise<boolean> => hasDraft(fanId, 'story');
