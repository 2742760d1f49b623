import { codePointLength } from '@kickoff/contracts';
import { countInDigits } from '@kickoff/ui';

/** How many more characters a text may have; below zero it is too long. */
export function roomLeft(text: string, maxLength: number): number {
  // UTF-16 units are never fewer than characters: short texts need no counting.
  if (text.length < maxLength / 2) return maxLength - text.length;
  return maxLength - codePointLength(text.normalize('NFC'));
}

/** Why a text is refused before it is sent. */
export function lengthFault(what: string, text: string, maxLength: number): string | undefined {
  if (roomLeft(text, maxLength) >= 0) return undefined;
  return `${what} holds at most ${countInDigits(maxLength)} characters`;
}
