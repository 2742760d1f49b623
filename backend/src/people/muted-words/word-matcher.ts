import { plainLetters } from '../../common/text/search-keys.js';
import { isRowAt, toWords } from '../../common/text/words.js';

/**
 * The pattern of a muted entry: consecutive words or, without letters and digits, any substring.
 */
export interface WordPattern {
  words: readonly string[];
  symbols: string;
}

export function toWordPattern(entry: string): WordPattern {
  const words = toWords(entry);
  // An accent alone folds to a space, which is in nearly every text.
  return { words, symbols: words.length > 0 ? '' : plainLetters(entry).trim() };
}

/** Equal for entries that match the same texts. */
export function keyOfPattern({ words, symbols }: WordPattern): string {
  return [symbols, ...words].join(' ');
}

/** Finds muted words in texts. */
export class WordMatcher {
  /** Indexed by first word, so that a text is scanned once for all entries. */
  private readonly rows = new Map<string, (readonly string[])[]>();
  private readonly symbols: string[] = [];

  constructor(patterns: readonly WordPattern[]) {
    for (const { words, symbols } of patterns) {
      const [first] = words;
      if (first !== undefined) this.rows.set(first, [...(this.rows.get(first) ?? []), words]);
      else if (symbols !== '') this.symbols.push(symbols);
    }
  }

  /** Whether it matches no text at all. */
  get isEmpty(): boolean {
    return this.rows.size === 0 && this.symbols.length === 0;
  }

  /** Returns whether one of these texts contains a muted word. */
  hides(texts: readonly string[]): boolean {
    return !this.isEmpty && texts.some((text) => this.isIn(text));
  }

  private isIn(text: string): boolean {
    if (this.symbols.length > 0) {
      const plain = plainLetters(text);
      if (this.symbols.some((symbols) => plain.includes(symbols))) return true;
    }
    if (this.rows.size === 0) return false;
    const words = toWords(text);
    return words.some((word, at) => this.rows.get(word)?.some((row) => isRowAt(words, at, row)));
  }
}
