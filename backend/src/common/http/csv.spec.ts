import { text } from 'node:stream/consumers';

import { describe, expect, it } from '@jest/globals';

import { csvFile } from './csv.js';

async function* rowsOf(...rows: (string | number | undefined)[][]) {
  for (const row of rows) yield await Promise.resolve(row);
}

/** Returns the line of a table's only row. */
async function csvLine(cells: (string | number | undefined)[]): Promise<string> {
  const columns = cells.map((_, index) => `${index}`);
  const whole = await text((await csvFile('table', columns, rowsOf(cells))).getStream());
  return whole.slice(whole.indexOf('\r\n') + 2);
}

describe('A line of CSV', () => {
  it('quotes every text and doubles the quotes inside it', async () => {
    expect(await csvLine(['a,b', 'say "hi"', 'two\nlines', 7, undefined])).toBe(
      '"a,b","say ""hi""","two\nlines",7,""\r\n',
    );
  });

  it.each(['=1+1', '+44 20', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\u200B=1', '＝1', '\tx'])(
    'prefixes %j so that spreadsheets do not run it as a formula',
    async (cell) => {
      expect(await csvLine([cell])).toBe(`"'${cell}"\r\n`);
    },
  );

  it.each(['a=b', '1-2', 'me@example.org', ''])('leaves %j unchanged', async (cell) => {
    expect(await csvLine([cell])).toBe(`"${cell}"\r\n`);
  });
});

describe('csvFile', () => {
  it('starts with a byte order mark and the columns when there are no rows', async () => {
    const file = await csvFile('table', ['name', 'count'], rowsOf());

    expect((await text(file.getStream())).replace('\uFEFF', '')).toBe('"name","count"\r\n');
  });

  it('rejects before the response if the first row fails, and aborts the stream if a later row fails', async () => {
    async function* failing(from: number) {
      for (let row = 0; row < from; row += 1) yield await Promise.resolve([row]);
      throw new Error('the database is away');
    }

    await expect(csvFile('table', ['n'], failing(0))).rejects.toThrow('away');
    const file = await csvFile('table', ['n'], failing(2));
    await expect(text(file.getStream())).rejects.toThrow('away');
  });
});
