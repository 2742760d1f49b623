// Limits of the memory that the server process retains (docs/decisions/0034-memory.md). A process
// cannot set them for itself, so `npm start` and the image contain them too.

/** By default glibc has an arena for each thread, and each retains what a decoded picture needed. */
export const MEMORY_VARIABLES = { MALLOC_ARENA_MAX: '2' };

/**
 * In MB. New objects: by default 16, of which V8 retains three times as much. All objects: the lower
 * the limit, the sooner V8 collects garbage before it takes more memory (half as much again as is in
 * use, by default up to four times as much).
 */
export const MEMORY_OPTIONS = ['--max-semi-space-size=8', '--max-old-space-size=768'];
