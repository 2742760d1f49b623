import { dateFormat } from './date-format';
import { fillText, pluralText } from './fill-text';
import { texts } from './texts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const formatDate = dateFormat({ day: 'numeric', month: 'short' });
const formatDateOfYear = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

/** Formats an age below a day, in ms: 3 min, 2 h. */
function formatHours(ageMs: number): string {
  const isHours = ageMs >= HOUR_MS;
  return fillText(isHours ? texts.age.hours : texts.age.minutes, {
    count: Math.floor(ageMs / (isHours ? HOUR_MS : MINUTE_MS)),
  });
}

/** Formats an age: just now, 3 min ago, 2 h ago, 5 days ago. */
export function formatAge(time: string, now: number): string {
  const ageMs = now - Date.parse(time);
  // The server's clock may be slightly ahead.
  if (ageMs < MINUTE_MS) return texts.age.justNow;
  if (ageMs < DAY_MS) return fillText(texts.age.ago, { age: formatHours(ageMs) });
  const days = Math.floor(ageMs / DAY_MS);
  return pluralText(texts.age.days, days, { count: days });
}

/** Formats an age as briefly as possible: now, 3 min, 2 h, Yesterday, 21 Nov, 21 Nov 2025. */
export function formatShortAge(time: string, now: number): string {
  const then = new Date(time);
  const ageMs = now - then.getTime();
  if (ageMs < MINUTE_MS) return texts.age.now;
  if (ageMs < DAY_MS) return formatHours(ageMs);
  const today = new Date(now);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (then >= yesterday) return texts.age.yesterday;
  return then.getFullYear() === today.getFullYear() ? formatDate(time) : formatDateOfYear(time);
}
