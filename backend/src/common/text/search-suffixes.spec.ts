import { describe, expect, it } from '@jest/globals';

import { suffixPatterns, toSuffixes } from './search-suffixes.js';

const isFound = (text: string, part: string) =>
  toSuffixes([text]).some((key) => suffixPatterns([part]).some((pattern) => pattern.test(key)));

describe('Search suffixes', () => {
  it.each([
    ['Sophie.Marsh', 'soph'],
    ['Sophie.Marsh', 'marsh'],
    ['Sophie.Marsh', 'ie.ma'],
    ['Łukasz Żółć', 'zolc'],
    ['straße@fans.example', 'STRASSE'],
    ['a+b@fans.example', '+b@'],
    ['李小龙', '小'],
    ['👍🏽 fan', '🏽'],
    ['x'.repeat(200), 'x'.repeat(64)],
  ])('match %s by %s', (text, part) => {
    expect(isFound(text, part)).toBe(true);
  });

  it.each([
    ['Sophie', 'sophia'],
    ['Sophie', '.'],
    ['Sophie', 'so.*e'],
    ['a|b', 'b|a'],
    ['ab', '^ab'],
    ['ab', '\u0301\u0302'],
  ])('do not match %s by %s', (text, part) => {
    expect(isFound(text, part)).toBe(false);
  });

  it('contain no duplicates', () => {
    expect(toSuffixes(['anna', 'anna'])).toEqual(['anna', 'nna', 'na', 'a']);
  });
});
