// What the pages and the service worker have to agree on. Nothing here ever holds an admin's answers.

/** Documents and hashed files: the same for everyone. */
export const FILES_CACHE = 'kickoff-files';
/** Answers a list of the addresses of all files that home needs without a connection. */
export const OFFLINE_FILES_ADDRESS = '/offline-files.json';
/** Pictures that were seen; gone with the session. */
export const PICTURES_CACHE = 'kickoff-seen-pictures';
/** All that is gone with the session begins with this. */
export const SEEN_CACHES = 'kickoff-seen-';
/** Marks an answer that was kept on the device, for the page to say so. */
export const SEEN_HEADER = 'X-Kickoff-Seen';

/** Where the answers are kept that a session has seen, so that no other session finds them. */
export function answersCache(token: string): string {
  return `${SEEN_CACHES}${token.slice(-16)}`;
}
