import { toWords } from './words.js';

/** Longer words and beginnings are indexed by their first code points; a search compares the rest. */
export const INDEXED_LENGTH = { word: 32, beginning: 10 } as const;

export type Media = 'image' | 'video';

/** The key of a whole word. Words have no spaces, so it equals no key of a beginning. */
export function wordKey(word: string): string {
  return `${firstOf(word, INDEXED_LENGTH.word)} `;
}

/** The key of all words that begin so. */
export function beginningKey(beginning: string): string {
  return firstOf(beginning, INDEXED_LENGTH.beginning);
}

/** The key of all posts with such a file. Words have no `#`, so it equals none of theirs. */
export function mediaKey(media: Media): string {
  return `#${media}`;
}

/**
 * The stored search words of a post: each of its words, each beginning of a word, and its media. With
 * beginnings as keys of their own, a search reads one range in the order of the list.
 */
export function toSearchWords(text: string, media: Partial<Record<Media, unknown>>): string[] {
  const keys = new Set<string>();
  for (const word of new Set(toWords(text))) {
    keys.add(wordKey(word));
    let beginning = '';
    for (const letter of firstOf(word, INDEXED_LENGTH.beginning)) {
      beginning += letter;
      keys.add(beginning);
    }
  }
  for (const kind of ['image', 'video'] as const) if (media[kind]) keys.add(mediaKey(kind));
  return [...keys];
}

function firstOf(word: string, length: number): string {
  return word.length <= length ? word : Array.from(word).slice(0, length).join('');
}
