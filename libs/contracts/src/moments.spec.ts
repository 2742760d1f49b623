import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';

import { AdminFansQuery, SuspendFan } from './admin-fans.js';
import { NewAnnouncement } from './announcements.js';
import { MutedWord } from './muted-words.js';
import { NewPoll } from './polls.js';
import { Shield } from './viewpoints.js';

describe('Moments of the contract', () => {
  it.each<[string, z.ZodType, (moment: string) => unknown]>([
    ['an announcement', NewAnnouncement, (endsAt) => ({ text: 'Hi', endsAt })],
    ['a suspension', SuspendFan, (until) => ({ reason: 'Spam', until })],
    ['a muted word', MutedWord, (until) => ({ word: 'VAR', until })],
    ['a poll', NewPoll, (endsAt) => ({ options: ['One', 'Two'], endsAt })],
    ['a shield', Shield, (until) => ({ until })],
    ['a filter', AdminFansQuery, (joinedFrom) => ({ joinedFrom })],
  ])('of %s have a year of four digits in UTC', (_, schema, toInput) => {
    const isAccepted = (moment: string) => schema.safeParse(toInput(moment)).success;

    expect(isAccepted('0000-01-01T00:00:00Z')).toBe(true);
    expect(isAccepted('9999-12-31T23:59:59Z')).toBe(true);
    expect(isAccepted('9999-12-31T23:59:59-23:59')).toBe(false);
    expect(isAccepted('0000-01-01T00:00:00+00:01')).toBe(false);
  });
});
