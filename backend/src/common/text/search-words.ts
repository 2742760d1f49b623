import { toWords } from './words.js';

/** Longer words and prefixes are indexed by their first code points; a search compares the rest. */
export const INDEXED_LENGTH = { word: 32, beginning: 10 } as const;

export type Media = 'image' | 'video';

/**
 * Returns the key of a whole word. The trailing space distinguishes it from the key of a prefix.
 */
export function wordKey(word: string): string {
  return `${firstOf(word, INDEXED_LENGTH.word)} `;
}

/** Returns the key of all words with this prefix. */
export function beginningKey(beginning: string): string {
  return firstOf(beginning, INDEXED_LENGTH.beginning);
}

/** Returns the key of all posts with such media. Words have no `#`, so it never equals theirs. */
export function mediaKey(media: Media): string {
  return `#${media}`;
}

/**
 * Returns the stored search words of a post: its words, their prefixes, and its media. With
 * prefixes as separate keys, a search reads one range in list order.
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
