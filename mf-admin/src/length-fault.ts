import { codePointLength } from '@kickoff/contracts';
import { pluralText } from '@kickoff/ui';

import { texts } from './texts';

/** Returns the validation error of a text's length. */
export function lengthFault(text: string, maxLength: number): string | undefined {
  const count = codePointLength(text.normalize('NFC')) - maxLength;
  return count > 0 ? pluralText(texts.common.tooLong, count, { count }) : undefined;
}
