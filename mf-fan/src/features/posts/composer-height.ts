// So that a draft shifts nothing when it opens, although its files are read later.
import { readPreference, writePreference } from '@kickoff/web/preferences';

const STORED_AS = 'composer-height';
/** A form with a short text. */
const SHORT_PX = 155;

/** Returns the last height of the composer's form in a window as wide as this one, in px. */
export function readComposerHeight(): number {
  const stored = readPreference(STORED_AS);
  if (!Array.isArray(stored)) return SHORT_PX;
  const [width, height] = stored.map(Number);
  return width === window.innerWidth && height ? height : SHORT_PX;
}

/** Stores the height of the composer's form on this device, in px. */
export function storeComposerHeight(height: number): void {
  writePreference(STORED_AS, [String(window.innerWidth), String(height)]);
}
