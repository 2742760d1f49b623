import { describe, expect, it } from '@jest/globals';

import { isBlank } from './code-points.js';

describe('isBlank', () => {
  it('returns true for exactly the invisible characters', () => {
    const invisible = /^[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]$/u;
    const wrong: string[] = [];

    for (let codePoint = 0; codePoint <= 0x10_ff_ff; codePoint += 1) {
      const text = String.fromCodePoint(codePoint);
      if (isBlank(text) !== invisible.test(text)) wrong.push(codePoint.toString(16));
    }

    expect(wrong).toEqual([]);
  });

  it('returns false for a text with one visible character', () => {
    expect(isBlank(' \u200b.')).toBe(false);
  });
});
