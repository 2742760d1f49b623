import { sharedValue } from './shared-value';

/** The post whose comment box is open; there is one on the page at most. */
export const openCommentBox = sharedValue<string | undefined>(undefined);
