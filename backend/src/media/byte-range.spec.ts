import { describe, expect, it } from '@jest/globals';

import { parseRange } from './byte-range.js';

describe('parseRange for a file of 100 bytes', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=0-100', 0, 99],
    ['bytes=99-', 99, 99],
    ['bytes=-1', 99, 99],
    ['bytes=-100', 0, 99],
    ['bytes=-101', 0, 99],
    ['bytes=-99999999999999999999999999', 0, 99],
    ['bytes=7-99999999999999999999999999', 7, 99],
    ['Bytes = 3-4', 3, 4],
    ['bytes=0-9, 10-19', 0, 19],
    ['bytes=10-19,0-12', 0, 19],
    ['bytes=0-50,10-19,-60', 0, 99],
    ['bytes=200-,5-6', 5, 6],
  ])('parses %s as %i to %i', (header, start, end) => {
    expect(parseRange(header, 100)).toEqual({ start, end });
  });

  it.each(['bytes=100-', 'bytes=-0', 'bytes=5-4', 'bytes=200-300,100-'])(
    'returns none for the unsatisfiable %s',
    (header) => {
      expect(parseRange(header, 100)).toBe('none');
    },
  );

  it.each([
    'bytes=',
    'bytes=-',
    'bytes=x',
    'bytes=1-2-3',
    'bytes=1',
    'bytes=0-1,',
    'bytes=0-1,x',
    'bytes=+1-2',
    'bites=0-1',
    '0-1',
    '',
  ])('ignores the invalid header %j', (header) => {
    expect(parseRange(header, 100)).toBeUndefined();
  });

  it('ignores ranges that do not touch', () => {
    expect(parseRange('bytes=0-1,5-6', 100)).toBeUndefined();
  });
});
