import { plainLetters } from './search-keys.js';

/** What is searched for is not longer, so no key need be. */
const SUFFIX_LENGTH = 64;

/**
 * What a thing is found by when any part of its texts may be asked for: every
 * ending of each. A text that holds a part has an ending that begins with it,
 * so a search is one range of an index and meets nothing but what matches.
 */
export function toSuffixes(texts: readonly string[]): string[] {
  const keys = texts.flatMap((text) => {
    const letters = Array.from(plainLetters(text));
    return letters.map((_letter, at) => letters.slice(at, at + SUFFIX_LENGTH).join(''));
  });
  return [...new Set(keys)];
}

/** The keys that begin with one of these parts; none for a part of which no letter is left. */
export function suffixPatterns(parts: readonly string[]): RegExp[] {
  return parts
    .map((part) => Array.from(plainLetters(part)).slice(0, SUFFIX_LENGTH).join(''))
    .filter((letters) => letters !== '')
    .map((letters) => new RegExp(`^${letters.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`));
}
