import { describe, expect, it } from '@jest/globals';

import { countLinksInBar } from './links-in-bar';

describe('countLinksInBar', () => {
  it('returns all labels that fit', () => {
    expect(countLinksInBar(['Home', 'Leagues', 'Saved'])).toBe(3);
    expect(countLinksInBar([])).toBe(0);
  });

  it('reserves space for More when not all labels fit', () => {
    const labels = ['Home', 'Leagues', 'Saved', 'Cups', 'Predictions', 'Shop'];

    expect(countLinksInBar(labels)).toBe(4);
    expect(countLinksInBar(['Home', 'Predictions of all leagues', 'Quiz', 'Shop', 'Cups'])).toBe(2);
  });
});
