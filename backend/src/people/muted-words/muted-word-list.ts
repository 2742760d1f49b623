import type { MutedWordEntry } from './muted-words.schema.js';
import { toWordPattern, WordMatcher, type WordPattern } from './word-matcher.js';

const NOTHING = new WordMatcher([]);

/** The muted words of a fan, folded once for many texts. */
export class MutedWordList {
  private readonly entries: readonly { pattern: WordPattern; until?: Date | undefined }[];

  constructor(words: readonly MutedWordEntry[]) {
    this.entries = words.map(({ word, until }) => ({ pattern: toWordPattern(word), until }));
  }

  get size(): number {
    return this.entries.length;
  }

  /** The matcher of those words that are still muted at a moment. */
  matcherAt(now: Date): WordMatcher {
    const muted = this.entries.filter(({ until }) => !until || until > now);
    return muted.length === 0 ? NOTHING : new WordMatcher(muted.map(({ pattern }) => pattern));
  }
}
