/** The element of a fan's documents that contains the current announcements as JSON, if there are any. */
export const ANNOUNCEMENTS_ELEMENT = 'announcements';
