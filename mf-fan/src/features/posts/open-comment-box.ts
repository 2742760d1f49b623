import { sharedValue } from './shared-value';

/** Id of the post whose comment form is open; at most one on the page. */
export const openCommentBox = sharedValue<string | undefined>(undefined);
