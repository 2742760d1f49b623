import { describe, expect, it } from '@jest/globals';
import { codePointLength } from '@kickoff/contracts';

import { sanitizeMessage } from './sanitize-message.js';

describe('sanitizeMessage', () => {
  it.each([
    ['TypeError: x.map is not a function'],
    ["Can't find variable: FeedPage"],
    ['Loading chunk 417 failed.'],
    ['The remote did not answer in time.'],
    ['Maximum update depth exceeded'],
  ])('leaves %s unchanged', (message) => {
    expect(sanitizeMessage(message)).toBe(message);
  });

  it.each([
    [
      'a web address',
      'Failed at https://kickoff.example/p/507f1f77?x=1 twice',
      'Failed at … twice',
    ],
    ['a path', 'No page at /user/marta.o here', 'No page at … here'],
    ['a path of files', 'in C:\\Users\\marta\\app.js', 'in …'],
    ['a mail address', 'marta.o@fans.example is taken', '… is taken'],
    ['a host', 'no route to cdn.kickoff.example today', 'no route to … today'],
    ['a host with a port', 'no route to database.internal:8443', 'no route to …'],
    [
      'a web address in brackets',
      'at load (https://kickoff.example/p/1) twice',
      'at load (… twice',
    ],
    ['a telephone link', 'call tel:112 now', 'call … now'],
    ['a host of its machine', 'no route to localhost today', 'no route to … today'],
    ['a host of any top level', 'no route to www.kickoff.football today', 'no route to … today'],
    ['an IPv4 address', 'refused by 192.0.2.7 again', 'refused by … again'],
    ['an IPv4 address with a port', 'refused by 192.0.2.7:443 again', 'refused by … again'],
    ['an IPv6 address', 'refused by 2001:db8::7 again', 'refused by … again'],
    ['a telephone number', 'call +44 20 7946 0181 now', 'call … now'],
    ['an id', 'post 507f1f77bcf86cd799439011 is gone', 'post … is gone'],
    ['a UUID', 'key 9b2e6f5c-1d3a-4c8e-9f00-aa11bb22cc33', 'key …'],
    ['a number of a fan', 'fan 1002 is gone', 'fan … is gone'],
    ['a JWT', 'got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVPmB92K27u', 'got …'],
    ['a token without digits', `got ${'x'.repeat(32)} here`, 'got … here'],
    ['a word of 100 letters', `got ${'ж'.repeat(100)} here`, 'got … here'],
    ['a bearer', 'Authorization: Bearer abcdef', 'Authorization: …'],
    ['a token of letters', 'with token=abcdef sent', 'with token=… sent'],
    ['text in double quotes', 'Unexpected "my secret" here', 'Unexpected … here'],
    ['text in single quotes', "reading 'my secret' failed", 'reading … failed'],
    ['text in backticks', 'value `my secret` is odd', 'value … is odd'],
    ['text in curly quotes', 'value “my secret” is odd', 'value … is odd'],
    ['a quote without an end', 'Unexpected "my secret goes on', 'Unexpected …'],
    ['line breaks', 'one\n  two\0three', 'one two three'],
  ])('removes %s', (_what, message, stored) => {
    expect(sanitizeMessage(message)).toBe(stored);
  });

  it('truncates to 300 characters without splitting a surrogate pair', () => {
    const stored = sanitizeMessage('⚽ '.repeat(400));

    expect(codePointLength(stored)).toBe(300);
    expect(stored.isWellFormed()).toBe(true);
  });

  it('returns … for a message with nothing left after sanitizing', () => {
    expect(sanitizeMessage('"only a quote"')).toBe('…');
    expect(sanitizeMessage('   ')).toBe('…');
  });

  it('truncates any message of the maximum length to 300 characters', () => {
    for (const part of ["'", '"', 'a.', 'a-', '1:', '1 ', '@', 'token ', '/', 'x1']) {
      expect(
        codePointLength(sanitizeMessage(part.repeat(5_000 / part.length))),
      ).toBeLessThanOrEqual(300);
    }
  });
});
