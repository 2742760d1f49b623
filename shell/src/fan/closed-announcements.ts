import { readPreference, writePreference } from '@kickoff/web/preferences';

const NAME = 'closed-announcements';
/** Far more than are ever announced; a bound for the device's storage. */
const MOST = 1_000;

/** The ids of the announcements that were closed on this device, newest first. */
export function closedAnnouncements(): string[] {
  const stored = readPreference(NAME);
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
}

/** Closes an announcement on this device; returns all that are closed now. */
export function closeAnnouncement(id: string): string[] {
  const closed = [id, ...closedAnnouncements().filter((other) => other !== id)].slice(0, MOST);
  writePreference(NAME, closed);
  return closed;
}
