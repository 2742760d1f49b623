/**
 * Normalises a name: equal results are the same name, without case (by full case folding) and
 * Unicode form.
 */
export function usernameKey(username: string): string {
  return Array.from(username.normalize('NFKC'), foldCase).join('').normalize('NFKC');
}

/**
 * Confusable characters by the letter that they look like, in common screen fonts (Cyrillic, Greek,
 * Armenian, Coptic, Cherokee, Lisu; digits; Katakana beside Han). A name has one script, so these
 * pairs decide whether a whole name imitates another. A capital is listed only if it looks like
 * another letter than its lower-case form.
 */
const CONFUSABLES: Record<string, string> = {
  a: 'аαɑᎪꓮ',
  b: 'ВьβΒᏴꓐ',
  c: 'сϲⲥᏟꓚ',
  d: 'ԁᎠꓓ',
  e: 'еεᎬꓰ',
  f: 'քꓝ',
  g: 'ɡցᏀꓖ',
  h: 'һНΗհᎻꓧ',
  i: 'іιıɩ',
  j: 'јϳյᎫꓙ',
  k: 'кκⲕᏦꓗ',
  l: 'I1ІΙӀӏǀᏞꓡꓲ',
  m: 'мΜᎷꓟ',
  n: 'пηΝպոռꓠ',
  o: '0оοσօⲟꓳ٥०০๐',
  p: 'рρⲣᏢꓑ',
  q: 'ԛգ',
  r: 'гᎡꓣ',
  s: 'ѕЅᏚꓢ',
  t: 'тτⲧᎢꓔ',
  u: 'υսʋꓴ',
  v: 'νѵᏙꓦ',
  w: 'ԝωшաᎳꓪ',
  x: 'хχⲭꓫ',
  y: 'уүγΥⲩᎩꓬ',
  z: 'ΖᏃꓜ',
  工: 'エ',
  口: 'ロ',
  力: 'カ',
  二: 'ニ',
  夕: 'タ',
  卜: 'ト',
  八: 'ハ',
  一: 'ー',
  へ: 'ヘ',
  べ: 'ベ',
  ぺ: 'ペ',
  り: 'リ',
};
const TAKEN_FOR = new Map(
  Object.entries(CONFUSABLES).flatMap(([letter, others]) =>
    Array.from(others, (other): [string, string] => [other, letter]),
  ),
);

/**
 * Returns the skeleton of a name: equal skeletons look alike, such as `modern` and `modem`,
 * `paypal` and its Cyrillic double, 0 and O, or differ only in case, such as `straße` and
 * `STRASSE`. Mapped before and after folding, because a capital I looks like an l and a small i
 * does not.
 */
export function usernameSkeleton(username: string): string {
  const letters = Array.from(
    username.normalize('NFKC'),
    (letter) => TAKEN_FOR.get(letter) ?? foldCase(letter),
  );
  const folded = letters.join('').normalize('NFKC');
  return Array.from(folded, (letter) => TAKEN_FOR.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .normalize('NFKC');
}

/** Returns the full case folding of a letter: `ss` for `ß`, `σ` for `ς`. */
function foldCase(letter: string): string {
  return letter.toLowerCase().toUpperCase().toLowerCase();
}
