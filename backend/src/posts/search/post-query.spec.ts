import { describe, expect, it } from '@jest/globals';

import { toSearchWords } from '../../common/text/search-words.js';
import { isFoundIn, keysOf, needsComparison, parsePostQuery } from './post-query.js';

const none = { words: [], phrases: [], authors: [], media: [] };

describe('parsePostQuery', () => {
  it.each([
    ['goal', { beginning: 'goal' }],
    ['Late GÓAL ars', { words: ['late', 'goal'], beginning: 'ars' }],
    ['"late goal"', { phrases: [['late', 'goal']] }],
    ['"late goal', { phrases: [['late', 'goal']] }],
    ['ars "late goal" x', { words: ['ars'], beginning: 'x', phrases: [['late', 'goal']] }],
    ['from:alice', { authors: ['alice'] }],
    ['FROM:alice Has:Image', { authors: ['alice'], media: ['image'] }],
    ['from:"alice b" goal', { authors: ['alice b'], beginning: 'goal' }],
    ['from:"alice b', { authors: ['alice b'] }],
    ['goal has:video', { beginning: 'goal', media: ['video'] }],
    ['has:gif', { words: ['has'], beginning: 'gif' }],
    ['has:images', { words: ['has'], beginning: 'images' }],
    ['has:', { beginning: 'has' }],
    ['from:', { beginning: 'from' }],
    ['from: alice', { words: ['from'], beginning: 'alice' }],
    ['xfrom:alice', { words: ['xfrom'], beginning: 'alice' }],
    ['from:""', { beginning: 'from' }],
    ['""', {}],
    ['"', {}],
    ['⚽ ...', {}],
    ['', {}],
    ['.*', {}],
    ['a|b', { words: ['a'], beginning: 'b' }],
  ])('parses %j', (q, parts) => {
    expect(parsePostQuery(q)).toEqual({ ...none, ...parts });
  });
});

describe('A search for posts', () => {
  /** Matches by the index, and by the text when the index does not decide. */
  const finds = (q: string, text: string) => {
    const query = parsePostQuery(q);
    const stored = new Set(toSearchWords(text, {}));
    const isIndexed = keysOf(query).every((key) => stored.has(key));
    return isIndexed && (!needsComparison(query) || isFoundIn(text, query));
  };
  const LONG = 'x'.repeat(40);

  it.each([
    ['ars', 'Arsenal'],
    ['arsenal', 'ARSENAL!'],
    ['goal late', 'A late goal, later'],
    ['"late goal"', 'What a late, goal'],
    ['strasse', 'Die Straße'],
    ['odegard', 'Ødegård'],
    ['internatio', 'Internationale'],
    ['internazionale', 'Internazionale'],
    [`${LONG} a`, `${LONG} again`],
    ['4', '4-4-2'],
  ])('matching %j finds %j', (q, text) => {
    expect(finds(q, text)).toBe(true);
    expect(isFoundIn(text, parsePostQuery(q))).toBe(true);
  });

  it.each([
    ['senal', 'Arsenal'],
    ['ars goal', 'Arsenal goal'],
    ['"goal late"', 'A late goal'],
    ['"late go"', 'A late goal'],
    ['"late goal"', 'late in the goal'],
    ['internationals', 'Internationale'],
    [`${LONG}y a`, `${LONG}z again`],
    ['goal match', 'goal'],
  ])('matching %j does not find %j', (q, text) => {
    expect(finds(q, text)).toBe(false);
    expect(isFoundIn(text, parsePostQuery(q))).toBe(false);
  });
});
