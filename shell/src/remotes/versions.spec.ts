import { describe, expect, it } from '@jest/globals';

import { satisfiesAll } from './versions';

describe('satisfiesAll', () => {
  it.each([
    ['1.4.0', '^1.4.0', true],
    ['1.5.0', '^1.4.2', true],
    ['1.4.2', '^1.4.3', false],
    ['1.3.9', '^1.4.0', false],
    ['2.0.0', '^1.4.0', false],
    ['1.10.0', '^1.9.0', true],
    ['0.3.0', '^0.2.0', false],
    ['0.2.5', '^0.2.1', true],
    ['1.4.0', '1.4.0', true],
    ['1.4.1', '1.4.0', false],
    ['1.4.1', '>=1.2 <1.5 || ^3', true],
    ['1.5.0', '>=1.2 <1.5 || ^3', false],
    ['1.4.0', '*', true],
    ['1.4.0-beta.1', '^1.3.0', false],
    ['1.4.0', 'nonsense', false],
  ])('compares version %s with range %s', async (version, range, expected) => {
    const needs = { '@kickoff/web': range };

    expect(await satisfiesAll(needs, { '@kickoff/web': version })).toBe(expected);
  });

  it('requires every package to match', async () => {
    const needs = { react: '^19.0.0', '@kickoff/ui': '^2.0.0' };

    expect(await satisfiesAll(needs, { react: '19.3.1', '@kickoff/ui': '2.0.0' })).toBe(true);
    expect(await satisfiesAll(needs, { react: '19.3.1', '@kickoff/ui': '3.0.0' })).toBe(false);
    expect(await satisfiesAll(needs, { react: '19.3.1' })).toBe(false);
  });
});
