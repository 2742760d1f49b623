import { describe, expect, it } from '@jest/globals';

import { formatSize, growthOf, startLine, verdictsOf } from './scale-report.mjs';

const BARS = { cpu: 1.3, examined: 1.2 };

/** @param {Partial<import('./scale-report.mjs').ScaleRow>} [fields] */
const aRow = (fields = {}) => ({
  name: 'Single post',
  figures: [],
  ratio: 1,
  examined: [10, 10, 10],
  others: 0,
  isQuiet: true,
  ...fields,
});

describe('growthOf', () => {
  it('returns the largest count as a multiple of the first', () => {
    expect(growthOf([40, 60, 50])).toBe(1.5);
  });

  it('counts from one if the first call examines nothing', () => {
    expect(growthOf([0, 3])).toBe(3);
  });
});

describe('verdictsOf', () => {
  it('meets bars that are reached exactly', () => {
    expect(verdictsOf(aRow({ ratio: 1.3, examined: [10, 12] }), BARS)).toEqual(['met', 'met']);
  });

  it('misses a bar that is exceeded', () => {
    expect(verdictsOf(aRow({ ratio: 1.31 }), BARS)).toEqual(['missed', 'met']);
    expect(verdictsOf(aRow({ examined: [10, 13] }), BARS)).toEqual(['met', 'missed']);
  });

  it('judges the examined rows on a busy machine, but not the processor time', () => {
    expect(verdictsOf(aRow({ isQuiet: false }), BARS)).toEqual(['too busy', 'met']);
  });
});

describe('startLine', () => {
  const starts = (/** @type {number} */ others) => [
    { seconds: 2, others },
    { seconds: 6, others: 0 },
    { seconds: 1, others: 0 },
  ];

  it('judges the slowest start', () => {
    expect(startLine({ starts: starts(0), bar: 5 })).toBe(
      'median 2.00 s, slowest 6.00 s, bar 5 s: missed (others 0 %)',
    );
  });

  it('does not call a start on a busy machine missed', () => {
    expect(startLine({ starts: starts(0.5), bar: 5 })).toContain('too busy');
  });
});

describe('formatSize', () => {
  it.each([
    [1_000, '1k'],
    [100_000, '100k'],
    [1_000_000, '1M'],
    [1_500, '1500'],
  ])('formats %d as %s', (size, text) => {
    expect(formatSize(size)).toBe(text);
  });
});
