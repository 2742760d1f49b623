import { describe, expect, it } from '@jest/globals';

import { retryTime } from './retry-time.js';

const NOW = new Date('2026-11-21T15:00:00Z');

describe('retryTime', () => {
  const pause = (tries: number, retryAfter?: string) =>
    (retryTime(NOW, tries, retryAfter).getTime() - NOW.getTime()) / 1_000;

  it('grows from 5 s to ten minutes', () => {
    const pauses = Array.from({ length: 9 }, (_, index) => pause(index + 1));

    expect(pauses).toEqual([5, 15, 30, 60, 120, 300, 600, 600, 600]);
  });

  it('is never before Retry-After', () => {
    expect(pause(1, '90')).toBe(90);
    expect(pause(1, 'Sat, 21 Nov 2026 15:02:00 GMT')).toBe(120);
  });

  it('is not shortened by Retry-After', () => {
    expect(pause(3, '0')).toBe(30);
    expect(pause(3, 'Sat, 21 Nov 2026 14:00:00 GMT')).toBe(30);
  });

  it('ignores a malformed Retry-After', () => {
    expect([pause(1, 'soon'), pause(1, '-5'), pause(1, '')]).toEqual([5, 5, 5]);
  });
});
