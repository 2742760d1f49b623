import { plainLetters } from './search-keys.js';

/** Maximum length of a search text, so keys need not be longer. */
const SUFFIX_LENGTH = 64;

/**
 * Returns every suffix of the texts, for substring search: a text with a substring has a suffix
 * that starts with it, so a search is one index range and reads matches only.
 */
export function toSuffixes(texts: readonly string[]): string[] {
  const keys = texts.flatMap((text) => {
    const letters = Array.from(plainLetters(text));
    return letters.map((_letter, at) => letters.slice(at, at + SUFFIX_LENGTH).join(''));
  });
  return [...new Set(keys)];
}

/** In no key; MongoDB rejects the escape that JavaScript writes for them in a pattern. */
const SEPARATORS = /[\u2028\u2029]/;

/**
 * Returns patterns of the keys that start with one of these parts; none for a part without letters.
 */
export function suffixPatterns(parts: readonly string[]): RegExp[] {
  return parts
    .map((part) => Array.from(plainLetters(part)).slice(0, SUFFIX_LENGTH).join(''))
    .filter((letters) => letters !== '' && !SEPARATORS.test(letters))
    .map((letters) => new RegExp(`^${letters.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`));
}
