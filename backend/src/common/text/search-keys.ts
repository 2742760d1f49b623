/** Letters that Unicode does not take apart, by what people type for them. */
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
  // A small sigma has another form at the end of a word.
  ['ς', 'σ'],
]);

/** Before what comes first in a name, and before what comes first in a later word of it. */
const OF_NAME = '0';
const OF_LATER_WORD = '1';

/** Follows every text that begins with what stands before it. */
const AFTER_ALL = '\u{10FFFF}';

const TYPED_OTHERWISE = new RegExp(`[${[...TYPED_AS.keys()].join('')}]`, 'gu');
const ASCII = /^[\0-\x7f]*$/;

/** A text as people type it when they search: without accents and case. */
export function plainLetters(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(TYPED_OTHERWISE, (letter) => TYPED_AS.get(letter) ?? letter);
}

/** The form in which names are searched: plain letters, one space between words. */
function folded(text: string): string {
  return plainLetters(text)
    .replaceAll(/[\s_.-]+/g, ' ')
    .trimStart();
}

/**
 * The stored search keys of a name: the name itself, and what is left
 * of it from the beginning of each later word. A search is then a range of
 * one index, in which names that begin with the text come first.
 */
export function toSearchKeys(name: string): string[] {
  const whole = folded(name).trimEnd();
  const [, ...later] = whole.split(' ');
  return [
    `${OF_NAME}${whole}`,
    ...later.map((_word, at) => `${OF_LATER_WORD}${later.slice(at).join(' ')}`),
  ];
}

/** Whether a text is a name but for case, accents, and what stands between its words. */
export function isSpelledLike(name: string, text: string): boolean {
  return folded(name).trimEnd() === folded(text).trimEnd();
}

/** The ranges of keys that begin with a text, best first; none where nothing is left of it. */
export function searchRanges(text: string): { from: string; before: string }[] {
  const start = folded(text);
  if (start === '') return [];
  return [OF_NAME, OF_LATER_WORD].map((rank) => ({
    from: rank + start,
    before: rank + start + AFTER_ALL,
  }));
}
