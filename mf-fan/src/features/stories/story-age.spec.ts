import { describe, expect, it } from '@jest/globals';

import { storyAge } from './story-age';

const NOON = Date.parse('2026-11-21T12:00:00Z');

describe('the age of a story', () => {
  it.each([
    ['2026-11-21T12:00:05Z', 'now'],
    ['2026-11-21T11:59:01Z', 'now'],
    ['2026-11-21T11:59:00Z', '1 min'],
    ['2026-11-21T11:00:01Z', '59 min'],
    ['2026-11-21T11:00:00Z', '1 h'],
    ['2026-11-20T12:00:01Z', '23 h'],
  ])('of %s is at noon %s', (createdAt, words) => {
    expect(storyAge(createdAt, NOON)).toBe(words);
  });
});
