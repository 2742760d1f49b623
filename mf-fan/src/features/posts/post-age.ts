import { dateFormat } from '@kickoff/ui';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const dayOfYear = dateFormat({ day: 'numeric', month: 'short' });
const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

/** How old a post is, as short as it can be said. */
export function ageInWords(createdAt: string, now: number): string {
  const then = new Date(createdAt);
  const ageMs = now - then.getTime();
  // A server whose clock is a little ahead writes nothing in the future.
  if (ageMs < MINUTE_MS) return 'now';
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min`;
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h`;
  const today = new Date(now);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (then >= yesterday) return 'Yesterday';
  return (then.getFullYear() === today.getFullYear() ? dayOfYear : day)(createdAt);
}
