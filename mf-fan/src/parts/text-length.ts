import { codePointLength } from '@kickoff/contracts';
import { fillText, formatCount } from '@kickoff/ui';

/** Returns how many more characters a text may have; negative if it is too long. */
export function remainingCharacters(text: string, maxLength: number): number {
  // A text never has more characters than UTF-16 units: short texts need no counting.
  if (text.length < maxLength / 2) return maxLength - text.length;
  return maxLength - codePointLength(text.normalize('NFC'));
}

/** Returns the validation error of a text's length: `tooLong` with the maximum as `{max}`. */
export function lengthFault(tooLong: string, text: string, maxLength: number): string | undefined {
  if (remainingCharacters(text, maxLength) >= 0) return undefined;
  return fillText<string>(tooLong, { max: formatCount(maxLength) });
}
