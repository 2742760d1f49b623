const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How old a story is; none is older than a day. */
export function storyAge(createdAt: string, now: number): string {
  const ageMs = now - new Date(createdAt).getTime();
  // A server whose clock is a little ahead writes nothing in the future.
  if (ageMs < MINUTE_MS) return 'now';
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min`;
  return `${Math.floor(ageMs / HOUR_MS)} h`;
}
