import { toWords } from '../common/text/words.js';

/** How well names fit a search, best first; `none` is not found. */
const RANKS = ['exact', 'beginning', 'words', 'none'] as const;
type Rank = (typeof RANKS)[number];

/** Something that is found by its names, of which the words are folded once. */
export interface Named<Item> {
  item: Item;
  names: readonly (readonly string[])[];
}

export function named<Item>(item: Item, names: readonly string[]): Named<Item> {
  return { item, names: names.map(toWords) };
}

/**
 * Finds items by the beginnings of the words of their names: each word of the text must begin one of
 * them. An item with exactly this name comes first, then those with a name that begins so, else in
 * their own order.
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
