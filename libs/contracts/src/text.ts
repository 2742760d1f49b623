import { z } from 'zod';

/** Length in code points, which is what the limits count: an emoji is one, not two. */
export function codePointLength(text: string): number {
  return Array.from(text).length;
}

/** Text of only blanks, invisible or control characters counts as none (SECURITY-BAR §4). */
export function isBlank(text: string): boolean {
  return /^[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800\u3164]*$/u.test(text);
}

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
    );
}
