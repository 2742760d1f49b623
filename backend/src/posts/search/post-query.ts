import {
  beginningKey,
  INDEXED_LENGTH,
  type Media,
  mediaKey,
  wordKey,
} from '../../common/text/search-words.js';
import { haveInRow, toWords } from '../../common/text/words.js';

/** An operator, words in quotes, or a run of anything else; an open quote ends with the text. */
const PART =
  /from:(?:"(?<quotedName>[^"]*)(?:"|$)|(?<name>[^\s"]+))|has:(?<media>image|video)(?=[\s"]|$)|"(?<phrase>[^"]*)(?:"|$)|(?<run>[^\s"]+)/giu;

/** A search for posts; all parts of it must hold. */
export interface PostQuery {
  /** Folded words, whole. */
  words: readonly string[];
  /** The last word, of which a word of the post begins with it. */
  beginning?: string | undefined;
  /** Folded words in a row. */
  phrases: readonly (readonly string[])[];
  /** Usernames as they were typed. */
  authors: readonly string[];
  media: readonly Media[];
}

/** Reads a search text. No part of it is a pattern; what is no operator is words. */
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

/** Whether it asks for posts of an author or with a file, which no other kind of result has. */
export function hasOperators({ authors, media }: PostQuery): boolean {
  return authors.length > 0 || media.length > 0;
}

/** The keys of the index that a post must all have. */
export function keysOf({ words, beginning, phrases, media }: PostQuery): string[] {
  return [
    ...new Set([
      ...[...words, ...phrases.flat()].map(wordKey),
      ...(beginning === undefined ? [] : [beginningKey(beginning)]),
      ...media.map(mediaKey),
    ]),
  ];
}

/** Whether a text with all keys may still differ from the search: in the order of words, or behind the indexed length. */
export function needsComparison({ words, beginning = '', phrases }: PostQuery): boolean {
  return (
    phrases.some((row) => row.length > 1) ||
    beginning.length > INDEXED_LENGTH.beginning ||
    [...words, ...phrases.flat()].some((word) => word.length > INDEXED_LENGTH.word)
  );
}

/** Whether the words and phrases of a search are in a text. */
export function isFoundIn(text: string, { words, beginning, phrases }: PostQuery): boolean {
  const found = toWords(text);
  return (
    words.every((word) => found.includes(word)) &&
    (beginning === undefined || found.some((word) => word.startsWith(beginning))) &&
    phrases.every((row) => haveInRow(found, row))
  );
}
