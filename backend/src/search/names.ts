import { toWords } from '../common/text/words.js';

/** Ranks of a match, best first; `none` does not match. */
const RANKS = ['exact', 'beginning', 'words', 'none'] as const;
type Rank = (typeof RANKS)[number];

/** An item with its folded names. */
export interface Named<Item> {
  item: Item;
  names: readonly (readonly string[])[];
}

export function named<Item>(item: Item, names: readonly string[]): Named<Item> {
  return { item, names: names.map(toWords) };
}

/**
 * Finds items by prefixes of the words of their names: each word of the text must be such a prefix.
 * An exact name comes first, then names with the text as prefix, else the given order.
 */
export function findByNames<Item>(all: readonly Named<Item>[], text: string): Item[] {
  const words = toWords(text);
  if (words.length === 0) return [];
  const found = all
    .map(({ item, names }) => ({ item, rank: RANKS.indexOf(rankOf(names, words)) }))
    .filter(({ rank }) => rank < RANKS.indexOf('none'));
  return found.sort((one, other) => one.rank - other.rank).map(({ item }) => item);
}

function rankOf(names: Named<unknown>['names'], words: readonly string[]): Rank {
  const begins = (word: string) => names.some((name) => name.some((own) => own.startsWith(word)));
  if (!words.every(begins)) return 'none';
  const wanted = words.join(' ');
  const spellings = names.map((name) => name.join(' '));
  if (spellings.includes(wanted)) return 'exact';
  return spellings.some((spelling) => spelling.startsWith(wanted)) ? 'beginning' : 'words';
}
