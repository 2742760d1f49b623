import { StreamableFile } from '@nestjs/common';
import { type Options, stringify } from 'csv-stringify';
import { pipeline, Readable } from 'node:stream';

import { iterateInBackground } from '../mongo/background.js';

type Cell = string | number | undefined;

export const CSV = 'text/csv; charset=utf-8';

/** What a spreadsheet takes for a formula, also after blanks and in its wide form. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** RFC 4180 with all texts quoted. `escape_formulas` of the package misses a formula behind blanks. */
const FORMAT: Options = {
  record_delimiter: 'windows',
  quoted_string: true,
  quoted_empty: true,
  cast: { string: (text) => (FORMULA.test(text) ? `'${text}` : text) },
  header: true,
  // Spreadsheets read UTF-8 only where the file says so.
  bom: true,
};

/**
 * A table as a CSV download, read in the background and sent row by row. A text that a spreadsheet would run gets an
 * apostrophe before it. Awaits the first row, so that an early failure leads to an error response;
 * a later one breaks the response off, because a file that ends early must not look whole.
 *
 * @param name the file's name without its extension
 */
export async function csvFile(
  name: string,
  columns: readonly string[],
  rows: AsyncGenerator<readonly Cell[]>,
): Promise<StreamableFile> {
  const read = iterateInBackground(rows);
  const first = await read.next();
  async function* all() {
    if (first.done) return;
    yield first.value;
    yield* read;
  }
  const lines = stringify({ ...FORMAT, columns: [...columns] });
  return new StreamableFile(
    pipeline(Readable.from(all()), lines, () => undefined),
    {
      type: CSV,
      disposition: `attachment; filename="${name}.csv"`,
    },
  ).setErrorHandler((_error, response) => response.destroy?.());
}
