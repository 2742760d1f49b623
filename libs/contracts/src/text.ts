import { z } from 'zod';

import { codePointLength } from './code-points.js';
import { length } from './described.js';

/**
 * Text as a fan typed it: comes back as sent but for Unicode NFC, removed NUL
 * and LF line ends. Lone surrogates are refused, never repaired.
 */
export function plainText(label: string, max: number) {
  return z
    .string(`${label} must be text`)
    .refine((text) => text.isWellFormed(), `${label} contains characters that are not valid text`)
    .overwrite((text) => text.replaceAll('\0', '').replaceAll('\r\n', '\n').normalize('NFC'))
    .refine(
      (text) => codePointLength(text) <= max,
      `${label} must be at most ${max.toLocaleString('en')} characters long`,
    )
    .meta(length({ max }));
}
