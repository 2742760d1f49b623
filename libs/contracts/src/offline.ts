// What the pages and the service worker have to agree on. Nothing here ever holds an admin's answers.

/** Documents and hashed files: the same for everyone. */
export const FILES_CACHE = 'kickoff-files';
/** Answers a list of the addresses of all files that home needs without a connection. */
export const OFFLINE_FILES_ADDRESS = '/offline-files.json';
/** Pictures that were seen; gone with the session. */
export const PICTURES_CACHE = 'kickoff-seen-pictures';
/** All that is gone with the session begins with this. */
export const OFFLINE_CACHE_PREFIX = 'kickoff-seen-';
/** Marks a response from the device cache, so that the page can say so. */
export const FROM_CACHE_HEADER = 'X-Kickoff-Seen';

/** The cache of the responses of one session, not readable by other sessions. */
export function offlineCacheName(token: string): string {
  return `${OFFLINE_CACHE_PREFIX}${token.slice(-16)}`;
}
