/** Back-off after the first failure, the second, and so on; the last value repeats. */
const DELAYS_MS = [5, 15, 30, 60, 120, 300, 600].map((seconds) => seconds * 1_000);

/**
 * Returns the time of the next try: after a back-off, and not before the time requested by the push
 * service.
 *
 * @param tries number of tries so far
 * @param retryAfter the header: seconds, or an HTTP date
 */
export function retryTime(now: Date, tries: number, retryAfter = ''): Date {
  const pauseMs = DELAYS_MS[Math.min(tries, DELAYS_MS.length) - 1] ?? 0;
  const earliestMs = /^\d+$/.test(retryAfter.trim())
    ? now.getTime() + Number(retryAfter) * 1_000
    : Date.parse(retryAfter);
  const dueMs = now.getTime() + pauseMs;
  return new Date(Number.isNaN(earliestMs) ? dueMs : Math.max(dueMs, earliestMs));
}
