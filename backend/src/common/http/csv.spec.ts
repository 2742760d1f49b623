import { describe, expect, it } from '@jest/globals';

import { csvLine } from './csv.js';

describe('a line of CSV', () => {
  it('quotes every text and doubles the quotes within', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 7, undefined])).toBe(
      '"a,b","say ""hi""","two\nlines",7,""\r\n',
    );
  });

  it.each(['=1+1', '+44 20', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\u200B=1', '＝1', '\tx'])(
    'keeps %j from being run as a formula',
    (text) => {
      expect(csvLine([text])).toBe(`"'${text}"\r\n`);
    },
  );

  it.each(['a=b', '1-2', 'me@example.org', ''])('leaves %j as it is', (text) => {
    expect(csvLine([text])).toBe(`"${text}"\r\n`);
  });
});
