/** The limits of how long optional work waits: on a fast machine, and on a slow phone. */
const MIN_MS = 1_500;
const MAX_MS = 3_000;
/** By this age a document has loaded its first page, and its code is in the cache. */
const LOADED_MS = 10_000;
const LATER_PAGE_MS = 500;

/** Twice as long as the page took up to now. */
function delayMs(): number {
  const age = performance.now();
  return age > LOADED_MS ? LATER_PAGE_MS : Math.min(MAX_MS, Math.max(MIN_MS, 2 * age));
}

/** Starts optional work once the page has loaded, so as not to compete with it. Returns how to cancel it. */
export function afterFirstLoad(work: () => void): () => void {
  const timer = setTimeout(work, delayMs());
  return () => clearTimeout(timer);
}
