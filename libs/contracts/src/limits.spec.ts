import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';

import { Email, NewPassword, Phone, Username } from './credentials.js';
import { NewComment, PostChange } from './posts.js';

const DOMAIN = `@${'terrace.'.repeat(10)}example`;

describe('Length of the contract', () => {
  it.each<[string, number, z.ZodType, (length: number) => unknown]>([
    ['a post', 20_000, PostChange, (length) => ({ text: '🏆'.repeat(length) })],
    ['a comment', 5_000, NewComment, (length) => ({ text: '🏆'.repeat(length) })],
    ['a username', 30, Username, (length) => 'a'.repeat(length)],
    ['a password', 128, NewPassword, (length) => '🥅'.repeat(length)],
    ['a phone number', 20, Phone, (length) => '1'.repeat(length)],
    ['an email', 254, Email, (length) => 'a'.repeat(length - DOMAIN.length) + DOMAIN],
  ])('of %s is at most %i code points', (_what, max, schema, textOf) => {
    expect(schema.safeParse(textOf(max)).success).toBe(true);
    expect(schema.safeParse(textOf(max + 1)).success).toBe(false);
  });
});
