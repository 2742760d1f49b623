import { plainLetters } from './search-keys.js';

/** Returns the folded words of a text in order: runs of letters and digits. */
export function toWords(text: string): string[] {
  return plainLetters(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns whether these words are consecutive in a text. */
export function haveInRow(words: readonly string[], wanted: readonly string[]): boolean {
  return words.some((_, at) => isRowAt(words, at, wanted));
}

/** Returns whether these words are consecutive in a text from a position on. */
export function isRowAt(words: readonly string[], at: number, wanted: readonly string[]): boolean {
  return wanted.every((word, offset) => words[at + offset] === word);
}
