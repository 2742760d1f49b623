/** Letters without a Unicode decomposition, by the letters that people type for them. */
const TYPED_AS = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['ı', 'i'],
  // Sigma has another form at the end of a word.
  ['ς', 'σ'],
]);

/** Prefixes that sort matches at the start of a name before matches at a later word. */
const OF_NAME = '0';
const OF_LATER_WORD = '1';

/** Sorts after every continuation of a prefix. */
const AFTER_ALL = '\u{10FFFF}';

const TYPED_OTHERWISE = new RegExp(`[${[...TYPED_AS.keys()].join('')}]`, 'gu');
const ASCII = /^[\0-\x7f]*$/;

/** Folds a text for search: without accents and case. */
export function plainLetters(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(TYPED_OTHERWISE, (letter) => TYPED_AS.get(letter) ?? letter);
}

/** Folds a name for search: plain letters, one space between words. */
function fold(text: string): string {
  return plainLetters(text)
    .replaceAll(/[\s_.-]+/g, ' ')
    .trimStart();
}

/**
 * Returns the stored search keys of a name: the name, and its rest from each later word on. A
 * search is then a range of one index, with matches at the start first.
 */
export function toSearchKeys(name: string): string[] {
  const whole = fold(name).trimEnd();
  const [, ...later] = whole.split(' ');
  return [
    `${OF_NAME}${whole}`,
    ...later.map((_word, at) => `${OF_LATER_WORD}${later.slice(at).join(' ')}`),
  ];
}

/** Returns whether a text equals a name except for case, accents, and separators of words. */
export function isSpelledLike(name: string, text: string): boolean {
  return fold(name).trimEnd() === fold(text).trimEnd();
}

/** Returns the ranges of keys with this prefix, best first; none if folding leaves nothing. */
export function searchRanges(text: string): { from: string; before: string }[] {
  const start = fold(text);
  if (start === '') return [];
  return [OF_NAME, OF_LATER_WORD].map((rank) => ({
    from: rank + start,
    before: rank + start + AFTER_ALL,
  }));
}
