import { hasDraft } from '@kickoff/web/drafts';

/** Returns whether the fan has an unsent story that is not open in another tab. */
export const hasUnsentStory = (fanId: string): Promise<boolean> => hasDraft(fanId, 'story');
