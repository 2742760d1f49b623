// So that a draft shifts nothing when it opens.
import { readPreference, writePreference } from '@kickoff/web/preferences';

const STORED_AS = 'composer-height';
/** Of a form with a short text. */
const SHORT_PX = 155;

/** Returns the last height of the composer's form on this device, in px. */
export function readComposerHeight(): number {
  return Number(readPreference(STORED_AS)) || SHORT_PX;
}

/** Stores the height of the composer's form on this device, in px. */
export function storeComposerHeight(height: number): void {
  writePreference(STORED_AS, String(height));
}
