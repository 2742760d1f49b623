import { StreamableFile } from '@nestjs/common';
import { type Options, stringify } from 'csv-stringify';
import { pipeline, Readable } from 'node:stream';

import { iterateInBackground } from '../mongo/background.js';

type Cell = string | number | undefined;

export const CSV = 'text/csv; charset=utf-8';

/** What spreadsheets evaluate as a formula, also after spaces and in full-width form. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/**
 * RFC 4180 with all texts quoted. The package's `escape_formulas` misses a formula after spaces.
 */
const FORMAT: Options = {
  record_delimiter: 'windows',
  quoted_string: true,
  quoted_empty: true,
  cast: { string: (text) => (FORMULA.test(text) ? `'${text}` : text) },
  header: true,
  // Spreadsheets read UTF-8 only with a byte order mark.
  bom: true,
};

/**
 * Streams a table as a CSV download, read in the background. A text that a spreadsheet would
 * evaluate gets a leading apostrophe. Awaits the first row, so that an early failure returns an
 * error response; a later one aborts the response, because a truncated file must not look complete.
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
