import { plainLetters } from './search-keys.js';

/** The folded words of a text in their order: runs of letters and digits. */
export function toWords(text: string): string[] {
  return plainLetters(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether these words are in a text in a row. */
export function haveInRow(words: readonly string[], wanted: readonly string[]): boolean {
  return words.some((_, at) => isRowAt(words, at, wanted));
}

/** Whether these words are in a text in a row, beginning with the word at a position. */
export function isRowAt(words: readonly string[], at: number, wanted: readonly string[]): boolean {
  return wanted.every((word, offset) => words[at + offset] === word);
}
