import { describe, expect, it } from '@jest/globals';

import { toPostPoll } from './new-poll.js';

const NOW = new Date('2026-11-25T12:00:00Z');
const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;

describe('toPostPoll', () => {
  const poll = (durationMs: number, options = ['Yes', 'No']) =>
    toPostPoll(
      { poll: { options, endsAt: new Date(NOW.getTime() + durationMs).toISOString() }, quote: '' },
      NOW,
    );

  it('returns no poll when the form has none', () => {
    expect(toPostPoll({ poll: undefined, quote: '' }, NOW)).toBeUndefined();
  });

  it('starts with a count of zero for each option', () => {
    expect(poll(MINUTE_MS * 60)).toEqual({
      options: ['Yes', 'No'],
      counts: [0, 0],
      total: 0,
      endsAt: new Date('2026-11-25T13:00:00Z'),
    });
  });

  it.each([5 * MINUTE_MS - 30_000, WEEK_MS + 30_000])(
    'accepts an end within the grace period, after %d ms',
    (durationMs) => {
      expect(poll(durationMs)?.endsAt).toEqual(new Date(NOW.getTime() + durationMs));
    },
  );

  it.each([5 * MINUTE_MS - 30_001, WEEK_MS + 30_001])(
    'rejects an end outside the grace period, after %d ms',
    (durationMs) => {
      expect(() => poll(durationMs)).toThrow('A poll ends 5 minutes to 7 days from now');
    },
  );

  it('rejects options that are equal after case folding', () => {
    expect(() => poll(MINUTE_MS * 60, ['Fußball', 'FUSSBALL'])).toThrow('Two options are the same');
  });

  it('rejects a poll with a quote', () => {
    const endsAt = new Date(NOW.getTime() + 60 * MINUTE_MS).toISOString();

    expect(() =>
      toPostPoll({ poll: { options: ['Yes', 'No'], endsAt }, quote: 'a'.repeat(24) }, NOW),
    ).toThrow('A post has a poll or a quote, not both');
  });
});
