import { describe, expect, it } from '@jest/globals';

import { keyOfPattern, toWordPattern, WordMatcher } from './word-matcher.js';

const hides = (entry: string, ...texts: string[]) =>
  new WordMatcher([toWordPattern(entry)]).hides(texts);

describe('WordMatcher.hides', () => {
  it.each([
    ['ars', 'Come on ARS!'],
    ['ARS', '#ars'],
    ['red card', 'A red, card'],
    ['red card', 'red red card'],
    ['strasse', 'Die Straße'],
    ['Straße', 'STRASSE'],
    ['ødegård', 'odegard scores'],
    ['lukasz', 'Łukasz'],
    ['aether', 'Æther'],
    ['dokovic', 'Đoković'],
    ['cafe', 'Cafe\u0301'],
    ['4-4-2', 'a 4 4 2 again'],
    ['⚽', 'Goal⚽️!'],
    ['🏆🏆', 'so many🏆🏆🏆'],
    ['C++', 'vitamin c'],
  ])('matches %j in %j', (entry, text) => {
    expect(hides(entry, text)).toBe(true);
  });

  it.each([
    ['ars', 'Arsenal'],
    ['ars', 'stars'],
    ['red card', 'red yellow card'],
    ['red card', 'card red'],
    ['red card', 'red'],
    ['red card', 'a red cards'],
    ['⚽', 'Goal'],
    ['.*', 'anything'],
    ['\u0301', 'e\u0301'],
    ['´', 'two words'],
    ['¨ ¨', 'a  long  text'],
  ])('does not match %j in %j', (entry, text) => {
    expect(hides(entry, text)).toBe(false);
  });

  it('matches a word that is in one of several texts', () => {
    expect(hides('var', 'fine', 'VAR again')).toBe(true);
  });

  it('does not match a phrase across two texts', () => {
    expect(hides('red card', 'red', 'card')).toBe(false);
  });

  it('matches nothing without words', () => {
    const matcher = new WordMatcher([]);

    expect(matcher.isEmpty).toBe(true);
    expect(matcher.hides(['anything'])).toBe(false);
  });
});

describe('keyOfPattern', () => {
  it.each([
    ['Ars', 'ÁRS', true],
    ['red  card', 'Red-card', true],
    ['⚽', '⚽️', true],
    ['ars', 'arsenal', false],
    ['⚽', '🏆', false],
  ])('compares %j with %j as equal: %s', (one, other, areSame) => {
    const keys = [one, other].map((entry) => keyOfPattern(toWordPattern(entry)));

    expect(keys[0] === keys[1]).toBe(areSame);
  });
});
