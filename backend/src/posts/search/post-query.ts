import {
  beginningKey,
  INDEXED_LENGTH,
  type Media,
  mediaKey,
  wordKey,
} from '../../common/text/search-words.js';
import { haveInRow, toWords } from '../../common/text/words.js';

/** An operator, quoted words, or a run of other characters; an open quote extends to the end. */
const PART =
  /from:(?:"(?<quotedName>[^"]*)(?:"|$)|(?<name>[^\s"]+))|has:(?<media>image|video)(?=[\s"]|$)|"(?<phrase>[^"]*)(?:"|$)|(?<run>[^\s"]+)/giu;

/** A search for posts; a post must match all parts. */
export interface PostQuery {
  /** Complete folded words. */
  words: readonly string[];
  /** The last word, which matches as a prefix. */
  beginning?: string | undefined;
  /** Consecutive folded words. */
  phrases: readonly (readonly string[])[];
  /** Usernames as they were typed. */
  authors: readonly string[];
  media: readonly Media[];
}

/** Parses a search text. Nothing in it is a pattern; anything that is not an operator is words. */
export function parsePostQuery(q: string): PostQuery {
  const words: string[] = [];
  const phrases: string[][] = [];
  const authors: string[] = [];
  const media: Media[] = [];
  for (const { 0: part, groups = {} } of q.matchAll(PART)) {
    const name = (groups['quotedName'] ?? groups['name'] ?? '').trim();
    const kind = groups['media']?.toLowerCase();
    if (name !== '') authors.push(name);
    else if (kind === 'image' || kind === 'video') media.push(kind);
    else if (groups['phrase'] !== undefined) phrases.push(toWords(groups['phrase']));
    else words.push(...toWords(part));
  }
  const beginning = words.pop();
  return { words, beginning, phrases: phrases.filter((row) => row.length > 0), authors, media };
}

/** Returns whether the search names authors or media, which only posts have. */
export function hasOperators({ authors, media }: PostQuery): boolean {
  return authors.length > 0 || media.length > 0;
}

/** Returns the index keys that a post must all have. */
export function keysOf({ words, beginning, phrases, media }: PostQuery): string[] {
  return [
    ...new Set([
      ...[...words, ...phrases.flat()].map(wordKey),
      ...(beginning === undefined ? [] : [beginningKey(beginning)]),
      ...media.map(mediaKey),
    ]),
  ];
}

/**
 * Returns whether a text with all keys may still not match: word order, or text beyond the indexed
 * length.
 */
export function needsComparison({ words, beginning = '', phrases }: PostQuery): boolean {
  return (
    phrases.some((row) => row.length > 1) ||
    beginning.length > INDEXED_LENGTH.beginning ||
    [...words, ...phrases.flat()].some((word) => word.length > INDEXED_LENGTH.word)
  );
}

/** Returns whether a text contains the words and phrases of a search. */
export function isFoundIn(text: string, { words, beginning, phrases }: PostQuery): boolean {
  const found = toWords(text);
  return (
    words.every((word) => found.includes(word)) &&
    (beginning === undefined || found.some((word) => word.startsWith(beginning))) &&
    phrases.every((row) => haveInRow(found, row))
  );
}
