import { describe, expect, it } from '@jest/globals';

import { toSearchKeys, searchRanges } from './search-keys.js';

/** Returns which part of a name a query matches: its beginning, a later word or none. */
function found(name: string, text: string): 'name' | 'later word' | 'no' {
  const [byName, byWord] = searchRanges(text).map(({ from, before }) =>
    toSearchKeys(name).some((key) => key >= from && key < before),
  );
  if (byName) return 'name';
  return byWord ? 'later word' : 'no';
}

describe('searchRanges', () => {
  it.each([
    ['Marta Okafor', 'mar', 'name'],
    ['Marta Okafor', 'MARTA O', 'name'],
    ['Marta Okafor', 'oka', 'later word'],
    ['marta.okafor', 'marta ok', 'name'],
    ['marta_okafor-lagos', 'okafor.lag', 'later word'],
    ['Marta Okafor', 'kafor', 'no'],
    ['Marta Okafor', 'art', 'no'],
    ['Marta Okafor', 'marta.', 'name'],
    ['Martan', 'marta.', 'no'],
    ['José Ángel', 'jose an', 'name'],
    ['Jose Angel', 'JOSÉ', 'name'],
    ['Jose\u0301', 'jos\u00e9', 'name'],
    ['Łukasz Strauß', 'lukasz', 'name'],
    ['Łukasz Strauß', 'strauss', 'later word'],
    ['Ødegård', 'odegard', 'name'],
    ['İlkay', 'ilkay', 'name'],
    ['ΟΔΥΣΣΕΑΣ', 'οδυσσεας', 'name'],
    ['ΟΔΥΣΣΕΑΣ', 'οδυσ', 'name'],
    ['ＡＪＡＸ', 'ajax', 'name'],
    ['_ana', 'ana', 'name'],
    ['山田 太郎', '太郎', 'later word'],
    ['a.b', '..', 'no'],
    ['marta', '.*', 'no'],
    ['marta', '^mar', 'no'],
    ['marta', '\u0301\u0301', 'no'],
  ])('for name %j with query %j matches: %s', (name, text, by) => {
    expect(found(name, text)).toBe(by);
  });
});
