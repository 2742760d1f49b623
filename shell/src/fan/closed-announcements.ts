import { readPreference, writePreference } from '@kickoff/web/preferences';

const NAME = 'closed-announcements';
/** Bounds the storage; far above the number of announcements. */
const MOST = 1_000;

/** Returns the ids of the announcements closed on this device, newest first. */
export function closedAnnouncements(): string[] {
  const stored = readPreference(NAME);
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
}

/** Closes an announcement on this device; returns all closed ids. */
export function closeAnnouncement(id: string): string[] {
  const closed = [id, ...closedAnnouncements().filter((other) => other !== id)].slice(0, MOST);
  writePreference(NAME, closed);
  return closed;
}
